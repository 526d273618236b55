import AudioBase
import Dubbing
import MixEngine
import Observation
import Player
import SystemBase

/// Compares the hits of the player with the beats that were heard when they were struck. Main thread.
///
/// A pass lasts while the same music, or the metronome without music, is heard by the same beats. The figures of a pass
/// stay until a hit of the next one.
@MainActor @Observable
package final class PracticeController {
  /// The beats that a pass is played to.
  private struct Source: Hashable {
    var id: HeardPlace.ID
    var grid: BeatGrid
  }

  /// The seconds from its place of the last hit of each pad; negative if it was early. Pads whose last hit was outside
  /// the window are left out.
  package private(set) var lateness: [Int: Double] = [:]
  package private(set) var log = PracticeLog(division: HitTiming.usualDivision)
  /// The number of last bars whose figures are shown.
  package private(set) var bars = 4
  /// The figures of each bar, when it has ended, if that was asked for.
  @ObservationIgnored package let ended = EventStream<PracticeBar>()
  @ObservationIgnored package var onNotice: (PracticeNotice) -> Void = { _ in }
  /// Whether bars are told; those from this one on are not told yet.
  @ObservationIgnored private var untold: PracticeLog.Bar?
  /// The time at which a bar is told; nil if none is.
  @ObservationIgnored package private(set) var nextBar: HostTime?
  /// Seconds after the end of a bar until its last hits have been reported.
  private static let lag = 0.1
  @ObservationIgnored private let takes: TakeController
  /// The beats of the pass; nil when its music has stopped.
  @ObservationIgnored private var source: Source?
  /// The time of the first hit of the pass.
  @ObservationIgnored private var start = HostTime(nanoseconds: 0)
  @ObservationIgnored private var passes = PlaythroughCounter()
  @ObservationIgnored private var subscription: EventStream<PlayerEvent>.Subscription?

  package init(_ takes: TakeController) {
    self.takes = takes
    subscription = takes.model.events.subscribe { [weak self] in self?.receive($0) }
  }

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .item, .state(.stopped): endPass()
    case .state, .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .seeked, .queue, .output,
      .notice:
      break
    }
  }

  private func endPass() {
    tellBars(before: .last)
    source = nil
    if !lateness.isEmpty { lateness = [:] }
  }

  /// Handles a segment of music that the engine has started.
  package func receive(_ segment: MusicSegment) { passes.apply(segment) }

  /// Handles a hit that the engine has started, as soon as it is reported.
  package func receive(_ hit: StartedHit) {
    guard !hit.isPlanned else { return }
    guard takes.isGridKnown, let heard = takes.heardPlace(at: hit.keyTime), heard.isPlayedTo else {
      return note(nil, of: hit.pad)
    }
    let source = Source(id: heard.id, grid: heard.grid)
    if self.source != source { begin(source, at: hit.keyTime) }
    let compared = HitTiming.Hit(
      pad: hit.pad, frame: heard.frame, heard.grid, division: log.all.division, speed: heard.speed,
      time: hit.keyTime.seconds(since: start))
    log.add(
      compared,
      in: PracticeLog.Bar(pass: pass(at: hit.keyTime), number: heard.grid.bar(ofBeat: compared.beat)))
    note(compared.isInWindow ? compared.distance : nil, of: hit.pad)
  }

  private func begin(_ source: Source, at time: HostTime) {
    tellBars(before: .last)
    (self.source, start) = (source, time)
    if untold != nil { untold = .first }
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
    case .lines(let isOn):
      // The bars of a pass that has ended are not told any more.
      untold = isOn ? (source == nil ? .last : log.lastBar ?? .first) : nil
      onNotice(.lines(isOn))
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

  /// Tells the bars that have ended. Called when `nextBar` is due.
  package func follow(at now: HostTime) {
    nextBar = nil
    let time = now.advanced(bySeconds: -PracticeController.lag)
    guard untold != nil, source != nil, let heard = takes.heardPlace(at: time) else { return }
    let number = heard.grid.bar(atFrame: heard.frame)
    tellBars(before: PracticeLog.Bar(pass: pass(at: time), number: number))
    nextBar = now.advanced(bySeconds: heard.seconds(toBeat: (number + 1) * heard.grid.signature.beats))
  }

  private func tellBars(before end: PracticeLog.Bar) {
    guard let untold, untold < end else { return }
    self.untold = end
    for (bar, timing) in log.bars(from: untold, before: end) {
      ended.send(PracticeBar(number: bar.number + 1, timing: timing))
    }
  }

  /// The pass through the track that is heard at a time.
  private func pass(at time: HostTime) -> Int {
    takes.parts.events.timeline.outputFrame(heardAt: time).map(passes.pass(atOutputFrame:)) ?? 0
  }
}
