import Application
import AudioBase
import Controls
import SystemBase
import TerminalKit

/// The list of the chapters of the current track.
package final class ChapterListLayer: ScreenLayer {
  private static let page = 10

  package unowned let session: ScreenSession
  /// The row that was selected by hand; nil selects the chapter that is heard.
  private var chosen: Int?

  init(_ session: ScreenSession) {
    self.session = session
    application.findChapters()
  }

  package var selection: Int {
    min(chosen ?? application.currentChapter ?? 0, max(application.chapters.count - 1, 0))
  }

  package var closingCommands: [Command] { [.program(.chapters), .program(.cancel)] }
  package var controlsPlayback: Bool { true }

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.activate) else { return nil }
    if !application.chapters.isEmpty { application.report(application.seek(.number(selection + 1))) }
    chosen = nil
    return .done
  }

  package func move(_ movement: Movement) {
    chosen = movement.row(
      from: selection, last: application.chapters.count - 1, page: ChapterListLayer.page)
  }

  package var name: String { "chapters" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.list(.activate)], "play from there"), ([.program(.cancel)], "close"),
        ([.move(.up), .move(.down)], "choose"),
      ], keys)
  }

  /// The state of the list without chapters.
  private var note: String {
    switch application.state.chapters.content {
    case .noTrack: "no track is playing"
    case .reading: "reading…"
    case .failed(let error): ErrorText.sentence(error)
    case .found: "this track has no chapters"
    }
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    let current = application.currentChapter
    let lines = application.chapters.enumerated().map { index, chapter in
      (index == current ? "▶ " : "  ") + ChapterText.line(index, chapter)
    }
    return TextListContent(heading: "Chapters", lines: lines, selection: selection, empty: note)
  }

  package var selectedRow: (list: String, row: String)? {
    let chapters = application.chapters
    guard chapters.indices.contains(selection) else { return ("Chapters", note) }
    let mark = selection == application.currentChapter ? ", heard now" : ""
    return ("Chapters", "\(selection + 1) of \(chapters.count): \(row(chapters[selection]))\(mark)")
  }

  private func row(_ chapter: Chapter) -> String {
    FilePath("\(chapter.title ?? "chapter \(selection + 1)"), \(ShownText.clock(chapter.start))").shown
  }
}

/// Chapters as text.
@MainActor
enum ChapterText {
  /// Returns `3/12 The Storm`: the chapter that is heard; nil if there is none.
  static func current(_ application: Application) -> String? {
    guard let index = application.currentChapter else { return nil }
    let chapters = application.chapters
    let title = chapters[index].title.map { " \($0)" } ?? ""
    return "\(index + 1)/\(chapters.count)\(title)"
  }

  /// Returns `3  12:03  The Storm`.
  static func line(_ index: Int, _ chapter: Chapter) -> String {
    "\(index + 1)  \(ShownText.clock(chapter.start))  \(chapter.title ?? "chapter \(index + 1)")"
  }
}
