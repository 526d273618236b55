/// What was told so far, the latest first.
package struct NoticesContent: Hashable, Sendable {
  package var messages: [ScreenContent.Message]
  /// The first one that is shown, where not all fit.
  package var first = 0

  package init(_ messages: [ScreenContent.Message], first: Int = 0) {
    self.messages = messages
    self.first = first
  }
}
