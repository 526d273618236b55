import AudioBase
import MixEngine
import Player
import SystemBase

/// A transport that records its commands.
@MainActor
package final class FakeTransport: MusicTransport {
  package enum Command: Hashable {
    case load(String, at: Double, playing: Bool)
    case next(String?)
    case play, pause, stop
    case seek(Double)
    case speed(Double)
    case transpose(Int)
    case crossfade(Double)
    case skip(SkipDirection)
    case volume(Decibels?)
  }

  package var onEvent: (@MainActor (TransportEvent) -> Void)?
  package private(set) var commands: [Command] = []
  /// What was loaded last.
  package private(set) var loaded: QueueItem?
  package private(set) var awaitsGain = false
  package private(set) var followed: QueueItem?
  /// What became known of tracks' gains.
  package private(set) var gains: [Gain] = []

  package struct Gain: Hashable {
    package var item: QueueItem.ID
    package var gain: ReplayGain?
    package var isFinal: Bool

    package init(item: QueueItem.ID, gain: ReplayGain?, isFinal: Bool) {
      (self.item, self.gain, self.isFinal) = (item, gain, isFinal)
    }
  }

  package func load(_ item: QueueItem, awaitsGain: Bool, at seconds: Double, playing: Bool) {
    (loaded, self.awaitsGain) = (item, awaitsGain)
    commands.append(.load(item.path.shown, at: seconds, playing: playing))
  }
  package func setNext(_ item: QueueItem?) {
    followed = item
    commands.append(.next(item?.path.shown))
  }
  package func setGain(_ gain: ReplayGain?, of item: QueueItem.ID, isFinal: Bool) {
    gains.append(Gain(item: item, gain: gain, isFinal: isFinal))
  }
  package func play() { commands.append(.play) }
  package func pause() { commands.append(.pause) }
  package func stop() { commands.append(.stop) }
  package func seek(to seconds: Double) { commands.append(.seek(seconds)) }
  package func setSpeed(_ speed: Double) { commands.append(.speed(speed)) }
  package func transpose(_ transposition: Transposition) { commands.append(.transpose(transposition.cents)) }
  package func setCrossfade(_ seconds: Double) { commands.append(.crossfade(seconds)) }
  /// Whether it stands for another program.
  package var isExternal = false
  package func skip(_ direction: SkipDirection) { commands.append(.skip(direction)) }
  package func setVolume(_ level: Decibels?) { commands.append(.volume(level)) }

  /// What it was told since the last time.
  package func take() -> [Command] {
    defer { commands = [] }
    return commands
  }
}

@MainActor
package final class FakeMixer: MixerControl {
  package var gains: [EngineCommand.Level: Decibels] = [:]

  package private(set) var gainChoice: GainChoice?

  package func set(_ level: EngineCommand.Level, to gain: Decibels) { gains[level] = gain }
  package private(set) var silencedPads = 0
  /// The levels that were faded out, with the seconds.
  package var fades: [EngineCommand.Level: Double] = [:]

  package func fadeOut(_ level: EngineCommand.Level, seconds: Double) { fades[level] = seconds }

  package func evenLoudness(by choice: GainChoice) { gainChoice = choice }
  package func silencePads() { silencedPads += 1 }
}

/// A player whose sound, levels and clock are the test's.
@MainActor
package final class PlayerBench {
  package let transport = FakeTransport()
  package let mixer = FakeMixer()
  package let model: PlayerModel
  private let clock = FakeClock()
  private var told: [PlayerEvent] = []
  private var subscription: EventStream<PlayerEvent>.Subscription?

  /// - Parameter tracks: queued; what that tells is taken already.
  package init(_ tracks: String..., levels: MixLevels = MixLevels()) {
    model = PlayerModel(
      transport: transport, mixer: mixer, levels: levels, random: SeededGenerator(seed: 11)
    ) { [clock] in clock.now }
    subscription = model.events.subscribe { [unowned self] in told.append($0) }
    add(tracks)
    told = []
  }

  @discardableResult
  package func add(_ tracks: [String]) -> [QueueItem.ID] {
    model.append(tracks.map { TrackInfo(path: FilePath($0)) })
  }

  /// What was told since the last time.
  package func events() -> [PlayerEvent] {
    defer { told = [] }
    return told
  }

  package func states() -> [PlaybackState] {
    events().compactMap { if case .state(let state) = $0 { state } else { nil } }
  }

  package func notices() -> [PlayerNotice] {
    events().compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  package func id(_ index: Int) -> QueueItem.ID { model.queue.items[index].id }

  package func pass(seconds: Double) { clock.now = clock.now.advanced(bySeconds: seconds) }

  package func emit(_ event: TransportEvent) { transport.onEvent?(event) }

  /// The current track is heard from a place on, or stands there.
  package func begin(_ index: Int, at seconds: Double = 0, of length: Double = 100, rate: Double = 1) {
    // A stream has no length; a test opens a file of a server before.
    emit(.opened(id(index), format(model.queue.items[index].isStream ? nil : length)))
    emit(.began(id(index), anchor(seconds, rate: rate)))
  }

  package func format(_ length: Double?) -> StreamFormat {
    StreamFormat(
      sampleRate: .standard, channels: 2, length: length.map { FrameCount(seconds: $0, at: .standard) })
  }

  package func anchor(_ seconds: Double, rate: Double = 1) -> PositionAnchor {
    PositionAnchor(
      trackFrame: FrameCount(seconds: seconds, at: .standard), sampleRate: .standard, hostTime: clock.now,
      rate: rate)
  }
}

@MainActor
private final class FakeClock {
  var now = HostTime(nanoseconds: 1_000_000_000)
}

/// A condition that tests give to what must fail.
extension FileError {
  package static let broken = FileError(.damaged, "broken")
}
