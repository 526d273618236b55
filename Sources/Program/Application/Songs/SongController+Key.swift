import AudioBase
import Dubbing
import SystemBase

/// The argument of the command `tune`.
package enum TuneCommand: String, CaseIterable, Hashable, Sendable {
  /// Says the key and the tuning of the song, or finds them if they are not known.
  case show
  /// Finds the key and the tuning of the song by its sound; while they are being found, ends that.
  case find
  /// Transposes the song by less than a semitone, so that it is in tune with A = 440 Hz.
  case match
}

/// The key and the tuning of the current song.
extension SongController {
  /// The key in which the song is heard: that of the file, transposed; nil if it is not known.
  package var heardKey: MusicalKey? {
    song.key.map { $0.key.transposed(by: Int((Double(model.transposition.cents) / 100).rounded())) }
  }

  package func tune(_ command: TuneCommand) -> SongNotice {
    if let keySearch {
      owner.tempo.analyser?.cancel(keySearch)
      self.keySearch = nil
      return .key(.cancelled)
    }
    if command == .match, let key = song.key { return match(key) }
    if command == .show, let key = song.key { return .key(.found(key)) }
    return findKey(matches: command == .match)
  }

  /// Takes the tuning of the song from the transposition, whose semitones stay.
  private func match(_ key: FoundKey) -> SongNotice {
    let semitones = (Double(model.transposition.cents) / 100).rounded()
    return transpose(Transposition(cents: Int(semitones) * 100 - key.tuning)) ?? .key(.isInTune(key))
  }

  private func findKey(matches: Bool) -> SongNotice {
    if isFromNetwork { return .key(.isFromNetwork) }
    guard let analyser = owner.tempo.analyser, let track = owner.playedTrack else { return .key(.noTrack) }
    keySearch = analyser.search(track, receive: { [weak self] in self?.receive($0, of: track, matches) })
    return .key(.finding)
  }

  private func receive(
    _ result: Result<SongAnalysis, FileError>, of track: TrackLocation, _ matches: Bool
  ) {
    keySearch = nil
    switch result {
    case .success(let analysis):
      guard let key = analysis.key else { return owner.notify(.song(.key(.none))) }
      keep(key, of: track)
      let isPlayed = track == owner.playedTrack
      owner.notify(.song(matches && isPlayed ? match(key) : .key(.found(key))))
    case .failure(let error): owner.notify(.song(.key(.failed(error))))
    }
  }

  /// Keeps the key that was found for a track.
  func keep(_ key: FoundKey, of track: TrackLocation) {
    let group = TakeGroup.track(track)
    guard let known = owner.list.tracks[group], known.song.key != key else { return }
    edit([.key(key)], of: group)
  }
}

extension Command.Request {
  package static let tune: Argument<TuneCommand> = {
    var definition = Argument<TuneCommand>(
      "tune", "WHAT",
      "say (show) or find the key and the tuning of the song, or tune it to A = 440 Hz (match)", .play,
      [.keepsLayers, .needsOwnPlayer],
      usual: [], read: { TuneCommand(rawValue: $0) }, text: \.rawValue,
      choices: { _, _ in TuneCommand.allCases.map(\.rawValue) }
    ) { application, command, _ in .song(of: application) { $0.tune(command) } }
    definition.withoutArgument = .request(definition(.show))
    return definition
  }()
}
