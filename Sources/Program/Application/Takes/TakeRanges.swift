import AudioBase
import Dubbing
import Observation
import SystemBase

/// The loop and the punch range, in frames of the track, and its bars. Main thread.
@MainActor @Observable
package final class TakeRanges: TakePart {
  /// Frames of the track; a missing end is the end of the track.
  package private(set) var loopStart: Int?
  package private(set) var loopEnd: Int?
  package private(set) var punchIn: Int?
  package private(set) var punchOut: Int?
  /// The loop of the last session, until its track is heard or another one is chosen.
  @ObservationIgnored private var restoredLoop: (track: TrackLocation, seconds: ClosedRange<Double>)?

  /// Removes the ranges of the former track.
  func trackChanged() {
    (loopStart, loopEnd, punchIn, punchOut) = (nil, nil, nil, nil)
    if restoredLoop?.track != owner.playedTrack { restoredLoop = nil }
  }

  var punch: Range<Int>? { TakeRanges.range(punchIn, punchOut) }

  private static func range(_ start: Int?, _ end: Int?) -> Range<Int>? {
    if start == nil && end == nil { return nil }
    let (start, end) = (start ?? 0, end ?? .max)
    return start < end ? start..<end : nil
  }

  /// Returns the frame of the track that was heard when a key was read, or now.
  func heardFrame(_ time: HostTime? = nil) -> Int? {
    guard let heard = parts.transport.heard(at: time ?? model.now()), heard.item == model.nowPlaying?.id
    else {
      return nil
    }
    return max(0, heard.trackFrame.value)
  }

  /// Returns the beat that is nearest to a frame of the track; the frame itself if the tempo is not known.
  func nearestBeat(to frame: Int) -> Int {
    guard owner.list.track.knownTempo != nil else { return frame }
    return max(0, owner.tempo.grid.frame(ofBeatNear: frame))
  }

  /// Returns the first beat after a frame of the track; nil if the tempo is not known.
  private func beat(after frame: Int) -> Int? {
    guard owner.list.track.knownTempo != nil else { return nil }
    return Int(
      saturating: owner.tempo.grid.frame(ofBeat: owner.tempo.grid.beat(atFrame: frame) + 1).rounded())
  }

  /// The loop in shares of the track; nil if there is none or the length of the track is not known.
  package var loopShares: ClosedRange<Double>? {
    guard loopStart != nil || loopEnd != nil, let format = owner.playback.format,
      let length = format.length?.value, length > 0
    else { return nil }
    let start = min(Double(loopStart ?? 0) / Double(length), 1)
    return start...max(start, loopEnd.map { min(Double($0) / Double(length), 1) } ?? 1)
  }

  /// The bars of the loop, from 1; nil if it does not begin and end with a bar.
  package var loopBars: ClosedRange<Int>? {
    if let freeEntry = owner.free.keyEntry { return owner.free.loopBars(of: freeEntry) }
    return hasBars ? loopEnd.flatMap { bars(from: loopStart ?? 0, to: $0, owner.tempo.grid) } : nil
  }

  /// The bounds of the loop in seconds; without an end, it has been begun.
  package var loopSeconds: (from: Double?, to: Double?) {
    owner.free.keyEntry.map(owner.free.loopSeconds) ?? (seconds(loopStart), seconds(loopEnd))
  }

  func perform(_ command: LoopCommand, at time: HostTime?) {
    switch command {
    case .bars(let bars): perform(bars)
    case .start: startLoop(at: time)
    case .end: endLoop(at: time)
    case .off: removeLoop()
    // Starts the loop, then ends it, then removes it.
    case .next:
      switch loopSeconds {
      case (nil, nil): startLoop(at: time)
      case (_, nil): endLoop(at: time)
      case (_, _?): removeLoop()
      }
    }
  }

  func perform(_ command: PunchCommand, at time: HostTime?) {
    switch command {
    case .in: setPunchIn(at: time)
    case .out: setPunchOut(at: time)
    case .off:
      (punchIn, punchOut) = (nil, nil)
      punchChanged()
    }
  }

  func startLoop(at time: HostTime? = nil) {
    if let freeEntry = owner.free.keyEntry { return owner.free.setLoop(freeEntry, isEnd: false, at: time) }
    guard let here = heardFrame(time).map(nearestBeat(to:)) else { return owner.notify(.loopNeedsSound) }
    loopStart = here
    if let end = loopEnd, end <= here { loopEnd = nil }
    loopChanged()
  }

  func endLoop(at time: HostTime? = nil) {
    if let freeEntry = owner.free.keyEntry { return owner.free.setLoop(freeEntry, isEnd: true, at: time) }
    guard let here = heardFrame(time) else { return owner.notify(.loopNeedsSound) }
    guard here > loopStart ?? 0 else { return }
    let end = nearestBeat(to: here)
    // A range that is shorter than half a beat becomes one beat.
    loopEnd = end > loopStart ?? 0 ? end : beat(after: loopStart ?? 0) ?? here
    loopChanged()
  }

  /// Sets the loop to frames of the track.
  func setLoop(_ range: Range<Int>) {
    (loopStart, loopEnd) = (range.lowerBound, range.upperBound)
    loopChanged()
  }

  /// The loop of the current track in seconds, for the next start; nil if it is not both begun and ended.
  package var loopToSave: ClosedRange<Double>? {
    if let restoredLoop, restoredLoop.track == owner.playedTrack { return restoredLoop.seconds }
    guard let end = seconds(loopEnd) else { return nil }
    return (seconds(loopStart) ?? 0)...end
  }

  /// Sets the loop of the last session as soon as its track is heard, because its sample rate is not known before.
  package func restoreLoop(_ loop: (track: TrackLocation, seconds: ClosedRange<Double>)?) {
    restoredLoop = loop
  }

  func applyRestoredLoop() {
    guard let loop = restoredLoop, loop.track == owner.playedTrack,
      let rate = owner.playback.format?.sampleRate
    else { return }
    restoredLoop = nil
    let start = FrameCount(seconds: loop.seconds.lowerBound, at: rate).value
    setLoop(start..<max(FrameCount(seconds: loop.seconds.upperBound, at: rate).value, start + 1))
  }

  func removeLoop() {
    restoredLoop = nil
    if let freeEntry = owner.free.keyEntry { return owner.free.use(nil, of: freeEntry) }
    (loopStart, loopEnd) = (nil, nil)
    loopChanged()
  }

  private func loopChanged() {
    if owner.tempo.click.silent > 0, owner.tempo.isMetronomeOn, let playedTrack = owner.playedTrack {
      owner.tempo.countClickBars()
      owner.list.forgetSequences(of: playedTrack)
      owner.playback.sendSequences()
    }
    let loop = loopEnd.map { (loopStart ?? 0)..<$0 }
    parts.transport.setLoop(loop)
    if let loop { owner.songs.keepLoop(loop) }
    owner.notify(.loop(from: seconds(loopStart), to: seconds(loopEnd), bars: loopBars))
  }

  func setPunchIn(at time: HostTime? = nil) {
    guard let here = heardFrame(time) else { return owner.notify(.loopNeedsSound) }
    punchIn = here
    if let end = punchOut, end <= here { punchOut = nil }
    punchChanged()
  }

  func setPunchOut(at time: HostTime? = nil) {
    guard let here = heardFrame(time) else { return owner.notify(.loopNeedsSound) }
    guard here > punchIn ?? 0 else { return }
    punchOut = here
    punchChanged()
  }

  private func punchChanged() {
    // A recording that ends belongs to another track.
    if owner.recording.state.waiting.isEmpty { parts.journal.setPunch(punch) }
    owner.notify(.punch(from: seconds(punchIn), to: seconds(punchOut)))
  }

  package func seconds(_ frame: Int?) -> Double? {
    frame.map { FrameCount($0).seconds(at: owner.playback.format?.sampleRate ?? .standard) }
  }
}
