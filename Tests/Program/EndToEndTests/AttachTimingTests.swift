import HeardSound
import SystemBase
import TestSupport
import Testing

/// Keys of an attached terminal are as exact as those of the program's own.
@Suite(.together) struct AttachTimingTests {
  @Test func hitsFromAttachedTerminalsKeepTheKeyIntervals() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    let player = try DetachedPlayer(
      sandbox, "--output", "file:out.wav", "--period", "1024", "--trace-hits", "trace", "--pads-level",
      "\(KitSound.quietLevel)")
    var strokes = KeyStrokes()
    // Each terminal has its own keys.
    for keys in ["asdfjl;", "asdfjl;"] {
      let terminal = try player.attach()
      try terminal.waitForPads()
      try sandbox.waitForSound(0.1, in: "out.wav", terminal)
      var due = HostTime.now
      for key in keys {
        due = due.advanced(bySeconds: 0.137)
        try terminal.wait("the next key's time") { _ in HostTime.now >= due }
        strokes.strike { terminal.type(String(key)) }
      }
      try terminal.wait("the hits") { _ in
        ((try? TracedHit.read(sandbox.file("trace")))?.count ?? 0) >= strokes.count
      }
      try sandbox.waitForSound(0.8, in: "out.wav", terminal)
      terminal.type("\u{4}")
      _ = try terminal.waitForEnd()
    }
    player.signal(15)
    try player.waitForEnd()
    let (hits, rest) = try HitFinder(padsLevel: KitSound.quietLevel).find(
      in: FloatWAV(sandbox.file("out.wav")).frames)
    #expect(rest.peak < HitFinder.floor)
    #expect(hits.map(\.pad) == [1, 2, 3, 4, 5, 7, 8, 1, 2, 3, 4, 5, 7, 8])
    let traced = try TracedHit.read(sandbox.file("trace"))
    #expect(strokes.count == traced.count && strokes.areReadInOrder(traced))
    try TracedHit.expectExact(traced, hits)
  }
}
