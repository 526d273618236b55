import Application
import AudioBase
import Controls
import MusicLibrary
import Player
import SystemBase
import TerminalKit

/// Shows all tags of a track.
package final class TrackInfoLayer: ScreenLayer {
  private static let page = 10

  package unowned let session: ScreenSession
  package internal(set) var details: TrackDetails
  package private(set) var selection = 0

  init(_ session: ScreenSession, _ details: TrackDetails) {
    (self.session, self.details) = (session, details)
  }

  package var closingCommands: [Command] { [.list(.info), .list(.activate), .program(.cancel)] }

  package func move(_ movement: Movement) {
    let last = max(session.state.rows.trackInfo - 1, 0)
    selection = movement.row(from: min(selection, last), last: last, page: TrackInfoLayer.page)
  }

  package var name: String { "tags of the track" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints([([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "choose")], keys)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    TrackInfoContent(self)
  }

  /// A tag: `2 of 12: Title: Flower Duet`.
  package var selectedRow: (list: String, row: String)? {
    let content = TrackInfoContent(self)
    guard content.fields.indices.contains(content.selection) else { return nil }
    let field = content.fields[content.selection]
    return ("Track", "\(content.selection + 1) of \(content.fields.count): \(field.name): \(field.value)")
  }
}
