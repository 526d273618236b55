import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// When keys sound that are written to a terminal at known times. How soon they are read depends on the load of the
/// machine: `drumdub-bench latency` measures that. From then on all is exact, whatever the load.
@Suite(.together) struct KeyTimingTests {
  /// Periods of 21 ms: hits that began with them would be wrong by up to 10 ms.
  private static let options = [
    "--output", "file:out.wav", "--period", "1024", "--trace-hits", "trace",
    "--pads-level", "\(KitSound.quietLevel)",
  ]

  @Test func hitsKeepTheIntervalsOfTheKeys() throws {
    let (sandbox, terminal) = try started()
    var strokes = KeyStrokes()
    for key in Array("asdfjl;asdfjl;asdfjl;") {
      // No multiple of the period, so that keys come at all of its places; each pad has ended when it is struck again, also on
      // a machine that reads a key late.
      let due = HostTime.now.advanced(bySeconds: 0.137)
      try terminal.wait("the last hit, and the next key's time") { _ in
        HostTime.now >= due && Self.traced(sandbox) == strokes.count
      }
      strokes.strike { terminal.type(String(key)) }
    }
    let hits = try ended(sandbox, terminal, struck: strokes.count)
    #expect(hits.map(\.pad) == [1, 2, 3, 4, 5, 7, 8, 1, 2, 3, 4, 5, 7, 8, 1, 2, 3, 4, 5, 7, 8])
    let traced = try TracedHit.read(sandbox.file("trace"))
    #expect(strokes.count == traced.count && strokes.areReadInOrder(traced))
    try TracedHit.expectExact(traced, hits)
  }

  @Test func keysOfOneWriteSoundInTheSameFrame() throws {
    let (sandbox, terminal) = try started()
    terminal.type("aSdl")
    let hits = try ended(sandbox, terminal, struck: 4)
    #expect(hits.map(\.pad) == [1, 2, 3, 7])
    #expect(hits.map(\.velocity) == [100, 127, 100, 100])
    #expect(Set(hits.map(\.frame)).count == 1)
  }

  /// The last key strikes, so that the others have been read.
  @Test(arguments: [
    "/as\rd", "/as\u{7F};\rd", "\u{1B}[200~as;lk\u{1B}[201~d", "/a\u{1B}[200~s\r\u{1B}[201~j\rd",
  ])
  func typedOrPastedTextStrikesNoPads(keys: String) throws {
    let (sandbox, terminal) = try started()
    terminal.type(keys)
    #expect(try ended(sandbox, terminal, struck: 1).map(\.pad) == [3])
  }

  /// Returns the number of hits that have sounded.
  private static func traced(_ sandbox: Sandbox) -> Int {
    (try? TracedHit.read(sandbox.file("trace")))?.count ?? 0
  }

  private func started() throws -> (Sandbox, PseudoTerminal) {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    try sandbox.start(in: terminal, KeyTimingTests.options)
    try terminal.wait(for: "The queue is empty")
    try terminal.waitForPads()
    try sandbox.waitForSound(0.1, in: "out.wav", terminal)
    return (sandbox, terminal)
  }

  /// Quits once a number of hits have sounded. Returns the hits in the file, which must hold nothing else.
  private func ended(_ sandbox: Sandbox, _ terminal: PseudoTerminal, struck count: Int) throws -> [FoundHit] {
    try terminal.wait("\(count) hits") { _ in Self.traced(sandbox) >= count }
    try sandbox.waitForSound(0.2, in: "out.wav", terminal)
    try terminal.expectQuit()
    let (hits, rest) = try HitFinder(padsLevel: KitSound.quietLevel).find(
      in: FloatWAV(sandbox.file("out.wav")).frames)
    #expect(rest.peak < HitFinder.floor)
    return hits
  }
}
