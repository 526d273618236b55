import AudioBase
import Dubbing
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
    sampling.onCopy = { [weak self] in
      self?.kits.places.keep(placesOf: $0, in: $1)
      self?.kits.rooms.keep(roomOf: $0, in: $1)
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
    return changePads { tools, kit in
      switch place(of: command.part, selection, takes, at: time) {
      case .failure(let refusal): return refusal.notice
      case .success(let place):
        let request = sampleRequest(command, place, takes)
        let isOwn = tools.sampling.kits.isOwn(kit)
        kits.sampling.run(main) { () throws(SamplingError) in
          let sound = try request.sound(tools)
          let changed = try tools.sampling.add(request.sample, sound, to: command.pad, of: kit)
          let notice = SamplingNotice.sampled(
            name: request.sample.name, pad: changed.value.lowerBound, kit: changed.kit.name, isCopy: !isOwn)
          return SamplingController.Done(changed: changed, former: kit, notice: notice)
        }
        return nil
      }
    }
  }

  /// Cuts a pad into pieces.
  func chop(_ command: ChopCommand) -> Outcome {
    changePads { tools, kit in
      guard let pad = command.pad ?? lastPad(of: kit) else { return .noPad }
      let isOwn = tools.sampling.kits.isOwn(kit)
      kits.sampling.run(main) { () throws(SamplingError) in
        let changed = try tools.sampling.chop(pad, command.cut, into: command.count, of: kit)
        let notice = SamplingNotice.chopped(
          pad: pad, changed.value, kit: changed.kit.name, isCopy: !isOwn)
        return SamplingController.Done(changed: changed, former: kit, notice: notice)
      }
      return nil
    }
  }

  /// Stretches the sample of a pad to a tempo.
  func stretchSample(_ command: StretchCommand) -> Outcome {
    changePads { tools, kit in
      guard let pad = command.pad ?? lastPad(of: kit) else { return .noPad }
      let bpm = command.bpm ?? takes.map { $0.tempo.bpm * $0.tempo.beatSpeed } ?? Metronome.usualTempo
      let isOwn = tools.sampling.kits.isOwn(kit)
      kits.sampling.run(main) { () throws(SamplingError) in
        let changed = try tools.sampling.stretch(pad, to: bpm, of: kit)
        let notice = SamplingNotice.stretched(pad: pad, bpm: bpm, kit: changed.kit.name, isCopy: !isOwn)
        return SamplingController.Done(changed: changed, former: kit, notice: notice)
      }
      return nil
    }
  }

  /// Begins a change of the pads of the loaded kit, unless it is not possible now. `begin` returns why it is not.
  private func changePads(_ begin: (SamplingTools, Kit) -> SamplingNotice?) -> Outcome {
    guard let kit = kits.loaded, let tools = kits.sampling.tools else { return .refused(.noKit) }
    if kits.sampling.isBusy { return .sampling(.isBusy) }
    if kits.editor != nil { return .sampling(.padFormIsOpen) }
    return begin(tools, kit).map(Outcome.sampling) ?? .done.awaits(.notice)
  }

  private func lastPad(of kit: Kit) -> Int? {
    kits.sampling.last.flatMap { $0.kit == kit.path ? $0.pad : nil }
  }

  /// Moves the start or the end of the sample of the edited pad to a zero crossing: the next one, or one 10 ms away. It
  /// is heard at once.
  package func moveBound(_ direction: Int, isLarge: Bool) {
    guard let editor = kits.editor else { return }
    guard let (_, _, path) = try? editor.kit.oneSample(of: editor.number), kits.sampling.tools != nil else {
      return report(.kit(.sampling(.cannotMove(pad: editor.number))))
    }
    kits.sampling.withSound(of: path, main) { [weak self] sound in
      guard let self, var present = kits.editor, present.number == editor.number,
        present.field == editor.field, present.moveBound(direction, isLarge: isLarge, in: sound)
      else { return }
      kits.editor = present
      kits.sampling.boundWasMoved(of: present.number)
      kits.applyEdits()
      changes.send(.state)
    }
  }

  // MARK: The place

  private struct Refusal: Error { let notice: SamplingNotice }

  private func place(
    of part: SampleCommand.Part, _ selection: Range<Int>?, _ takes: TakeController, at time: HostTime?
  ) -> Result<SamplePlace, Refusal> {
    guard let track = takes.playedTrack, let rate = takes.playback.format?.sampleRate else {
      return .failure(Refusal(notice: model.nowPlaying?.location.address == nil ? .noTrack : .isStream))
    }
    let (ranges, grid) = (takes.ranges, takes.tempo.grid)
    let isGridKnown = ranges.hasBars && takes.tempo.isGridKnown
    var place = SamplePlace(track: track, rate: rate, range: 0..<0)
    switch part {
    case .bar:
      guard isGridKnown else { return .failure(Refusal(notice: .beatsUnknown)) }
      let bar = grid.bar(atFrame: ranges.heardFrame(time) ?? ranges.position) - 1
      let bounds = (ranges.frame(ofBar: bar, grid), ranges.frame(ofBar: bar + 1, grid))
      guard bar >= 0, bounds.0 < bounds.1 else { return .failure(Refusal(notice: .noBarYet)) }
      (place.bar, place.range) = (bar + 1, bounds.0..<bounds.1)
    case .loop:
      guard let end = ranges.loopEnd, end > ranges.loopStart ?? 0 else {
        return .failure(Refusal(notice: .noLoop))
      }
      place.range = (ranges.loopStart ?? 0)..<end
    case .selection:
      // The timeline may show a take without a track.
      guard takes.list.group == .track(track), let selection, !selection.isEmpty else {
        return .failure(Refusal(notice: .noSelection))
      }
      place.range = selection
    }
    if isGridKnown { place.beats = grid.beats(in: place.range) }
    return .success(place)
  }

  private func sampleRequest(
    _ command: SampleCommand, _ place: SamplePlace, _ takes: TakeController
  ) -> SampleRequest {
    let (from, to) = (
      FrameCount(place.range.lowerBound).seconds(at: place.rate),
      FrameCount(place.range.upperBound).seconds(at: place.rate)
    )
    let title = model.nowPlaying?.listedTitle ?? FilePath(place.track.path.lastComponent.stem).shown
    let artist = model.nowPlaying?.artist.map { " by \($0)" } ?? ""
    let name = command.mix.map(SampleRequest.name) ?? String(title.prefix(SampleRequest.longestTitle))
    let part = place.bar.map { "bar \($0)" } ?? SampleRequest.clock(from)
    let song =
      "\(title)\(artist), \(SampleRequest.clock(from)) to \(SampleRequest.clock(to)), "
      + takes.parts.folder.appending(place.track.path).shown
    let sample = KitSampling.Sample(name: "\(name) \(part)", song: song, beats: place.beats)
    return SampleRequest(
      sample: sample, range: place.range, track: place.track.inside(takes.parts.folder),
      export: command.mix.flatMap { sampleExport($0, place, takes) })
  }
}

/// What is sampled, for the thread that does it.
struct SampleRequest: Sendable {
  static let longestTitle = 40

  let sample: KitSampling.Sample
  /// Frames of the track.
  let range: Range<Int>
  let track: TrackLocation
  /// The part of the mix that is rendered; nil for the file of the track.
  var export: SampleExport?

  static func name(of mix: MixPart) -> String {
    switch mix {
    case .mix: "mix"
    case .music: "music"
    case .pads: "pads"
    case .pad(let number): "pad \(number)"
    case .layer(let id): "layer \(id)"
    case .instrument: "instrument"
    }
  }

  /// Returns a time as `1:02.345`.
  static func clock(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1_000).rounded())
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
    let seconds = "\(padded(milliseconds / 1_000 % 60, 2)).\(padded(milliseconds % 1_000, 3))"
    return "\(milliseconds / 60_000):\(seconds)"
  }

  /// Reads or renders the sound.
  func sound(_ tools: SamplingTools) throws(SamplingError) -> PCMBuffer {
    do throws(FileError) {
      if let export { return try export.render(tools) }
      return try tools.sampling.writer.read(range, of: track)
    } catch {
      throw .file(error)
    }
  }
}

extension Outcome {
  package static func sampling(_ notice: SamplingNotice) -> Outcome { .notice(.kit(.sampling(notice))) }
}
