import Dubbing
import MixEngine
import Observation
import Player
import SystemBase

/// Compares played hits with the beats that were heard when the keys were pressed. Main thread.
///
/// A pass lasts while the same track, or the metronome without music, plays with the same beat grid. The statistics of a pass
/// are kept until the first hit of the next pass.
@MainActor @Observable
package final class PracticeController: TakePart {
  private struct Source: Hashable {
    var id: HeardPlace.ID
    var grid: BeatGrid
  }

  /// The deviation of the last hit of each pad in seconds; negative if it was early. Pads whose last hit had no beat to be
  /// compared with are left out.
  package private(set) var lateness: [Int: Double] = [:]
  package private(set) var log = PracticeLog(division: HitTiming.usualDivision)
  /// The number of last bars whose statistics are shown.
  package private(set) var bars = 4
  /// The statistics of completed bars, `barsPerLine` at a time. Sent while `lines` is on.
  @ObservationIgnored package let ended = EventStream<PracticeBars>()
  @ObservationIgnored private var barsPerLine = 1
  @ObservationIgnored package var onNotice: (PracticeNotice) -> Void = { _ in }
  /// The first bar that was not sent to `ended`; nil while `lines` is off.
  @ObservationIgnored private var firstUnreported: PracticeLog.Bar?
  /// The time at which the next bar is sent; nil if there is none.
  @ObservationIgnored package private(set) var nextBar: HostTime?
  /// The seconds after the end of a bar within which its last hits are reported.
  private static let lag = 0.1
  /// The source of the beats of the pass; nil if the music has stopped.
  @ObservationIgnored private var source: Source?
  /// The time of the first hit of the pass.
  @ObservationIgnored private var start = HostTime(nanoseconds: 0)
  @ObservationIgnored private var passes = PlaythroughCounter()

  func receive(_ event: PlayerEvent) {
    switch event {
    case .item, .state(.stopped): endPass()
    default: break
    }
  }

  private func endPass() {
    reportBars(before: .last)
    source = nil
    if !lateness.isEmpty { lateness = [:] }
  }

  package func receive(_ segment: MusicSegment) { passes.apply(segment) }

  package func receive(_ hit: StartedHit) {
    guard !hit.isPlanned else { return }
    guard owner.tempo.isGridKnown, let heard = owner.tempo.heardPlace(at: hit.keyTime),
      heard.isPlayedTo(division: log.all.division)
    else { return note(nil, of: hit.pad) }
    let source = Source(id: heard.id, grid: heard.grid)
    if self.source != source { begin(source, at: hit.keyTime) }
    let compared = HitTiming.Hit(
      pad: hit.pad, frame: heard.frame, heard.grid, division: log.all.division, speed: heard.speed,
      time: hit.keyTime.seconds(since: start))
    log.add(
      compared,
      in: PracticeLog.Bar(pass: pass(at: hit.keyTime), number: heard.grid.bar(ofBeat: compared.beat)))
    note(compared.distance, of: hit.pad)
  }

  private func begin(_ source: Source, at time: HostTime) {
    reportBars(before: .last)
    (self.source, start) = (source, time)
    if firstUnreported != nil { firstUnreported = .first }
    log = PracticeLog(division: log.all.division)
    lateness = [:]
  }

  private func note(_ distance: Double?, of pad: Int) {
    if lateness[pad] != distance { lateness[pad] = distance }
  }

  // MARK: Commands

  package func perform(_ command: PracticeCommand) {
    switch command {
    case .parts(let count):
      clear(division: count)
      onNotice(.parts(count))
    case .bars(let count):
      bars = count
      onNotice(.bars(count))
    case .lines(let bars):
      // The bars of a pass that has ended are not sent.
      firstUnreported = bars == nil ? nil : source == nil ? .last : log.lastBar ?? .first
      barsPerLine = bars ?? 1
      onNotice(.lines(bars: bars))
    case .clear:
      clear(division: log.all.division)
      onNotice(.cleared)
    }
  }

  private func clear(division: Int) {
    endPass()
    log = PracticeLog(division: division)
  }

  // MARK: Bars

  /// Sends the completed bars. Must be called when `nextBar` is due.
  package func follow(at now: HostTime) {
    nextBar = nil
    let time = now.advanced(bySeconds: -PracticeController.lag)
    guard firstUnreported != nil, source != nil, let heard = owner.tempo.heardPlace(at: time) else { return }
    let number = heard.grid.bar(atFrame: heard.frame)
    reportBars(before: PracticeLog.Bar(pass: pass(at: time), number: number))
    nextBar = now.advanced(bySeconds: heard.seconds(toBeat: (number + 1) * heard.grid.signature.beats))
  }

  /// Sends the bars that have not been sent, as many at a time as a line has. At the end of a pass a line may have fewer.
  private func reportBars(before end: PracticeLog.Bar) {
    guard let start = firstUnreported, start < end else { return }
    var bars = log.bars(from: start, before: end)[...]
    while bars.count >= barsPerLine || end == .last && !bars.isEmpty {
      let line = bars.prefix(barsPerLine)
      bars = bars.dropFirst(barsPerLine)
      guard let first = line.first, let last = line.last else { break }
      let next = bars.first ?? end
      ended.send(
        PracticeBars(
          first: first.number + 1, last: last.number + 1, timing: log.timing(from: first, before: next)))
    }
    firstUnreported = bars.first ?? end
  }

  /// Returns the number of the playthrough of the track that is heard at a time.
  private func pass(at time: HostTime) -> Int {
    parts.events.timeline.outputFrame(heardAt: time).map(passes.pass(atOutputFrame:)) ?? 0
  }
}
