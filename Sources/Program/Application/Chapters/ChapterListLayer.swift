import AudioBase
import SystemBase

/// The list of the chapters of the current track.
package final class ChapterListLayer: ScreenLayer {
  private static let page = 10

  package unowned let application: Application
  /// The row that was selected by hand; nil selects the chapter that is heard.
  private var chosen: Int?

  init(_ application: Application) {
    self.application = application
    application.findChapters()
  }

  package var selection: Int {
    min(chosen ?? application.currentChapter ?? 0, max(application.chapters.count - 1, 0))
  }

  package var closingCommands: [Command] { [.program(.chapters), .program(.cancel)] }
  package var controlsPlayback: Bool { true }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    guard command == .list(.activate) else { return nil }
    if !application.chapters.isEmpty { application.seek(.number(selection + 1)) }
    chosen = nil
    return .done
  }

  package func move(_ movement: Movement) {
    chosen = movement.row(
      from: selection, last: application.chapters.count - 1, page: ChapterListLayer.page)
  }
}
