import AudioBase
import Controls
import Glibc
import MixEngine
import Synchronization
import TestSupport
import Testing

@Suite struct TerminalThreadTests {
  /// The commands that the thread has sent. Any thread.
  private final class Messages: Sendable {
    private let list = Mutex<[KeyRouter.Action]>([])

    func append(_ message: KeyRouter.Action) { list.withLock { $0.append(message) } }

    var hasEnded: Bool { list.withLock { $0.contains { if case .hangup = $0 { true } else { false } } } }

    var typed: Int { list.withLock { $0.count { if case .typed = $0 { true } else { false } } } }

    var commands: Int { list.withLock { $0.count { if case .command = $0 { true } else { false } } } }
  }

  /// The pads whose hits start in the next second of sound.
  private func hits(_ engine: AudioEngine, _ device: OfflineDevice) -> [Int] {
    _ = device.render(FrameCount(4_800))
    var pads: [Int] = []
    while let event = engine.events.next() {
      if case .hit(let hit) = event { pads.append(hit.pad) }
    }
    return pads
  }

  private func thread(_ engine: AudioEngine) -> (TerminalThread, Messages) {
    let messages = Messages()
    let thread = TerminalThread(
      port: engine.control.port(for: .keys), notes: engine.control.notePort(for: .keys),
      router: KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: false)), escapeDelay: 10
    ) { action, _ in messages.append(action) }
    return (thread, messages)
  }

  @Test func quitBeforeTheKitIsLoadedIsSentAndHitsWait() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    var writer = PadSampleWriter(capacity: 64)
    let frames = [Frame](repeating: Frame(0.5, 0.5), count: 48)
    try frames.withUnsafeBufferPointer { try writer.append($0) }
    let pad = PadProgram.Pad(
      layers: [PadProgram.Layer(velocities: 1...127, samples: [writer.sample(at: .standard)])])
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: [pad, pad]))
    let device = OfflineDevice(engine)
    let (input, messages) = thread(engine)
    input.start(reading: ends[0])
    defer { input.stop() }
    #expect(write(ends[1], "qas", 3) == 3)
    try Wait.until("the command") { messages.commands == 1 }
    #expect(hits(engine, device).isEmpty)
    input.acceptHits()
    var struck: [Int] = []
    try Wait.until("both hits") {
      struck += hits(engine, device)
      return struck.count == 2
    }
    #expect(struck.sorted() == [1, 2])
  }

  @Test func promptOpenedWithoutATerminalGetsTheKeysOfTheNextOne() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let (input, messages) = thread(AudioEngine(sampleRate: .standard))
    input.acceptHits()
    input.pause()
    input.start(reading: ends[0])
    defer { input.stop() }
    input.change { $0.acceptText() }
    #expect(write(ends[1], "M", 1) == 1)
    input.replaceTerminal(escapeDelay: 10)
    input.resume()
    try Wait.until("the key") { messages.typed + messages.commands == 1 }
    #expect(messages.typed == 1)
  }

  @Test func keysBeforeThePadsAreLoadedKeepTheirOrder() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let (input, messages) = thread(AudioEngine(sampleRate: .standard))
    // The hit is to sound before the program quits; the input ends after all of it was read.
    #expect(write(ends[1], "aq", 2) == 2)
    close(ends[1])
    ends[1] = dup(ends[0])
    input.start(reading: ends[0])
    defer { input.stop() }
    try Wait.until("the end of the input") { messages.hasEnded }
    #expect(messages.commands == 0)
    input.acceptHits()
    try Wait.until("the command") { messages.commands == 1 }
  }
}
