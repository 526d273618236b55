import SystemBase
import Testing

@testable import TerminalKit

@Suite struct KittyGraphicsTests {
  /// The keys and the payload of each sequence in a drawing; nil where anything else is in it.
  private func frames(_ bytes: [UInt8]) -> [(keys: String, payload: String)]? {
    var frames: [(String, String)] = []
    for part in String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}\\") {
      guard part.hasPrefix("\u{1B}_G") else { return nil }
      let sides = part.dropFirst(3).split(separator: ";", omittingEmptySubsequences: false)
      frames.append((String(sides[0]), sides.count > 1 ? String(sides[1]) : ""))
    }
    return frames
  }

  @Test(arguments: [0, 1, 3_071, 3_072, 3_073, 20_000]) func pictureIsSentInPiecesOfLimitedSize(count: Int)
    throws
  {
    let pixels = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let drawing = KittyGraphics.drawing(pixels, size: Size(30, 40), over: Size(3, 2))
    let frames = try #require(self.frames(drawing))
    #expect(frames.count == max((count + 3_071) / 3_072, 1))
    #expect(frames[0].keys.hasPrefix("a=T,f=32,o=z,s=30,v=40,i=7267,p=1,c=3,r=2,C=1,q=2,m="))
    for (index, frame) in frames.enumerated() {
      #expect(frame.keys.hasSuffix(index == frames.count - 1 ? "m=0" : "m=1"))
      #expect(frame.payload.count <= 4_096 && (index == frames.count - 1 || frame.payload.count % 4 == 0))
    }
    #expect(frames.map(\.payload).joined() == String(decoding: Base64.bytes(of: pixels), as: UTF8.self))
  }

  @Test func base64MatchesTheExamplesOfTheRFC() {
    for (text, coded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
    ] {
      #expect(Base64.bytes(of: Array(text.utf8)) == Array(coded.utf8))
    }
    #expect(Base64.bytes(of: [0xFB, 0xFF, 0xBF]) == Array("+/+/".utf8))
  }

  @Test func answersAreReportedAndGiveNoKeys() {
    let answers: [(String, [TerminalEvent])] = [
      ("\u{1B}_Gi=7268;OK\u{1B}\\", [.reply(.kittyGraphics(true))]),
      ("\u{1B}_Gi=7268;ENOTSUPPORTED: no\u{1B}\\", [.reply(.kittyGraphics(false))]),
      ("\u{1B}_Gi=1;OK\u{1B}\\", []),
      ("\u{1B}[?62;4;22c", [.reply(.attributes([62, 4, 22]))]), ("\u{1B}[?6c", [.reply(.attributes([6]))]),
      ("\u{1B}[>84;0;0c", [.reply(.kind(84))]), ("\u{1B}[>c", []),
      ("\u{1B}[6;20;10t", [.reply(.cellSize(Size(10, 20)))]),
      ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", [.reply(.ground(.rgb(255, 128, 0)))]),
      ("\u{1B}]11;rgba:f/0/80/ffff\u{7}", [.reply(.ground(.rgb(255, 0, 128)))]),
      ("\u{1B}]11;rgb:ffff/8080\u{7}", []), ("\u{1B}]11;black\u{7}", []), ("\u{1B}]10;rgb:1/2/3\u{7}", []),
      ("\u{1B}[6;0;10t", []), ("\u{1B}[4;600;800t", []), ("\u{1B}[6t", []),
    ]
    for (text, events) in answers {
      for cut in 1..<text.utf8.count {
        var decoder = KeyDecoder()
        var all = decoder.feed(text.utf8.prefix(cut))
        // A slow line: but for a lone ESC, and what may be Alt with a key, the rest is waited for.
        if cut > 2 { all += decoder.timeOut() }
        all += decoder.feed(text.utf8.dropFirst(cut))
        #expect(all == events, "\(text.debugDescription) cut at \(cut)")
        #expect(!decoder.isPending)
      }
    }
  }

  @Test func unfinishedAnswerIsGivenUpAfterTheTimeout() {
    for text in ["\u{1B}_Gi=7268", "\u{1B}_Gi=7268;OK\u{1B}", "\u{1B}[?62;4", "\u{1B}[1;"] {
      var decoder = KeyDecoder()
      #expect(decoder.feed(text.utf8) == [])
      var times = 0
      while decoder.isPending, times < 1_000 {
        #expect(decoder.timeOut() == [])
        times += 1
      }
      #expect(times > 1 && times < 100)
      #expect(decoder.feed("a".utf8) == [.key(.typed("a"))])
    }
  }
}
