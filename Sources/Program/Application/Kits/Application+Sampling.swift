import AudioBase
import Dubbing
import KitEditing
import Percussion
import Player
import SystemBase

/// The place of a sample in the track that plays.
struct SamplePlace: Sendable {
  var track: TrackLocation
  var rate: SampleRate
  /// Frames of the track.
  var range: Range<Int>
  /// The bar, from 1, if it is one.
  var bar: Int?
  /// The frames of the sample at which beats begin, and at which the last one ends; empty if they are not known.
  var beats: [Int] = []
}

extension Application {
  func connectSampling() {
    let sampling = kits.sampling
    sampling.onNotice = { [weak self] in self?.report(.kit(.sampling($0))) }
    sampling.onKit = { [weak self] kit, isOther in
      self?.kits.service.load(kit)
      if isOther { _ = self?.program.keepKit(kit) }
    }
    sampling.onHear = { [weak self] in self?.takes?.free.audition(pad: $0) }
    sampling.onPad = { [weak self] pad in
      guard let self, !state.bank.pads.contains(pad) else { return }
      keys.change(.show(pad: pad))
    }
  }

  func turnSample(_ direction: UndoDirection) {
    kits.sampling.turn(direction, main, loaded: kits.loaded?.path)
  }

  /// Takes a part of the song or of the mix to a pad. `selection` are the frames that are selected on the timeline.
  package func sample(
    _ command: SampleCommand, selection: Range<Int>? = nil, at time: HostTime? = nil
  ) -> Outcome {
    guard let takes else { return .refused(.noTakes) }
    return changePads { sampling, kit in
      do throws(Refusal) {
        let place = try place(of: command.part, selection, takes, at: time)
        let request = sampleRequest(command, place, try parts(command, takes.songs), takes)
        sampling.sample(request, to: command.pad, of: kit, main)
        return nil
      } catch {
        return error.notice
      }
    }
  }

  /// Cuts a pad into pieces.
  func chop(_ command: ChopCommand) -> Outcome {
    changePads { sampling, kit in
      guard let pad = command.pad ?? sampling.lastPad(of: kit) else { return .noPad }
      sampling.chop(pad, command.cut, into: command.count, of: kit, main)
      return nil
    }
  }

  /// Stretches the sample of a pad to a tempo.
  func stretchSample(_ command: StretchCommand) -> Outcome {
    changePads { sampling, kit in
      guard let pad = command.pad ?? sampling.lastPad(of: kit) else { return .noPad }
      let bpm = command.bpm ?? takes.map { $0.tempo.bpm * $0.tempo.beatSpeed } ?? Metronome.usualTempo
      sampling.stretch(pad, to: bpm, of: kit, main)
      return nil
    }
  }

  /// Begins a change of the pads of the loaded kit, unless it is not possible now. `begin` returns why it is not.
  private func changePads(_ begin: (SamplingController, Kit) -> SamplingNotice?) -> Outcome {
    let sampling = kits.sampling
    guard let kit = kits.heard, sampling.tools != nil else { return .refused(.noKit) }
    if sampling.isBusy { return .sampling(.isBusy) }
    if kits.editor != nil { return .sampling(.padFormIsOpen) }
    return begin(sampling, kit).map(Outcome.sampling) ?? .done.awaits(.notice)
  }

  /// Moves the start or the end of the sample of the edited pad to a zero crossing: the next one, or one 10 ms away. It
  /// is heard at once.
  package func moveBound(_ direction: Int, isLarge: Bool) {
    kits.moveBound(direction, isLarge: isLarge, main) { [weak self] in self?.changes.send(.state) }
  }

  // MARK: The place and the parts

  private struct Refusal: Error { let notice: SamplingNotice }

  /// Returns the parts of the song at the levels of a sample; nil: it is sampled as its file.
  private func parts(_ command: SampleCommand, _ songs: SongController) throws(Refusal) -> SongParts? {
    guard let levels = command.levels else {
      if command.mix == nil || !command.hasSong { return nil }
      if songs.awaitsParts { throw Refusal(notice: .partsAreBeingPrepared) }
      return songs.heardParts
    }
    if levels == .heard, songs.song.partLevels.isEmpty, songs.partsState.lanes.isEmpty { return nil }
    guard var parts = songs.preparedParts else {
      throw Refusal(notice: songs.isPreparingParts ? .partsAreBeingPrepared : .partsAreMissing)
    }
    switch levels {
    case .heard: return songs.heardParts
    case .without(let name), .only(let name):
      let names = parts.parts.map(\.name)
      guard names.contains(name) else { throw Refusal(notice: .unknownPart(name, known: names)) }
      parts.gains = names.map { ($0 == name) == (levels == .only(name)) ? 1 : 0 }
      return parts
    }
  }

  private func place(
    of part: SampleCommand.Part, _ selection: Range<Int>?, _ takes: TakeController, at time: HostTime?
  ) throws(Refusal) -> SamplePlace {
    guard let track = takes.playedTrack, let rate = takes.playback.format?.sampleRate else {
      throw Refusal(notice: model.nowPlaying?.location.address == nil ? .noTrack : .isStream)
    }
    let (ranges, grid) = (takes.ranges, takes.tempo.grid)
    let isGridKnown = ranges.hasBars && takes.tempo.isGridKnown
    var place = SamplePlace(track: track, rate: rate, range: 0..<0)
    switch part {
    case .bar:
      guard isGridKnown else { throw Refusal(notice: .beatsUnknown) }
      let bar = grid.bar(atFrame: ranges.heardFrame(time) ?? ranges.position) - 1
      let bounds = (ranges.frame(ofBar: bar, grid), ranges.frame(ofBar: bar + 1, grid))
      guard bar >= 0, bounds.0 < bounds.1 else { throw Refusal(notice: .noBarYet) }
      (place.bar, place.range) = (bar + 1, bounds.0..<bounds.1)
    case .loop:
      guard let end = ranges.loopEnd, end > ranges.loopStart ?? 0 else { throw Refusal(notice: .noLoop) }
      place.range = (ranges.loopStart ?? 0)..<end
    case .selection:
      // The timeline may show a take without a track.
      guard takes.list.group == .track(track), let selection, !selection.isEmpty else {
        throw Refusal(notice: .noSelection)
      }
      place.range = selection
    }
    if isGridKnown { place.beats = grid.beats(in: place.range) }
    return place
  }

  private func sampleRequest(
    _ command: SampleCommand, _ place: SamplePlace, _ parts: SongParts?, _ takes: TakeController
  ) -> SampleRequest {
    let (from, to) = (
      FrameCount(place.range.lowerBound).seconds(at: place.rate),
      FrameCount(place.range.upperBound).seconds(at: place.rate)
    )
    let title = model.nowPlaying?.listedTitle ?? FilePath(place.track.path.lastComponent.stem).shown
    let artist = model.nowPlaying?.artist.map { " by \($0)" } ?? ""
    let whole = command.mix.map(SampleRequest.name) ?? String(title.prefix(SampleRequest.longestTitle))
    let name =
      switch command.levels {
      case .without(let part): "\(whole) without \(part)"
      case .only(let part): "\(whole) \(part)"
      case .heard, nil: whole
      }
    let part = place.bar.map { "bar \($0)" } ?? SampleRequest.clock(from)
    let song =
      "\(title)\(artist), \(SampleRequest.clock(from)) to \(SampleRequest.clock(to)), "
      + takes.parts.folder.appending(place.track.path).shown
    let sample = KitSampling.Sample(name: "\(name) \(part)", song: song, beats: place.beats)
    return SampleRequest(
      sample: sample, range: place.range, track: place.track.inside(takes.parts.folder), parts: parts,
      export: command.mix.flatMap { sampleExport($0, place, parts, takes) })
  }
}

extension Outcome {
  package static func sampling(_ notice: SamplingNotice) -> Outcome { .notice(.kit(.sampling(notice))) }
}
