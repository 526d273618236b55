import CFriBidi
import Synchronization
import SystemBase

/// Reorders right-to-left text by FriBidi, which is loaded with the first such text. Any thread.
package final class BidiOrdering: Sendable {
  private let onFailure: @Sendable (FileError) -> Void
  private let hasFailed = Atomic(false)

  /// Creates an ordering, which loads FriBidi at its first use. `onFailure`: called once if the library cannot be
  /// loaded; the detail is the loader's message.
  package init(onFailure: @escaping @Sendable (FileError) -> Void = { _ in }) { self.onFailure = onFailure }

  /// Orders a line; see `TextOrdering`.
  @Sendable package func order(_ line: [Unicode.Scalar]) -> [(scalar: Unicode.Scalar, index: Int)]? {
    if let reason = drumdub_fribidi_load() {
      if !hasFailed.exchange(true, ordering: .relaxed) {
        onFailure(FileError(.unsupported, "FriBidi", detail: String(cString: reason)))
      }
      return nil
    }
    var shown = [UInt32](repeating: 0, count: line.count)
    var places = [Int32](repeating: 0, count: line.count)
    guard drumdub_fribidi_order(line.map(\.value), line.count, &shown, &places) == 0 else { return nil }
    return zip(shown, places).map { value, place in
      (Unicode.Scalar(value) ?? line[Int(place)], Int(place))
    }
  }

  /// Returns whether the terminal reorders right-to-left text itself, according to the environment.
  ///
  /// VTE does from version 0.58, Konsole, mlterm, mintty, PuTTY and Apple's Terminal in all versions.
  package static func isDoneByTerminal(_ environment: (String) -> String?) -> Bool {
    if let version = environment("VTE_VERSION").flatMap({ Int($0) }), version >= 5_800 { return true }
    if environment("KONSOLE_VERSION") != nil || environment("MLTERM") != nil { return true }
    if ["Apple_Terminal", "mintty"].contains(environment("TERM_PROGRAM")) { return true }
    return ["mlterm", "putty", "mintty"].contains { environment("TERM")?.hasPrefix($0) ?? false }
  }
}
