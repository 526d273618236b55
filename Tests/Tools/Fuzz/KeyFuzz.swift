import TerminalUI

@testable import Controls
@testable import TerminalKit

/// Whatever a terminal sends, however it is cut: the same events, and no memory without end.
enum KeyFuzz {
  private static let keys = KeyMaps()

  static func take(_ bytes: [UInt8]) {
    guard let cut = bytes.first else { return }
    let sent = bytes.dropFirst()
    var whole = KeyDecoder()
    let expected = whole.feed(sent) + whole.timeOut()
    precondition(feedCut(sent, seed: cut) == expected, "the cuts change the events")
    route(expected)
  }

  private static func feedCut(_ bytes: ArraySlice<UInt8>, seed: UInt8) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    var events: [TerminalEvent] = []
    var rest = bytes
    var state = seed
    while !rest.isEmpty {
      state = state &* 5 &+ 1
      let part = rest.prefix(Int(state >> 5) + 1)
      events += decoder.feed(part)
      rest = rest.dropFirst(part.count)
      precondition(decoder.sequence.count <= KeyDecoder.longestSequence, "a sequence without end")
      precondition(decoder.pasted.count <= KeyDecoder.longestPaste, "a paste without end")
    }
    return events + decoder.timeOut()
  }

  private static func route(_ events: [TerminalEvent]) {
    var router = KeyRouter(keys: keys, heldKeys: HeldKeyFilter(ignoresRepeats: true))
    for (index, event) in events.enumerated() {
      guard case .strike(let pad, let velocity)? = router.route(event, at: Int64(index) * 1_000_000) else {
        continue
      }
      precondition((1...64).contains(pad) && (1...127).contains(velocity), "no such strike")
    }
  }
}
