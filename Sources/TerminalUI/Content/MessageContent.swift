import Application

/// A message on the screen.
package struct MessageContent: Hashable, Sendable {
  package var text: String
  package var severity: Severity
  /// The age of the message in seconds; nil is not shown.
  package var age: Int?

  package init(_ text: String, _ severity: Severity = .info, age: Int? = nil) {
    self.text = text
    self.severity = severity
    self.age = age
  }
}

/// The list of notices, newest first.
package struct NoticesContent: Hashable, Sendable {
  package var messages: [MessageContent]
  /// The index of the selected message, which is shown at its full length.
  package var selection = 0

  package init(_ messages: [MessageContent], selection: Int = 0) {
    self.messages = messages
    self.selection = selection
  }
}
