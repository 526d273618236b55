/// Commands while another player of the desktop plays (`--system`).
extension Application {
  /// Refuses a command that is not possible while another player plays (`--system`).
  ///
  /// - Returns: nil if it is possible.
  func refuseOverOtherPlayer(_ command: Command) -> Response? {
    guard model.isExternal, command.row.traits.contains(.needsOwnPlayer) else { return nil }
    report(.system(.notPossible))
    return .done
  }

  func attach(to player: String) {
    guard let attach = onAttach else { return report(.setting(.onlyAtStart(name: "system"))) }
    attach(player)
  }

  /// Lets the user choose among players: the palette is opened with their names.
  package func choosePlayer(_ names: [String]) {
    open(PaletteLayer(self, text: "system ", choices: names))
    onResponse(.acceptText)
  }
}
