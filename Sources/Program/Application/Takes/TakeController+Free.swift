import AudioBase
import Dubbing
import MixEngine
import SystemBase

/// Takes that are recorded over silence: repeating them by bars, and showing them.
extension TakeController {
  /// The bars that the first loop of a take may have, of which the one nearest to the usual tempo is chosen.
  private static let loopBars = (0...6).map { 1 << $0 }
  /// Seconds; a first recording that is shorter does not become a loop.
  private static let shortestLoop = 0.25

  func loop(of entry: Entry) -> Range<Int>? { freeLoop(of: entry)?.range }

  /// Returns the points of the loop of a take: those that were set last, else those that the take has stored.
  private func freeLoop(of entry: Entry) -> FreeLoop? {
    if freeLoop?.entry == entry { return freeLoop }
    return take(entry)?.loop.map { FreeLoop(entry: entry, start: $0.lowerBound, end: $0.upperBound) }
  }

  /// Returns the beats of a take without a track.
  private func grid(of take: Take) -> BeatGrid {
    BeatGrid(
      take.tempo ?? TempoMap(bpm: metronome.tempo), rate: take.frameRate, signature: metronome.signature)
  }

  // MARK: Looping

  /// Returns the frame of the take that plays without its track at a time.
  private func heardFree(at time: HostTime?) -> (take: Take, frame: Int, outputFrame: Int)? {
    guard isPlayingFree, let playback = freePlayback, let take = take(playback.entry),
      let heard = parts.events.timeline.outputFrame(heardAt: time ?? model.now()),
      let frame = playback.frame(atOutputFrame: heard)
    else { return nil }
    return (take, frame, heard)
  }

  /// Sets the start of the loop, or its end, to the bar that is nearest to what is heard.
  func setFreeLoop(_ entry: Entry, isEnd: Bool, at time: HostTime?) {
    guard let heard = heardFree(at: time) else { return notify(.loopNeedsSound) }
    let grid = grid(of: heard.take)
    let bar = nearestBar(heard.frame, grid)
    var loop = freeLoop(of: entry)
    if isEnd {
      let first = grid.bar(atFrame: loop?.start ?? 0)
      loop = FreeLoop(entry: entry, start: loop?.start, end: frame(ofBar: max(bar, first + 1), grid))
    } else {
      let start = frame(ofBar: bar, grid)
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
  func loopFree(_ entry: Entry, bars: Range<Int>) {
    guard let take = take(entry) else { return }
    let grid = grid(of: take)
    let (start, end) = (frame(ofBar: bars.lowerBound, grid), frame(ofBar: bars.upperBound, grid))
    use(FreeLoop(entry: entry, start: start, end: end), of: entry)
  }

  func removeFreeLoop(_ entry: Entry) { use(nil, of: entry) }

  private func use(_ loop: FreeLoop?, of entry: Entry) {
    store(loop, of: entry)
    moveFree(to: nil)
    let (from, to) = freeLoopSeconds(of: entry)
    notify(.loop(from: from, to: to, bars: freeLoopBars(of: entry)))
  }

  /// Sets the loop of a take, and stores it in the take once it has an end.
  private func store(_ loop: FreeLoop?, of entry: Entry) {
    freeLoop = loop
    edit(entry) { $0.loop = loop?.range }
  }

  /// Continues the take that plays with its loop of now.
  ///
  /// - Parameter frame: the frame of the take that is heard next; nil: it plays on.
  func moveFree(to frame: Int?) {
    guard let heard = heardFree(at: nil), var playback = freePlayback, let reported = playback.reported else {
      return
    }
    playback.loop = loop(of: playback.entry)
    let place = Int(saturating: (Double(frame ?? heard.frame) * playback.ratio).rounded())
    let before = playback.moved
    (playback.start, playback.lead) = (0, 0)
    playback.moved = heard.outputFrame - place - reported
    let left = FrameCount(max(playback.length - (frame ?? heard.frame), 0))
    playback.end = model.now().advanced(bySeconds: left.seconds(at: heard.take.frameRate))
    freePlayback = playback
    parts.engine.replaceFree(
      freeSequence(freeHits(of: heard.take), playback), movedBy: playback.moved - before)
    restartBeats()
  }

  /// Seeks to a bar, from 0, of the take that plays without its track, by a number of bars or to a place.
  func seekFree(by count: Int? = nil, toBar bar: Int? = nil) {
    guard let heard = heardFree(at: nil) else { return notify(.loopNeedsSound) }
    let grid = grid(of: heard.take)
    moveFree(to: frame(ofBar: bar ?? target(from: heard.frame, by: count ?? 0, grid), grid))
  }

  // MARK: The first loop

  /// Makes the first recording of a take that began with a hit a loop, whose length it defines. With the metronome, the
  /// length is that of whole bars; without it, the take gets the tempo of which it is whole bars.
  func loopFirstRecording(at time: HostTime) {
    guard let recorded, recorded.track == nil, recorded.firstLayer == 1, parts.recordStart == .firstHit,
      freePlayback == nil, let origin = freeRecording?.origin, let take = recordedTake,
      let heard = parts.events.timeline.outputFrame(heardAt: time)
    else { return }
    let length = heard - origin
    guard FrameCount(length).seconds(at: parts.engine.sampleRate) > TakeController.shortestLoop else {
      return
    }
    let entry = Entry(group: .free, take: take.id)
    if isMetronomeOn, let serial = freeRecording?.serial {
      let grid = grid(of: take)
      let bars = max(nearestBar(length, grid), 1)
      store(FreeLoop(entry: entry, start: 0, end: frame(ofBar: bars, grid)), of: entry)
      begin(take, entry, after: serial, from: origin)
    } else {
      store(FreeLoop(entry: entry, start: 0, end: length), of: entry)
      setTempo(ofLoop: length, entry)
      begin(take, entry, lead: 0)
    }
    if let bars = freeLoopBars(of: entry) {
      notify(
        .free(.looping(take.name, bars: bars.count, bpm: grid(of: self.take(entry) ?? take).bpm(atFrame: 0))))
    }
  }

  /// Continues the sequence of a recording as the loop of its take, in time with it.
  private func begin(_ take: Take, _ entry: Entry, after serial: Int, from origin: Int) {
    var playback = FreePlayback(entry: entry, ratio: 1, loop: loop(of: entry), length: 0, end: model.now())
    (playback.serial, playback.reported) = (serial, origin)
    freePlayback = playback
    parts.engine.replaceFree(freeSequence(freeHits(of: take), playback))
  }

  private func setTempo(ofLoop length: Int, _ entry: Entry) {
    let seconds = FrameCount(length).seconds(at: parts.engine.sampleRate)
    let tempi = TakeController.loopBars.map { Double($0 * metronome.signature.beats) * 60 / seconds }
    let usual = metronome.tempo
    func distance(_ bpm: Double) -> Double { max(bpm / usual, usual / bpm) }
    guard let bpm = tempi.min(by: { distance($0) < distance($1) }), TempoMap.speeds.contains(bpm) else {
      return
    }
    apply(TempoMap(bpm: bpm, signature: metronome.signature), to: entry.group)
  }

  // MARK: Showing

  /// Returns the bounds of the loop of a take without a track in seconds; nil where it has none.
  func freeLoopSeconds(of entry: Entry) -> (from: Double?, to: Double?) {
    guard let loop = freeLoop(of: entry), let take = take(entry) else { return (nil, nil) }
    func seconds(_ frame: Int?) -> Double? { frame.map { FrameCount($0).seconds(at: take.frameRate) } }
    return (seconds(loop.start), seconds(loop.end))
  }

  func freeLoopBars(of entry: Entry) -> ClosedRange<Int>? {
    guard let range = loop(of: entry), let take = take(entry) else { return nil }
    return bars(from: range.lowerBound, to: range.upperBound, grid(of: take))
  }

  /// What is shown of a take without a track.
  package struct FreeView: Hashable, Sendable {
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
  package func freeView(at now: HostTime) -> FreeView? {
    if phase.isBeforeStart || phase == .recording, targetTrack == nil, freePlayback?.loop == nil {
      return recordedView(at: now)
    }
    guard let entry = freeEntry, let take = take(entry) else { return nil }
    var view = FreeView(name: take.name)
    let last = take.layers.reduce(0) { max($0, $1.hits.frames.last ?? 0) }
    view.total = FrameCount(max(last, freeLoop(of: entry)?.end ?? 0)).seconds(
      at: take.frameRate)
    view.isRunning = isPlayingFree
    view.isTempoAssumed = take.tempo == nil && !isMetronomeOn
    if let heard = heardFree(at: now) { show(heard.frame, grid(of: take), in: &view) }
    return view
  }

  private func recordedView(at now: HostTime) -> FreeView {
    var view = FreeView(name: recordedTake?.name ?? "take", isRunning: phase == .recording)
    view.isTempoAssumed = recordedTake?.tempo == nil && !isMetronomeOn
    let grid = recordedTake.map(grid) ?? self.grid
    guard phase == .recording, let origin = freeRecording?.origin,
      let heard = parts.events.timeline.outputFrame(heardAt: now), heard >= origin
    else { return view }
    show(heard - origin, grid, in: &view)
    return view
  }

  private func show(_ frame: Int, _ grid: BeatGrid, in view: inout FreeView) {
    view.seconds = FrameCount(frame).seconds(at: grid.rate)
    let bar = grid.bar(atFrame: frame)
    view.bar = bar + 1
    view.bpm = grid.bpm(atFrame: frame)
    view.secondsToBar = grid.frame(ofBar: bar + 1) / Double(grid.rate.hertz) - view.seconds
  }
}
