import Player

/// Another player of the desktop, which plays the music instead of this program.
package enum SystemNotice: Hashable, Sendable {
  /// The command is not possible while another program plays.
  case notPossible
  /// No other player runs; the first one that starts is used.
  case noPlayer
  /// The player that the user named does not run; it is used when it starts.
  case notRunning(String)
  case attached(String)
  /// The player has ended.
  case ended(String)
  /// The player refused a request or did not answer.
  case refused(String, detail: String)
  /// There is no message bus, so other players cannot be found.
  case noBus(detail: String)
}

extension Application {
  func attach(to player: String) {
    guard let attach = services.attach else { return report(.setting(.onlyAtStart(name: "system"))) }
    attach(player)
  }

  /// Lets the user choose among players: the palette is opened with their names.
  package func choosePlayer(_ names: [String]) {
    open(PaletteLayer(self, text: "system ", choices: names))
    onResponse(.acceptText)
  }
}
