import MixEngine
import TestSupport

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// A transport that writes down what it is told.
@MainActor
final class FakeTransport: MusicTransport {
  enum Command: Hashable {
    case load(String, at: Double, playing: Bool)
    case next(String?)
    case play, pause, stop
    case seek(Double)
    case speed(Double)
  }

  var onEvent: (@MainActor (TransportEvent) -> Void)?
  private(set) var commands: [Command] = []
  /// What was loaded last.
  private(set) var loaded: TransportEntry?
  private(set) var followed: TransportEntry?
  /// What became known of tracks' gains.
  private(set) var gains: [Gain] = []

  struct Gain: Hashable {
    var item: QueueItem.ID
    var gain: ReplayGain?
    var isFinal: Bool
  }

  func load(_ entry: TransportEntry, at seconds: Double, playing: Bool) {
    loaded = entry
    commands.append(.load(entry.path.shown, at: seconds, playing: playing))
  }
  func setNext(_ entry: TransportEntry?) {
    followed = entry
    commands.append(.next(entry?.path.shown))
  }
  func setGain(_ gain: ReplayGain?, of item: QueueItem.ID, isFinal: Bool) {
    gains.append(Gain(item: item, gain: gain, isFinal: isFinal))
  }
  func play() { commands.append(.play) }
  func pause() { commands.append(.pause) }
  func stop() { commands.append(.stop) }
  func seek(to seconds: Double) { commands.append(.seek(seconds)) }
  func setSpeed(_ speed: Double) { commands.append(.speed(speed)) }

  /// What it was told since the last time.
  func take() -> [Command] {
    defer { commands = [] }
    return commands
  }
}

@MainActor
final class FakeMixer: MixerControl {
  var gains: [EngineCommand.Level: Decibels] = [:]

  private(set) var gainChoice: GainChoice?

  func set(_ level: EngineCommand.Level, to gain: Decibels) { gains[level] = gain }
  private(set) var silencedPads = 0

  func evenLoudness(by choice: GainChoice) { gainChoice = choice }
  func silencePads() { silencedPads += 1 }
}

/// A player whose sound, levels and clock are the test's.
@MainActor
final class PlayerBench {
  let transport = FakeTransport()
  let mixer = FakeMixer()
  let model: PlayerModel
  private let clock = FakeClock()
  private var told: [PlayerEvent] = []
  private var subscription: EventStream<PlayerEvent>.Subscription?

  /// - Parameter tracks: queued; what that tells is taken already.
  init(_ tracks: String..., levels: MixLevels = MixLevels()) {
    model = PlayerModel(
      transport: transport, mixer: mixer, levels: levels, random: SeededGenerator(seed: 11)
    ) { [clock] in clock.now }
    subscription = model.events.subscribe { [unowned self] in told.append($0) }
    add(tracks)
    told = []
  }

  @discardableResult
  func add(_ tracks: [String]) -> [QueueItem.ID] {
    model.append(tracks.map { (FilePath($0), QueueItem.Hint()) })
  }

  /// What was told since the last time.
  func events() -> [PlayerEvent] {
    defer { told = [] }
    return told
  }

  func states() -> [PlaybackState] {
    events().compactMap { if case .state(let state) = $0 { state } else { nil } }
  }

  func notices() -> [PlayerNotice] {
    events().compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  func id(_ index: Int) -> QueueItem.ID { model.queue.items[index].id }

  func pass(seconds: Double) { clock.now = clock.now.advanced(bySeconds: seconds) }

  func emit(_ event: TransportEvent) { transport.onEvent?(event) }

  /// The current track is heard from a place on, or stands there.
  func begin(_ index: Int, at seconds: Double = 0, of length: Double = 100, rate: Double = 1) {
    emit(.opened(id(index), format(length)))
    emit(.began(id(index), anchor(seconds, rate: rate)))
  }

  func format(_ length: Double?) -> StreamFormat {
    StreamFormat(
      sampleRate: .standard, channels: 2, length: length.map { FrameCount(seconds: $0, at: .standard) })
  }

  func anchor(_ seconds: Double, rate: Double = 1) -> PositionAnchor {
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
  static let broken = FileError(.damaged, "broken")
}
