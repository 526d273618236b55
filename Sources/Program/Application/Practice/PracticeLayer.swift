import SystemBase

/// The screen layer with the statistics of practice for the last bars or the whole pass.
package final class PracticeLayer: ScreenLayer {
  package unowned let application: Application
  package let practice: PracticeController
  private let takes: TakeController
  /// Whether the details are those of the whole pass; else they are those of the last bars.
  package private(set) var showsPass = false
  /// The first visible row of pads and places.
  package private(set) var firstRow = 0

  init(_ application: Application, _ practice: PracticeController, _ takes: TakeController) {
    (self.application, self.practice, self.takes) = (application, practice, takes)
  }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    switch command {
    case .take(.practice), .program(.cancel): close()
    case .list(.activate): showsPass.toggle()
    case .list(.remove): practice.perform(.clear)
    case .take(let command) where command.row.traits.contains(.opensNothing):
      application.perform(command, takes, at: time)
    case .program(.palette): application.open(PaletteLayer(application))
    case .playback(.sleep): return nil
    case .playback(let command): application.perform(command)
    case .seek(let seconds): application.seek(by: seconds)
    case .request(let request) where request.ownRow.traits.contains(.opensNothing):
      request.perform(on: application, from: .key, at: time)
    default: return nil
    }
    return .done
  }

  package func move(_ movement: Movement) {
    firstRow = movement.row(from: firstRow, last: application.state.rows.lastPracticeRow, page: 8)
  }
}
