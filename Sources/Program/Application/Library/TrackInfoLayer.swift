import AudioBase
import Player
import SystemBase

/// Shows all tags of a track.
package final class TrackInfoLayer: ScreenLayer {
  private static let page = 10

  package unowned let application: Application
  package internal(set) var details: TrackDetails
  package private(set) var selection = 0

  init(_ application: Application, _ details: TrackDetails) {
    (self.application, self.details) = (application, details)
  }

  package var closingCommands: [Command] { [.list(.info), .list(.activate), .program(.cancel)] }

  package func move(_ movement: Movement) {
    let last = max(application.state.rows.trackInfo - 1, 0)
    selection = movement.row(from: min(selection, last), last: last, page: TrackInfoLayer.page)
  }
}
