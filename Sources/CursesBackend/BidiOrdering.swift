import CFriBidi
import Synchronization
import TerminalKit

/// FriBidi, for terminals that show what they are sent in the order in which it comes. It is loaded when text is met
/// that is read from the right. Any thread.
package final class BidiOrdering: TextOrdering {
  private let whenMissing: @Sendable (String) -> Void
  private let wasTold = Atomic(false)

  /// - Parameter whenMissing: called once with the loader's message if the library cannot be loaded.
  package init(whenMissing: @escaping @Sendable (String) -> Void = { _ in }) {
    self.whenMissing = whenMissing
  }

  package func order(_ line: [Unicode.Scalar]) -> [OrderedScalar]? {
    if let reason = drumdub_fribidi_load() {
      if !wasTold.exchange(true, ordering: .relaxed) { whenMissing(String(cString: reason)) }
      return nil
    }
    var shown = [UInt32](repeating: 0, count: line.count)
    var places = [Int32](repeating: 0, count: line.count)
    guard drumdub_fribidi_order(line.map(\.value), line.count, &shown, &places) == 0 else { return nil }
    return zip(shown, places).map { value, place in
      OrderedScalar(Unicode.Scalar(value) ?? line[Int(place)], index: Int(place))
    }
  }

  /// Whether the terminal reorders right-to-left text itself, according to the environment.
  ///
  /// VTE does from 0.58 on, Konsole, mlterm, mintty, PuTTY and Apple's Terminal ever since.
  package static func isDoneByTerminal(_ environment: (String) -> String?) -> Bool {
    if let version = environment("VTE_VERSION").flatMap({ Int($0) }), version >= 5_800 { return true }
    if environment("KONSOLE_VERSION") != nil || environment("MLTERM") != nil { return true }
    if ["Apple_Terminal", "mintty"].contains(environment("TERM_PROGRAM")) { return true }
    return ["mlterm", "putty", "mintty"].contains { environment("TERM")?.hasPrefix($0) ?? false }
  }
}
