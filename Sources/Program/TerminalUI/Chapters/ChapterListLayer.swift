import Application
import AudioBase
import Controls
import SystemBase

/// The list of the chapters of the current track. Until the user selects a row, the chapter that is heard is selected.
package final class ChapterListLayer: ListLayer {
  override init(_ session: ScreenSession) {
    super.init(session)
    application.findChapters()
  }

  package override var closingCommands: [Command] { [.program(.chapters), .program(.cancel)] }
  package override var controlsPlayback: Bool { true }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.activate) else { return nil }
    if let selection { application.report(application.seek(.number(selection + 1))) }
    chosen = nil
    return .done
  }

  package override var rows: [ListRow] {
    let current = application.currentChapter
    return application.chapters.enumerated().map { index, chapter in
      let (title, start) = (chapter.title ?? "chapter \(index + 1)", ShownText.clock(chapter.start))
      let (mark, heard) = index == current ? ("▶ ", ", heard now") : ("  ", "")
      return ListRow(
        "\(mark)\(index + 1)  \(start)  \(title)", spoken: FilePath("\(title), \(start)").shown + heard)
    }
  }

  package override var selection: Int? {
    let last = application.chapters.count - 1
    return last < 0 ? nil : min(chosen ?? application.currentChapter ?? 0, last)
  }

  package override var name: String { "chapters" }
  override var title: String { "Chapters" }

  override func empty(_ keys: KeyMap) -> String {
    switch application.state.chapters.content {
    case .noTrack: "no track is playing"
    case .searching: "reading…"
    case .failed(let error): ErrorText.sentence(error)
    case .found: "this track has no chapters"
    }
  }

  override var keyHints: [KeyHint.Group] { [([.list(.activate)], "play from there")] + super.keyHints }
}

@MainActor
enum ChapterText {
  /// Returns `3/12 The Storm`: the chapter that is heard; nil if there is none.
  static func current(_ application: Application) -> String? {
    guard let index = application.currentChapter else { return nil }
    let chapters = application.chapters
    let title = chapters[index].title.map { " \($0)" } ?? ""
    return "\(index + 1)/\(chapters.count)\(title)"
  }
}
