import AudioBase
import Dubbing
import MixEngine
import Observation
import Player
import SystemBase

/// Plays takes without their tracks. Main thread.
@MainActor @Observable
package final class FreeTakePlayer: TakePart {
  /// The seconds of a long take whose hits are planned as it begins.
  private static let plannedAtOnce = 10.0

  /// The take that plays without its track.
  var playback: FreePlayback?
  /// The loop that was set last.
  var loopPoints: FreeLoop?
  /// The takes without a track that were recorded or played in this run.
  @ObservationIgnored var usedTakes: Set<Take.ID> = []
  /// The number of the sequence that was requested last: an older one is not sent.
  @ObservationIgnored var plan = 0

  /// The take without a track that the keys for playing, pausing and looping control; nil while music plays.
  ///
  /// It is the take that plays. If none plays, it is the current one, if that was recorded or chosen last, or if there is no
  /// music.
  var keyEntry: TakeList.Entry? {
    if model.playbackState == .playing { return nil }
    if let playback, isPlaying { return playback.entry }
    guard model.playbackState == .stopped, owner.list.group == .free || owner.list.group == .lost,
      owner.list.lastGroup != nil || model.nowPlaying == nil
    else { return nil }
    return owner.list.currentEntry
  }

  package var isPlaying: Bool {
    guard let playback else { return false }
    return playback.loop != nil || model.now() < playback.end
  }

  /// Plays or stops the take without a track that keys act on; ends its recording. Returns whether there is one.
  func toggle(at time: HostTime? = nil) -> Bool {
    if owner.recording.phase.isBeforeStart || owner.recording.phase == .recording,
      owner.recording.state.track == nil,
      playback?.loop != nil || model.nowPlaying == nil
    {
      owner.recording.end(at: time)
      end()
      return true
    }
    guard let keyEntry, !owner.recording.isActive else { return false }
    play(keyEntry)
    return true
  }

  /// Plays a take without its track, or stops it.
  func play(_ entry: TakeList.Entry) {
    guard let take = owner.list.take(entry) else { return }
    if isPlaying, playback?.entry == entry {
      owner.notify(.free(.stopped(take.name)))
      return end()
    }
    owner.playback.isOn = true
    usedTakes.insert(take.id)
    begin(take, entry, lead: 0)
    // A take that was recorded to the metronome begins on its first beat.
    owner.tempo.restartBeats()
    owner.notify(.free(.playing(take.name)))
  }

  /// Starts the engine's sequence of a take, from the beginning of its loop if it has one.
  ///
  /// - Parameter before: hits in front of the take, which has to be `lead` output frames later.
  func begin(
    _ take: Take, _ entry: TakeList.Entry, before: [PlannedHit] = [], lead: Int, hitsSince: HostTime? = nil
  ) {
    plan += 1
    owner.playback.onPads(take.pads)
    let loop = loop(of: entry)
    let rate = parts.engine.sampleRate
    let ratio = Double(rate.hertz) / Double(take.frameRate.hertz)
    // The hits of these patterns are still computed.
    let awaited = take.layers.filter { take.sounds($0) && owner.playback.copies(of: $0) == nil }
    let ends = awaited.compactMap { $0.settings.patterns.last?.end }
    let last = take.layers.filter(take.sounds).compactMap { played($0).frames.max() }.max()
    let length = max(last ?? 0, ends.max() ?? 0)
    var playback = FreePlayback(
      entry: entry, ratio: ratio, lead: lead, start: loop?.lowerBound ?? 0, loop: loop, length: length,
      end: model.now().advanced(bySeconds: FrameCount(length).seconds(at: take.frameRate)))
    playback.serial = parts.engine.startFree(
      before.isEmpty
        ? firstSequence(of: take, playback, from: playback.start)
        : FreeTakePlayer.sequence(hits(of: take), playback, before: before),
      isOpen: loop != nil, hitsSince: hitsSince,
      lanes: owner.lanes.courses(of: take, playback))
    self.playback = playback
    owner.lanes.updateValues()
  }

  /// Returns the hits of a take by frames of the output from its beginning on, without those of patterns that are not
  /// computed yet. They are sent when they are. `start` are the frames of the output before it.
  func hits(of take: Take, after start: Int = 0) -> [PlannedHit] {
    TakeCompiler.freeHits(
      of: take, rate: parts.engine.sampleRate, after: start, knowsSamples: owner.list.knowsSamples(take)
    ) { [self] in played($0) }
  }

  private func played(_ layer: Layer) -> HitColumns {
    parts.service.copies.playedHits(of: layer) ?? layer.hits
  }

  /// Returns the sequence with which a take begins or goes on at one of its frames. That of a long take has the hits that are
  /// heard first; the whole sequence replaces it once another thread has computed it.
  func firstSequence(of take: Take, _ playback: FreePlayback, from frame: Int) -> HitSequence {
    guard LongPlans.isLong(take) else { return FreeTakePlayer.sequence(hits(of: take), playback) }
    sendPlanned(take, playback)
    let heard = frame..<frame + Int(FreeTakePlayer.plannedAtOnce * Double(take.frameRate.hertz))
    let hits = TakeCompiler.freeHits(
      of: take, rate: parts.engine.sampleRate, knowsSamples: owner.list.knowsSamples(take)
    ) { [self] layer in
      let hits = played(layer)
      let places = hits.frames.indices.lazy.filter { heard.contains(hits.frames[$0]) }
      return hits.hits(at: Array(places.prefix(LongPlans.mostAtOnce)))
    }
    return FreeTakePlayer.sequence(hits, playback)
  }

  private func sendPlanned(_ take: Take, _ playback: FreePlayback) {
    let (rate, knowsSamples) = (parts.engine.sampleRate, owner.list.knowsSamples(take))
    parts.service.plan(plan) {
      FreeTakePlayer.sequence(
        TakeCompiler.freeHits(of: take, rate: rate, knowsSamples: knowsSamples), playback)
    }
  }

  nonisolated static func sequence(
    _ hits: [PlannedHit], _ playback: FreePlayback, before: [PlannedHit] = []
  ) -> HitSequence {
    let start = playback.lead - Int(saturating: (Double(playback.start) * playback.ratio).rounded())
    let moved = hits.map { $0.moved(by: start) }.filter { $0.frame >= playback.lead }
    guard let loop = playback.loop else { return HitSequence(before + moved) }
    return HitSequence(
      before + moved, lead: Double(start) + Double(loop.lowerBound) * playback.ratio,
      period: Double(loop.count) * playback.ratio)
  }

  /// Sends the hits of the take that plays without its track again after a change: those of a long one when they have been
  /// computed on another thread.
  func send() {
    guard isPlaying, !owner.recording.phase.isBeforeStart, let playback,
      let take = owner.list.take(playback.entry)
    else {
      return
    }
    plan += 1
    guard owner.playback.isOn, LongPlans.isLong(take) else {
      let hits = owner.playback.isOn ? hits(of: take) : []
      return replace(with: FreeTakePlayer.sequence(hits, playback), plan)
    }
    sendPlanned(take, playback)
  }

  /// Plays a sequence in place of the one that plays, unless another one was requested since.
  func replace(with sequence: HitSequence, _ number: Int) {
    guard number == plan, isPlaying, let playback, let take = owner.list.take(playback.entry) else { return }
    parts.engine.replaceFree(sequence, lanes: owner.lanes.courses(of: take, playback))
  }

  func end() {
    if playback == nil { return }
    plan += 1
    playback = nil
    parts.engine.startFree(HitSequence([]))
    owner.tempo.updateBeats()
    owner.lanes.updateValues()
  }

  /// Notes where the engine has begun a free sequence.
  func sequenceBegan(_ serial: Int, at frame: Int) {
    guard playback?.serial == serial else { return }
    playback?.reported = frame
    owner.tempo.updateBeats()
  }

  /// Plays one hit of a take, unless something is recorded or played without a track.
  package func audition(_ hit: TakeHit) {
    guard !owner.recording.isActive, !isPlaying, let take = owner.list.current else { return }
    owner.playback.onPads(take.pads)
    var planned = PlannedHit(hit, gain: 1, knowsSamples: owner.list.knowsSamples(take))
    planned.frame = 0
    parts.engine.startFree(HitSequence([planned]))
  }

  /// Plays a pad once, unless something is recorded or played without a track. Returns whether it plays.
  ///
  /// - Parameter sample: the index of the samples; nil: those of any strike.
  @discardableResult
  func audition(pad: Int, velocity: Int = 100, sample: Int? = nil) -> Bool {
    if owner.recording.isActive || isPlaying { return false }
    let hit = TakeHit(frame: 0, pad: pad, velocity: velocity, sample: sample ?? TakeHit.anySample)
    parts.engine.startFree(HitSequence([PlannedHit(hit, gain: 1, knowsSamples: sample != nil)]))
    return true
  }
}

/// A take that plays without its track.
struct FreePlayback {
  let entry: TakeList.Entry
  /// Output frames for each frame of the take.
  let ratio: Double
  /// The serial number of the engine's free sequence.
  var serial = 0
  /// Output frames from the beginning of the sequence to the take.
  var lead = 0
  /// The output frame that the engine has reported as the beginning of the sequence; nil before.
  var reported: Int?
  /// Output frames by which the beginning was moved since then.
  var moved = 0
  /// The frame of the take with which it begins.
  var start = 0
  /// The frames of the take that repeat; nil if it plays once.
  var loop: Range<Int>?
  /// The frame after the last hit of the take.
  var length: Int
  /// The time at which a take that plays once ends.
  var end: HostTime

  /// The output frame at which the take begins; nil before the engine has reported it.
  var origin: Int? { reported.map { $0 + moved + lead } }

  /// Returns the output frame at which a frame of the take is heard, or would be if the take began earlier.
  func outputFrame(of frame: Int) -> Int? {
    origin.map { $0 + Int(saturating: (Double(frame - start) * ratio).rounded()) }
  }

  /// Returns the frame of the take that is heard with an output frame.
  func frame(atOutputFrame frame: Int) -> Int? {
    guard let origin else { return nil }
    let place = start + max(0, Int(saturating: (Double(frame - origin) / ratio).rounded(.down)))
    guard let loop, place >= loop.lowerBound else { return place }
    return loop.lowerBound + (place - loop.lowerBound) % loop.count
  }
}

/// The points of a loop of a take without a track, in its frames.
struct FreeLoop {
  let entry: TakeList.Entry
  var start: Int?
  var end: Int?

  var range: Range<Int>? { end.map { (start ?? 0)..<$0 } }
}

struct FreeRecording {
  let serial: Int
  /// Output frames from the beginning of the engine's free sequence to frame 0 of the take.
  let after: Int
  /// Whether it begins with the first key; the sequence begins a little later, with the sound of that key.
  let isOnKey: Bool
  /// The output frame that is heard with frame 0 of the take; nil before.
  var origin: Int?
}

extension PlannedHit {
  func moved(by frames: Int) -> PlannedHit {
    var hit = self
    hit.frame += frames
    return hit
  }
}
