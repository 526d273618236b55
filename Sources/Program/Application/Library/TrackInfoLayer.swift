import AudioBase
import MusicLibrary
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

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    switch command {
    case .list(.info), .list(.activate), .program(.cancel):
      close()
      return .done
    default: return nil
    }
  }

  package func move(_ movement: Movement) {
    let last = max(application.state.rows.trackInfo - 1, 0)
    selection = movement.row(from: min(selection, last), last: last, page: TrackInfoLayer.page)
  }
}
