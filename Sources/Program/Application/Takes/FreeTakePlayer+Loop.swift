import AudioBase
import Dubbing
import MixEngine
import SystemBase

/// Takes that are recorded over silence: repeating them by bars, and showing them.
extension FreeTakePlayer {
  /// The bars that the first loop of a take may have, of which the one nearest to the usual tempo is chosen.
  private static let loopBars = (0...6).map { 1 << $0 }
  /// Seconds; a first recording that is shorter does not become a loop.
  private static let shortestLoop = 0.25

  func loop(of entry: TakeList.Entry) -> Range<Int>? { loopPoints(of: entry)?.range }

  /// Returns the points of the loop of a take: those that were set last, else those that the take has stored.
  private func loopPoints(of entry: TakeList.Entry) -> FreeLoop? {
    if loopPoints?.entry == entry { return loopPoints }
    return owner.list.take(entry)?.loop.map {
      FreeLoop(entry: entry, start: $0.lowerBound, end: $0.upperBound)
    }
  }

  /// Returns the beats of a take without a track.
  private func grid(of take: Take) -> BeatGrid {
    BeatGrid(
      take.tempo ?? TempoMap(bpm: owner.tempo.metronome.tempo), rate: take.frameRate,
      signature: owner.tempo.metronome.signature)
  }

  // MARK: Looping

  /// Returns the frame of the take that plays without its track at a time.
  private func heardFree(at time: HostTime?) -> (take: Take, frame: Int, outputFrame: Int)? {
    guard isPlaying, let playback, let take = owner.list.take(playback.entry),
      let heard = parts.events.timeline.outputFrame(heardAt: time ?? model.now()),
      let frame = playback.frame(atOutputFrame: heard)
    else { return nil }
    return (take, frame, heard)
  }

  /// Sets the start of the loop, or its end, to the bar that is nearest to what is heard.
  func setLoop(_ entry: TakeList.Entry, isEnd: Bool, at time: HostTime?) {
    guard let heard = heardFree(at: time) else { return owner.notify(.loopNeedsSound) }
    let grid = grid(of: heard.take)
    let bar = nearestBar(heard.frame, grid)
    var loop = loopPoints(of: entry)
    if isEnd {
      let first = grid.bar(atFrame: loop?.start ?? 0)
      loop = FreeLoop(
        entry: entry, start: loop?.start, end: owner.ranges.frame(ofBar: max(bar, first + 1), grid))
    } else {
      let start = owner.ranges.frame(ofBar: bar, grid)
      loop = FreeLoop(entry: entry, start: start, end: loop?.end.flatMap { $0 > start ? $0 : nil })
    }
    use(loop, of: entry)
  }

  private func nearestBar(_ frame: Int, _ grid: BeatGrid) -> Int {
    let bar = grid.bar(atFrame: frame)
    let (start, end) = (grid.frame(ofBar: bar), grid.frame(ofBar: bar + 1))
    return max(0, Double(frame) - start < end - Double(frame) ? bar : bar + 1)
  }

  /// Repeats bars, from 0, of a take without a track.
  func loopFree(_ entry: TakeList.Entry, bars: Range<Int>) {
    guard let take = owner.list.take(entry) else { return }
    let grid = grid(of: take)
    let (start, end) = (
      owner.ranges.frame(ofBar: bars.lowerBound, grid), owner.ranges.frame(ofBar: bars.upperBound, grid)
    )
    use(FreeLoop(entry: entry, start: start, end: end), of: entry)
  }

  /// Uses a loop from now on; nil for none.
  func use(_ loop: FreeLoop?, of entry: TakeList.Entry) {
    store(loop, of: entry)
    moveFree(to: nil)
    let (from, to) = loopSeconds(of: entry)
    owner.notify(.loop(from: from, to: to, bars: loopBars(of: entry)))
  }

  /// Sets the loop of a take, and stores it in the take once it has an end.
  private func store(_ loop: FreeLoop?, of entry: TakeList.Entry) {
    loopPoints = loop
    owner.list.edit(entry) { $0.loop = loop?.range }
  }

  /// Continues the take that plays with its loop of now.
  ///
  /// - Parameter frame: the frame of the take that is heard next; nil: it plays on.
  func moveFree(to frame: Int?) {
    guard let heard = heardFree(at: nil), var playback, let reported = playback.reported else {
      return
    }
    playback.loop = loop(of: playback.entry)
    let place = Int(saturating: (Double(frame ?? heard.frame) * playback.ratio).rounded())
    let before = playback.moved
    (playback.start, playback.lead) = (0, 0)
    playback.moved = heard.outputFrame - place - reported
    let left = FrameCount(max(playback.length - (frame ?? heard.frame), 0))
    playback.end = model.now().advanced(bySeconds: left.seconds(at: heard.take.frameRate))
    self.playback = playback
    plan += 1
    parts.engine.replaceFree(
      firstSequence(of: heard.take, playback, from: frame ?? heard.frame), movedBy: playback.moved - before,
      lanes: owner.lanes.courses(of: heard.take, playback))
    owner.tempo.restartBeats()
  }

  /// Seeks to a bar, from 0, of the take that plays without its track, by a number of bars or to a place.
  func seek(by count: Int? = nil, toBar bar: Int? = nil) {
    guard let heard = heardFree(at: nil) else { return owner.notify(.loopNeedsSound) }
    let grid = grid(of: heard.take)
    moveFree(
      to: owner.ranges.frame(ofBar: bar ?? owner.ranges.target(from: heard.frame, by: count ?? 0, grid), grid)
    )
  }

  // MARK: The first loop

  /// Makes the first recording of a take that began with a hit a loop, whose length it defines. With the metronome, the
  /// length is that of whole bars; without it, the take gets the tempo of which it is whole bars.
  func loopFirstRecording(at time: HostTime) {
    guard let recorded = owner.recording.recorded, recorded.track == nil, recorded.firstLayer == 1,
      owner.recording.recordStart == .firstHit,
      playback == nil, let origin = owner.recording.freeRecording?.origin,
      let take = owner.recording.recordedTake,
      let heard = parts.events.timeline.outputFrame(heardAt: time)
    else { return }
    let length = heard - origin
    guard FrameCount(length).seconds(at: parts.engine.sampleRate) > FreeTakePlayer.shortestLoop else {
      return
    }
    let entry = TakeList.Entry(group: .free, take: take.id)
    if owner.tempo.isMetronomeOn, let serial = owner.recording.freeRecording?.serial {
      let grid = grid(of: take)
      let bars = max(nearestBar(length, grid), 1)
      store(FreeLoop(entry: entry, start: 0, end: owner.ranges.frame(ofBar: bars, grid)), of: entry)
      begin(take, entry, after: serial, from: origin)
    } else {
      store(FreeLoop(entry: entry, start: 0, end: length), of: entry)
      setTempo(ofLoop: length, entry)
      begin(take, entry, lead: 0)
    }
    if let bars = loopBars(of: entry) {
      owner.notify(
        .free(
          .looping(take.name, bars: bars.count, bpm: grid(of: owner.list.take(entry) ?? take).bpm(atFrame: 0))
        ))
    }
  }

  /// Continues the sequence of a recording as the loop of its take, in time with it.
  private func begin(_ take: Take, _ entry: TakeList.Entry, after serial: Int, from origin: Int) {
    var playback = FreePlayback(entry: entry, ratio: 1, loop: loop(of: entry), length: 0, end: model.now())
    (playback.serial, playback.reported) = (serial, origin)
    self.playback = playback
    plan += 1
    parts.engine.replaceFree(
      firstSequence(of: take, playback, from: playback.start), lanes: owner.lanes.courses(of: take, playback))
  }

  private func setTempo(ofLoop length: Int, _ entry: TakeList.Entry) {
    let seconds = FrameCount(length).seconds(at: parts.engine.sampleRate)
    let tempi = FreeTakePlayer.loopBars.map {
      Double($0 * owner.tempo.metronome.signature.beats) * 60 / seconds
    }
    let usual = owner.tempo.metronome.tempo
    func distance(_ bpm: Double) -> Double { max(bpm / usual, usual / bpm) }
    guard let bpm = tempi.min(by: { distance($0) < distance($1) }), TempoMap.speeds.contains(bpm) else {
      return
    }
    owner.tempo.apply(TempoMap(bpm: bpm, signature: owner.tempo.metronome.signature), to: entry.group)
  }

  // MARK: Showing

  /// Returns the bounds of the loop of a take without a track in seconds; nil where it has none.
  func loopSeconds(of entry: TakeList.Entry) -> (from: Double?, to: Double?) {
    guard let loop = loopPoints(of: entry), let take = owner.list.take(entry) else { return (nil, nil) }
    func seconds(_ frame: Int?) -> Double? { frame.map { FrameCount($0).seconds(at: take.frameRate) } }
    return (seconds(loop.start), seconds(loop.end))
  }

  func loopBars(of entry: TakeList.Entry) -> ClosedRange<Int>? {
    guard let range = loop(of: entry), let take = owner.list.take(entry) else { return nil }
    return owner.ranges.bars(from: range.lowerBound, to: range.upperBound, grid(of: take))
  }

  /// What is shown of a take without a track.
  package struct View: Hashable, Sendable {
    package var name: String
    /// Whether it is heard or recorded.
    package var isRunning = false
    package var seconds = 0.0
    /// The length; nil while it is recorded.
    package var total: Double?
    package var bar: Int?
    /// The tempo at the place that is heard; nil where nothing is.
    package var bpm: Double?
    /// Whether neither the take nor the metronome states the tempo.
    package var isTempoAssumed = false
    /// The seconds until another bar begins.
    package var secondsToBar: Double?
  }

  /// Returns the take without a track that keys act on, or that is recorded; nil if there is none.
  package func view(at now: HostTime) -> View? {
    if owner.recording.phase.isBeforeStart || owner.recording.phase == .recording,
      owner.recording.state.track == nil, playback?.loop == nil
    {
      return recordedView(at: now)
    }
    guard let entry = keyEntry, let take = owner.list.take(entry) else { return nil }
    var view = View(name: take.name)
    let last = take.layers.reduce(0) { max($0, $1.hits.frames.last ?? 0) }
    view.total = FrameCount(max(last, loopPoints(of: entry)?.end ?? 0)).seconds(
      at: take.frameRate)
    view.isRunning = isPlaying
    view.isTempoAssumed = take.tempo == nil && !owner.tempo.isMetronomeOn
    if let heard = heardFree(at: now) { show(heard.frame, grid(of: take), in: &view) }
    return view
  }

  private func recordedView(at now: HostTime) -> View {
    var view = View(
      name: owner.recording.recordedTake?.name ?? "take", isRunning: owner.recording.phase == .recording)
    view.isTempoAssumed = owner.recording.recordedTake?.tempo == nil && !owner.tempo.isMetronomeOn
    let grid = owner.recording.recordedTake.map(grid) ?? owner.tempo.grid
    guard owner.recording.phase == .recording, let origin = owner.recording.freeRecording?.origin,
      let heard = parts.events.timeline.outputFrame(heardAt: now), heard >= origin
    else { return view }
    show(heard - origin, grid, in: &view)
    return view
  }

  private func show(_ frame: Int, _ grid: BeatGrid, in view: inout View) {
    view.seconds = FrameCount(frame).seconds(at: grid.rate)
    let bar = grid.bar(atFrame: frame)
    view.bar = bar + 1
    view.bpm = grid.bpm(atFrame: frame)
    view.secondsToBar = grid.frame(ofBar: bar + 1) / Double(grid.rate.hertz) - view.seconds
  }
}
