import AudioBase
import Dubbing
import Percussion
import Player
import SystemBase

/// The argument of the command `drums`.
package enum SongDrumsCommand: Hashable, Sendable {
  /// Finds the hits of the drummer of the track; while they are being found, ends that.
  case find
  /// Adds the hits that were found to the take as a layer.
  case layer
  /// Changes how loud the drums of the track are heard.
  case part(SongPartChange)
  /// Separates the drums with another strength.
  case strength(DrumStrength)

  init?(_ text: String) {
    let words = text.split(separator: " ")
    if words.count == 2, words[0] == "strength" {
      guard let strength = Int(words[1]).flatMap({ DrumStrength(rawValue: $0) }) else { return nil }
      self = .strength(strength)
      return
    }
    switch text {
    case "find": self = .find
    case "layer": self = .layer
    case _:
      guard let change = SongPartChange(text) else { return nil }
      self = .part(change)
    }
  }

  fileprivate var text: String {
    switch self {
    case .find: "find"
    case .layer: "layer"
    case .part(let change): change.text
    case .strength(let strength): "strength \(strength.rawValue)"
    }
  }
}

/// A message about the drums of a song.
package enum SongDrumsNotice: Hashable, Sendable {
  /// The search runs; nil if it has just begun.
  case finding(percent: Int?)
  /// The numbers of hits in the order of `SongDrum.allCases`.
  case found([Int], isGuess: Bool)
  /// The hits are a layer of a take.
  case added(hits: Int, take: String)

  // Nothing was done.
  case noTrack
  /// A stream or a file of a server plays.
  case isFromNetwork
  case none(HitSearchResult.Reason)
  case cancelled
  case failed(FileError)
  /// The hits of the song were not found yet.
  case notFound
  /// The kit has no pad for any of the drums.
  case noPads(kit: String)

  var severity: Severity {
    switch self {
    case .finding, .found, .added, .cancelled: .info
    case .noTrack, .isFromNetwork, .none, .notFound, .noPads: .warning
    case .failed: .error
    }
  }
}

extension Command.Request {
  package static let drums = Argument<SongDrumsCommand>(
    "drums", "WHAT",
    "drums of the song: level in dB (-12), mute, solo, strength 1-5; hits: find, layer",
    .drum, [.keepsLayers, .needsOwnPlayer], read: { SongDrumsCommand($0) }, text: \.text,
    choices: { _, _ in ["-12", "mute", "solo", "find", "layer", "strength"] }
  ) { application, command, _ in
    guard let songs = application.takes?.songs else { return .refused(.noTakes) }
    switch command {
    case .find: songs.findDrums()
    case .layer: songs.addDrums(PadNotes(application.kits.loaded), kit: application.kits.loaded?.name ?? "")
    case .part(let change): return .song(.parts(songs.change(part: SongParts.drums, change)))
    case .strength(let strength): return .song(.parts(songs.setStrength(strength)))
    }
    return .value.awaits(.notice)
  }
}

/// The drums of songs, which are found by their sound.
extension SongController {
  /// Starts to find the hits of the current track by its sound, or ends the search that runs.
  func findDrums() {
    if let drumSearch {
      owner.tempo.analyser?.cancel(drumSearch)
      self.drumSearch = nil
      return notify(.cancelled)
    }
    if isFromNetwork { return notify(.isFromNetwork) }
    guard let analyser = owner.tempo.analyser, let track = owner.playedTrack else { return notify(.noTrack) }
    drumSearch = analyser.search(
      track, withDrums: true, progress: { [weak self] in self?.notify(.finding(percent: Int($0 * 100))) },
      receive: { [weak self] in self?.receive($0, of: track) })
    notify(.finding(percent: nil))
  }

  private func receive(_ result: Result<SongAnalysis, FileError>, of track: TrackLocation) {
    drumSearch = nil
    if case .success(let analysis) = result, let key = analysis.key { keep(key, of: track) }
    switch result.map(\.drums) {
    case .success(.found(let drums)):
      // What was read of the track may have been released.
      guard owner.list.tracks[.track(track)] != nil else { return notify(.cancelled) }
      let kept = SongHits(
        Array(drums.hits.prefix(Song.mostHits)), rate: drums.rate, confidence: drums.confidence)
      edit([.drums(kept)], of: .track(track))
      notify(.found(SongDrum.allCases.map(kept.count), isGuess: kept.isGuess))
    case .success(.noDrums(let reason)): notify(.none(reason))
    case .success(.cancelled), .success(nil): notify(.cancelled)
    case .failure(let error): notify(.failed(error))
    }
  }

  /// Adds the hits that were found to the current take as a layer, or to a new one.
  ///
  /// - Parameters:
  ///   - notes: those of the kit that is loaded.
  ///   - kit: its name.
  func addDrums(_ notes: PadNotes, kit: String) {
    guard let drums = song.drums else { return notify(owner.playedTrack == nil ? .noTrack : .notFound) }
    let hits = drums.columns(notes)
    if hits.isEmpty { return notify(.noPads(kit: kit)) }
    guard let take = owner.list.add(hits, named: "drums of the song") else { return }
    notify(.added(hits: hits.count, take: take))
  }

  /// Returns the pads that play the drums of a song with a kit.
  package func pads(of kit: Kit?) -> [SongDrum: Int] {
    let notes = Dictionary((kit?.pads ?? []).map { ($0.number, $0.midiNote) }) { first, _ in first }
    if notes != drumPads.notes {
      let kitNotes = PadNotes(kit)
      let pads = SongDrum.allCases.map { ($0, $0.pad(kitNotes)) }
      drumPads = (notes, Dictionary(uniqueKeysWithValues: pads).compactMapValues { $0 })
    }
    return drumPads.pads
  }

  private func notify(_ notice: SongDrumsNotice) { owner.notify(.song(.drums(notice))) }
}
