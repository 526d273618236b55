import Testing

/// What exit tests share.
enum ExitTest {
  /// Runs the body of an exit test and records its error: if the body throws, the process ends by a signal, and its parent
  /// knows no more than that.
  static func run(_ body: () throws -> Void) {
    do { try body() } catch is ExpectationFailedError {
      // `#require` has recorded it.
    } catch { Issue.record(error) }
  }
}
