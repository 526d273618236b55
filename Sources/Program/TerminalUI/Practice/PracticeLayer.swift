import Application
import Dubbing
import SystemBase

/// The screen layer with the statistics of practice for the last bars or the whole pass.
package final class PracticeLayer: ScreenLayer {
  package let practice: PracticeController
  private let takes: TakeController
  /// Whether the details are those of the whole pass; otherwise those of the last bars.
  package private(set) var showsPass = false
  /// The first visible row of pads and places.
  package private(set) var firstRow = 0

  init(_ session: ScreenSession, _ takes: TakeController) {
    (self.takes, practice) = (takes, takes.practice)
    super.init(session)
  }

  package override var screen: ScreenName? { .practice }
  package override var closingCommands: [Command] { [.take(.practice), .program(.cancel)] }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .practiceScreen(.pass):
      showsPass.toggle()
      return .practiceRows(ofPass: showsPass)
    // No list has the focus.
    case .list(.activate), .list(.remove): break
    case .take(let command) where command.row.traits.contains(.opensNothing):
      return application.perform(command, takes, at: time)
    case .program(.palette): session.open(PaletteLayer(session))
    case .playback(.sleep): return nil
    case .playback(let command): return session.perform(command)
    case .seek(let seconds): return application.seek(by: seconds)
    case .request where command.row.traits.contains(.opensNothing):
      return application.performInAreas(command, from: .key, at: time)
    default: return nil
    }
    return .done
  }

  package override func move(_ movement: Movement) {
    firstRow = movement.row(from: firstRow, last: session.state.rows.lastPracticeRow, page: 8)
  }

  package override var name: String { "practice" }

  override var keyHints: [KeyHint.Group] {
    [
      ([.program(.cancel)], "close"), ([.practiceScreen(.pass)], showsPass ? "last bars" : "whole pass"),
      ([.request(.practice(.clear))], "begin again"), ([.move(.up), .move(.down)], "scroll"),
      ([.take(.metronome)], "metronome"), ([.take(.record)], "record"),
    ]
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    PracticeContent(self, pads: screen.pads)
  }

  /// The figures of all hits, then those of each pad and of each place in the bar: `2 of 5: pad 1: 12.3 ms early, …`.
  package override var selectedRow: (list: String, row: String)? {
    ("Practice", spokenRows[min(firstRow, lastSpokenRow)])
  }

  /// The index of the last row that the plain mode prints.
  var lastSpokenRow: Int { spokenRows.count - 1 }

  private var spokenRows: [String] {
    let content = PracticeContent(self, pads: [])
    let rows = content.pads + content.places
    let all = content.summaries.map { "\($0.name): \($0.line)" }.joined(separator: "; ")
    if rows.isEmpty { return [all] }
    return ["\(all); of \(content.summaries[content.shown].name), \(rows.count) rows below"]
      + rows.enumerated().map { index, row in
        let hits = ShownText.count(row.figures.hits, "hit", "hits")
        return "\(index + 2) of \(rows.count + 1): \(row.name): \(PracticeText.words(row.figures)), \(hits)"
      }
  }
}
