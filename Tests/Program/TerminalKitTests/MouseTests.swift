import Testing

@testable import TerminalKit

@Suite struct MouseTests {
  private func events(_ bytes: String) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    return decoder.feed(bytes.utf8)
  }

  @Test(
    arguments: [
      ("\u{1B}[<0;1;1M", MouseEvent(.press, button: .left, at: Point(0, 0))),
      ("\u{1B}[<0;120;36m", MouseEvent(.release, button: .left, at: Point(119, 35))),
      ("\u{1B}[<2;3;4M", MouseEvent(.press, button: .right, at: Point(2, 3))),
      ("\u{1B}[<37;3;4M", MouseEvent(.drag, button: .middle, at: Point(2, 3), modifiers: .shift)),
      ("\u{1B}[<64;3;4M", MouseEvent(.wheelUp, at: Point(2, 3))),
      ("\u{1B}[<81;3;4M", MouseEvent(.wheelDown, at: Point(2, 3), modifiers: .ctrl)),
    ]) func mouseReportsAreDecoded(bytes: String, event: MouseEvent)
  {
    #expect(events(bytes) == [.mouse(event)])
  }

  @Test(arguments: [
    "\u{1B}[<0;0;1M", "\u{1B}[<0;1M", "\u{1B}[<35;1;1M", "\u{1B}[<66;1;1M", "\u{1B}[<;;M", "\u{1B}[<0;1;1;1M",
    "\u{1B}[<128;1;1M", "\u{1B}[<0;1;1x",
  ]) func invalidMouseReportsAreSkipped(bytes: String) {
    #expect(events(bytes + "a") == [.key(.typed("a"))])
  }
}
