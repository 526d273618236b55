import AudioBase
import Dubbing
import MixEngine
import Observation
import Player
import Studio
import SystemBase
import TrackFeed

/// Plays the lanes of takes, holds values while hands change them, and has the modes of the strips. Main thread.
///
/// What is recorded is stored by `TakeJournal` on another thread.
@MainActor @Observable
package final class LaneController: TakePart {
  /// Seconds from the last change of a value to its release. The keys of a terminal repeat faster.
  nonisolated static let releaseDelay = 0.5

  private struct SentPlan: Hashable {
    let stream: StreamID
    let plan: Int
  }

  package private(set) var modes = LaneModes()
  /// The mixer whose values lanes move; nil if the front end has none.
  @ObservationIgnored var mixer: (any LaneMixer)? {
    didSet {
      mixer?.onNumber = { [weak self] in self?.sendAddresses() }
      sendAddresses()
      guard let levels = parts.levels as? LevelMixer else { return }
      levels.mixer = mixer
      levels.isMoved = { [weak self] level in
        guard let values = self?.heardPlan?.values else { return false }
        return LaneController.addresses(of: level).contains { values[$0] != nil }
      }
    }
  }
  /// The address of the value that a button of the mouse holds; nil if none does.
  @ObservationIgnored package var dragged: String? {
    didSet {
      guard let oldValue, oldValue != dragged else { return }
      touches[oldValue]?.isHeld = false
      touches[oldValue]?.time = model.now().advanced(bySeconds: -LaneController.releaseDelay)
    }
  }
  /// Called with the modes after they have changed.
  @ObservationIgnored var onModes: (LaneModes) -> Void = { _ in }
  /// The plans of the takes that may be heard next.
  @ObservationIgnored private(set) var plans: [Take.ID: LanePlan] = [:]
  @ObservationIgnored private var sent: [SentPlan] = []
  @ObservationIgnored private var planCount = 0
  @ObservationIgnored private var revision = 0
  /// The addresses of the values that lanes move now.
  @ObservationIgnored private var moving: Set<String> = []
  @ObservationIgnored private var touches: [String: LaneTouch] = [:]
  /// The values with which lanes went on that are not reported yet: they are set by no hand.
  @ObservationIgnored private var released: [String: Double] = [:]
  /// Counts the passes through the tracks.
  @ObservationIgnored private var passes = PlaythroughCounter()
  /// The last layer of the recorded take when its last pass began.
  @ObservationIgnored private var passed: (take: Take.ID, layer: Int)?
  /// The takes whose unknown addresses were said.
  @ObservationIgnored var told: Set<Take.ID> = []
  /// The takes of which it was said that their song lacks parts.
  @ObservationIgnored var toldOfParts: Set<Take.ID> = []
  /// Whether the output was muted when the volume was changed last.
  @ObservationIgnored private var wasMuted = false
  /// The addresses of which it was said that lanes move them again.
  @ObservationIgnored private var overruled: [Take.ID: Set<String>] = [:]

  // MARK: Modes

  func set(_ mode: LaneMode, of bus: MixGraph.Bus) {
    if modes[bus] == mode { return }
    modes[bus] = mode
    onModes(modes)
    sendAddresses()
    mixerChanged()
  }

  /// Restores the modes of the last session.
  func restore(_ modes: LaneModes) {
    self.modes = modes
    sendAddresses()
    mixerChanged()
  }

  /// Tells the journal the values whose changes become points of lanes.
  private func sendAddresses() {
    var addresses: [Int: String] = [:]
    var number = 0
    while let address = mixer?.address(number: number) {
      if mode(of: address)?.records == true { addresses[number] = address }
      number += 1
    }
    parts.journal.setLanes(addresses)
  }

  /// Compiles all lanes again, since modes or units of the mixer have changed.
  func mixerChanged() {
    if let plan = heardPlan {
      for (address, former) in plan.initial where touches[address] == nil {
        // The report of the engine comes later than the lane would move what shares its target.
        if let value = mixer?.value(at: address), value != former { touch(address, value) }
      }
    }
    revision += 1
    send()
    owner.free.send()
  }

  /// Returns the mode of a strip if it is shown: if it is not the usual one, or lanes of the strip are heard.
  package func shownMode(of bus: MixGraph.Bus) -> LaneMode? {
    let hasLanes = heardPlan?.strips.contains(bus) ?? false
    return hasLanes || modes[bus] != .touch ? modes[bus] : nil
  }

  // MARK: Playing

  /// Sends the engine the lanes of the tracks that may be heard next, if others than before.
  func send() {
    var list: [(stream: StreamID, plan: LanePlan)] = []
    var songParts: [TrackLocation: SongPartLanes] = [:]
    var used = Set([owner.free.playback?.entry.take].compactMap { $0 })
    for opening in owner.playback.openStreams {
      guard owner.playback.isOn, let take = owner.list.tracks[.track(opening.track)]?.take else { continue }
      used.insert(take.id)
      guard let plan = plan(of: take) else { continue }
      list.append((opening.stream, plan))
      songParts[opening.track] = plan.songParts
    }
    if !used.isSuperset(of: plans.keys) { plans = plans.filter { used.contains($0.key) } }
    let wanted = list.map { SentPlan(stream: $0.stream, plan: $0.plan.number) }
    if wanted != sent {
      sent = wanted
      parts.engine.setLanes(list.map { ($0.stream, $0.plan.courses) })
    }
    owner.songs.setLanes(songParts)
    updateValues()
  }

  /// Returns the courses of a take without a track, in output frames from the beginning of its sequence.
  func courses(of take: Take, _ playback: FreePlayback) -> [AutomationCourse] {
    guard owner.playback.isOn, let plan = plan(of: take) else { return [] }
    return plan.courses.map { $0.moved(from: playback.start, to: playback.lead, ratio: playback.ratio) }
  }

  /// Returns the plan of a take, which is made again if its lanes, the modes or the mixer have changed; nil if it has no
  /// lanes that are played.
  private func plan(of take: Take) -> LanePlan? {
    guard let mixer, !take.lanes.isEmpty else {
      plans[take.id] = nil
      return nil
    }
    let recorded = recordedLayer(of: take)
    let lanes = take.lanes.filter { lane in
      guard let layer = lane.id.layer else { return true }
      return layer != recorded && take.layer(layer).map(take.sounds) ?? false
    }
    let patterns = Dictionary(
      Set(lanes.compactMap(\.id.layer)).map { ($0, take.layer($0)?.settings.patterns ?? []) }
    ) { $1 }
    let own = mixer.described(take.ownMixer)
    if let known = plans[take.id], known.revision == revision, known.lanes == lanes,
      known.patterns == patterns, known.mixer == own
    {
      return known.values.isEmpty ? nil : known
    }
    planCount += 1
    let (former, compiled) = (plans[take.id], plans[take.id]?.compiled ?? CompiledLanes())
    let played = LanePlan.heard(
      lanes.filter { mode(of: $0.id.address) != .off }, of: take, with: own, after: former)
    let acting = played.values.map(\.course).filter { touches[$0.id.address] == nil || !$0.id.sharesTarget }
    let (courses, unknown) = mixer.courses(of: acting.filter { !$0.id.isOfSongPart }, reusing: compiled)
    let values = played.filter { !unknown.contains($0.key) }
    let plan = LanePlan(
      lanes: lanes, patterns: patterns, mixer: own, revision: revision, number: planCount,
      heard: played, compiled: compiled, values: values.mapValues(\.course),
      initial: values.filter { $0.value.isOfFader }.compactMapValues {
        mixer.value(at: $0.course.id.address)
      },
      strips: Set(values.values.compactMap(\.strip)), courses: courses,
      songParts: SongPartLanes(acting, rate: take.frameRate), unknown: unknown)
    plans[take.id] = plan
    tell(of: plan, take)
    return plan.values.isEmpty ? nil : plan
  }

  /// Returns the layer that is being recorded, whose lanes are heard by the hands that move them; nil if there is none.
  private func recordedLayer(of take: Take) -> Int? {
    guard let recorded = owner.recording.recorded, owner.recording.recordedTake?.id == take.id else {
      return nil
    }
    let first = max(recorded.firstLayer, passed?.take == take.id ? (passed?.layer ?? 0) + 1 : 0)
    // The sound of an input has a layer of its own.
    return take.layers.filter { $0.audio == nil }.map(\.id).max().flatMap { $0 >= first ? $0 : nil }
  }

  /// Has the lanes of the recorded pass heard when the next one begins, as its hits are.
  func receive(_ segment: MusicSegment) {
    let former = passes.last
    passes.apply(segment)
    guard passes.last != former, let take = owner.recording.recordedTake else { return }
    passed = (take.id, take.layers.map(\.id).max() ?? 0)
    send()
  }

  // MARK: What is heard

  /// The take that is heard, or would be if the music were not paused; nil if there is none.
  private var heardTake: Take? {
    if owner.free.isPlaying { return owner.free.playback.flatMap { owner.list.take($0.entry) } }
    guard model.playbackState != .stopped, let track = owner.playedTrack else { return nil }
    return owner.list.tracks[.track(track)]?.take
  }

  var heardPlan: LanePlan? {
    guard owner.playback.isOn, !plans.isEmpty else { return nil }
    return heardTake.flatMap { plans[$0.id] }
  }

  /// The frame of the take that is heard; nil if that is not known.
  private func heardFrame(at now: HostTime) -> Int? {
    if owner.free.isPlaying, let playback = owner.free.playback {
      return parts.events.timeline.outputFrame(heardAt: now).flatMap(playback.frame)
    }
    return parts.events.timeline.position(heardAt: now)?.trackFrame
  }

  /// Whether lanes move values now.
  package var isMoving: Bool {
    heardPlan?.values.isEmpty == false && (model.playbackState == .playing || owner.free.isPlaying)
  }

  /// Returns the value to which a lane has moved an address; nil if none moves it, or a hand holds it.
  package func value(at address: @autoclosure () -> String) -> Double? {
    guard let plan = heardPlan else { return nil }
    let address = address()
    guard touches[address] == nil, let lane = plan.values[address], let frame = heardFrame(at: model.now())
    else { return nil }
    return lane.value(at: frame)
  }

  /// Gives the values that lanes move no longer back what the user has set.
  func updateValues() {
    let now = heardPlan.map { Set($0.values.keys) } ?? []
    if now == moving { return }
    let left = moving.subtracting(now)
    moving = now
    let ended = touches.keys.filter { !now.contains($0) }
    if !ended.isEmpty {
      ended.forEach { touches[$0] = nil }
      touchesChanged(ended)
    }
    left.sorted().forEach(restore)
  }

  private func restore(_ address: String) {
    if let (level, gain) = playerLevel(address) {
      parts.engine.set(level, to: gain)
    } else if let value = mixer?.value(at: address) {
      send(value, to: address)
    }
  }

  /// Returns the level of the player that has an address, as the user has set it; nil for other values.
  private func playerLevel(_ address: String) -> (EngineCommand.Level, Decibels)? {
    guard let address = MixGraph.Address(address), let level = address.bus.level else { return nil }
    switch address.part {
    case .gain: break
    case .mute: if level != .master { return nil }
    case .pan, .solo, .send, .throw, .parameter, .move, .sweep, .song: return nil
    }
    return (level, level == .master && model.levels.isMuted ? .silence : gain(of: level))
  }

  /// Sets a value of the mixer on the audio thread alone, which reports it by its number; with nil, it does not.
  private func send(_ value: Double, to address: String, as number: Int? = nil) {
    for course in courses(of: address, value) {
      guard let bits = course.bits.first else { continue }
      parts.engine.set(course.target, to: bits, address: number, value: value)
    }
  }

  private func courses(of address: String, _ value: Double) -> [AutomationCourse] {
    let lanes = [Lane(Lane.ID(address), [Lane.Point(0, value)])]
    return mixer?.courses(of: lanes, reusing: CompiledLanes()).courses ?? []
  }

  // MARK: Touches

  /// Handles that a hand has changed a value, which the engine has reported.
  package func receive(_ change: AutomationChange) {
    guard let address = mixer?.address(number: change.address), let plan = heardPlan,
      plan.values[address] != nil
    else { return }
    if released.removeValue(forKey: address) == change.value { return }
    // A part of the song was touched when it was changed.
    if Lane.ID(address).isOfSongPart || !touch(address, change.value) { return }
    touchesChanged([address])
    // The lane may have moved it since.
    send(change.value, to: address)
  }

  /// Notes that a hand has changed a value. Returns whether it was not touched before.
  @discardableResult
  func touch(_ address: String, _ value: Double) -> Bool {
    var touch = LaneTouch(value: value, time: model.now())
    touch.isLatched = isRecorded(address) && mode(of: address) == .latch
    touch.isHeld = LaneController.isHold(address) ? value != 0 : address == dragged
    return touches.updateValue(touch, forKey: address) == nil
  }

  /// Handles that the user has changed the volume or muted the output: lanes of the output are compiled with both.
  func volumeChanged() {
    let isMute = wasMuted != model.levels.isMuted
    wasMuted = model.levels.isMuted
    let moved = LaneController.addresses(of: .master).filter { address in
      plans.values.contains { $0.values[address] != nil }
    }
    if moved.isEmpty { return }
    // A volume that a lane moves is touched as soon as the engine reports it.
    if isMute || moved == [MixerLanes.mute] || touches[LaneController.volume] != nil { mixerChanged() }
    if !wasMuted, value(at: MixerLanes.mute) == 1 { tellOverruled(MixerLanes.mute) }
  }

  /// Releases the values that were not changed for a while, and records again those that are held. Called when `nextDue` is
  /// due.
  package func follow(at now: HostTime) {
    if touches.isEmpty { return }
    let due = touches.filter { $0.value.due <= now }
    for (address, touch) in due {
      if touch.isHeld || (touch.isLatched && owner.recording.phase == .recording) {
        touches[address]?.time = now
        if isRecorded(address) { record(touch.value, at: address) }
      } else {
        touches[address] = nil
        guard let value = heardPlan?.values[address].flatMap(renderedValue) else { continue }
        // The recording says with what the lane goes on.
        if isRecorded(address) {
          released[address] = value
          record(value, at: address)
        } else if value != touch.value, isMoving {
          tellOverruled(address)
        }
      }
    }
    let ended = due.keys.filter { touches[$0] == nil }
    if !ended.isEmpty { touchesChanged(ended) }
    owner.songs.sendChanges()
  }

  /// Says once for each lane that it moves again what a hand has set.
  private func tellOverruled(_ address: String) {
    guard let take = heardTake, let strip = Lane.ID(address).strip,
      overruled[take.id, default: []].insert(address).inserted
    else { return }
    owner.notify(.lane(.overruled(take: take.name, address, strip)))
  }

  /// The time at which the next value is released or recorded again; nil if there is none.
  package var nextDue: HostTime? { touches.values.map(\.due).min() }

  /// The values that are held and recorded, by their addresses.
  var heldValues: [String: Double] {
    touches.filter { address, touch in
      (touch.isHeld || touch.isLatched) && mode(of: address)?.records == true
    }.mapValues(\.value)
  }

  func mode(of address: String) -> LaneMode? { Lane.ID(address).strip.map { modes[$0] } }

  /// Whether changes of a value become points of a lane now.
  private func isRecorded(_ address: String) -> Bool {
    owner.recording.phase == .recording && mode(of: address)?.records == true
  }

  /// Returns the value of a lane where sound is rendered next; nil before its first point.
  private func renderedValue(_ lane: Lane) -> Double? {
    heardFrame(at: parts.events.clock.renderedUntil).flatMap { lane.value(at: $0) }
  }

  /// Sets a value as a hand does. That of a part of the song is only reported, when the feeder has applied it.
  func record(_ value: Double, at address: String) {
    guard let number = mixer?.number(of: address) else { return }
    if Lane.ID(address).isOfSongPart { return owner.songs.report(PartChange(address: number, value: value)) }
    send(value, to: address, as: number)
  }

  /// Has lanes act no longer on what is touched, and again on what is not. What shares its target with other lanes is not
  /// overridden, but compiled without its lane: the others go on.
  func touchesChanged(_ addresses: [String]) {
    if addresses.contains(where: { Lane.ID($0).sharesTarget }) { mixerChanged() }
    parts.engine.setOverridden(
      touches.keys.filter { !Lane.ID($0).sharesTarget }.flatMap { courses(of: $0, 0).map(\.target) })
  }
}
