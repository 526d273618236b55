import HeardSound
import TerminalTestSupport
import Testing

/// A playlist is played and drummed along to in tmux; then the file holds the music, sample by sample, and the hits.
@Suite(.together) struct PlayAndDrumTests {
  @Test func outputFileContainsTheMusicAndTheHits() throws {
    let sandbox = try Sandbox()
    let tracks = [TestTrack(seed: 1, seconds: 1.3), TestTrack(seed: 2, seconds: 1.5)]
    try tracks[0].write(to: "music/one.wav", in: sandbox)
    try tracks[1].write(to: "music/deep/two.flac", in: sandbox)
    let list = ["#EXTM3U", "#EXTINF:1,Someone - The First", "one.wav", "#EXTINF:2,Two", "deep/two.flac", ""]
    try sandbox.write(list.joined(separator: "\r\n").utf8, to: "music/list.m3u8")
    let strokes = try playAndStrike(["s", "a", "f", "j", "A", "S"], in: sandbox)

    let sound = try FloatWAV(sandbox.file("out.wav")).frames
    let (music, start) = (tracks[0].frames + tracks[1].frames, try #require(sound.first(above: 0)))
    try #require(sound.count >= start + music.count)
    var rest = sound
    for (index, frame) in music.enumerated() { rest[start + index] -= frame }
    let (hits, remainder) = try HitFinder(padsLevel: KitSound.quietLevel).find(in: rest)
    #expect(remainder.peak < HitFinder.floor)
    let first = try #require(hits.first).frame
    #expect(first > start + 4_800 && rest[..<first].allSatisfy { $0 == .zero })
    let traced = try TracedHit.read(sandbox.file("trace"))
    #expect(strokes.count == traced.count && strokes.areReadInOrder(traced))
    #expect(traced.map(\.pad) == [2, 1, 4, 5, 1, 2])
    #expect(traced.map(\.velocity) == [100, 100, 100, 100, 127, 127])
    try TracedHit.expectExact(traced, hits)
  }

  /// Plays `music/list.m3u8` to its end into `out.wav`, and strikes keys meanwhile.
  private func playAndStrike(_ keys: [String], in sandbox: Sandbox) throws -> KeyStrokes {
    let session = try sandbox.tmux(
      "--output", "file:out.wav", "--trace-hits", "trace", "--pads-level", "\(KitSound.quietLevel)",
      "music/list.m3u8")
    try session.wait(for: "[ ‖ pause ]")
    var strokes = KeyStrokes()
    for key in keys {
      try sandbox.waitForSound(0.3, in: "out.wav")
      try strokes.strike { try session.type(key) }
    }
    try session.wait(for: "■ stopped")
    try sandbox.waitForSound(0.3, in: "out.wav")
    try session.expectQuit()
    return strokes
  }
}
