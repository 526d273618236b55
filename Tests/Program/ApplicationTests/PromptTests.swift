import ApplicationTestSupport
@testable import Application
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

/// Typing in prompts: the cursor, the history, and what a terminal leaves open.
@MainActor @Suite struct PromptTests {
  private let bench = PlayerBench("a", "b")
  private let application: Application

  init() { application = Application(model: bench.model) }

  private var shown: String? {
    application.field.map { field in
      let cursor = field.cursor ?? field.text.count
      return "\(field.text.prefix(cursor))|\(field.text.dropFirst(cursor))"
    }
  }

  private func edit(_ edits: LineEdit...) { for edit in edits { application.type(.edit(edit)) } }

  @Test func textIsEditedAtTheCursor() {
    application.perform(.program(.palette))
    application.type(.insert("set theme"))
    edit(.left, .left)
    #expect(shown == "set the|me")
    application.type(.insert("X"))
    #expect(shown == "set theX|me")
    edit(.deleteBackward, .deleteForward)
    #expect(shown == "set the|e")
    edit(.start)
    application.type(.remove)
    #expect(shown == "|et thee", "Delete acts on the character at the cursor.")
    edit(.end, .wordLeft)
    #expect(shown == "et |thee")
    edit(.wordLeft, .wordRight)
    #expect(shown == "et| thee")
  }

  @Test func deletedPartsComeBackAtTheCursor() {
    application.perform(.program(.palette))
    application.type(.insert("mix music/filter 800"))
    edit(.left, .left, .left, .left, .deleteWordBackward)
    #expect(shown == "mix | 800", "A word ends at a space, as in a shell.")
    edit(.end, .yank)
    #expect(shown == "mix  800music/filter|")
    edit(.deleteToStart)
    #expect(shown == "|")
    edit(.yank, .start, .deleteWordForward)
    #expect(shown == "|  800music/filter")
    edit(.deleteToEnd)
    #expect(shown == "|")
  }

  @Test func pastedTextIsShortenedToTheRoomThatIsLeft() {
    application.perform(.program(.palette))
    application.type(.insert(String(repeating: "a", count: 199)))
    edit(.start)
    application.type(.insert("bcd"))
    #expect(application.field?.text == "b" + String(repeating: "a", count: 199))
  }

  @Test func controlDWithTextDeletesAndDoesNotLeave() {
    application.perform(.program(.palette))
    application.type(.insert("ab"))
    edit(.start)
    #expect(application.perform(.program(.detach)) == .done && shown == "|b")
    application.type(.edit(.deleteForward))
    #expect(application.perform(.program(.detach)) == .detach)
  }

  @Test func promptsShowWhatWasTypedInThemBefore() {
    for text in ["10", "20", "20"] {
      application.perform(.playback(.sleep))
      application.type(.insert(text))
      application.type(.accept)
    }
    application.perform(.playback(.sleep))
    application.type(.insert("3"))
    application.type(.move(.up))
    #expect(shown == "20|")
    application.type(.history(older: true))
    #expect(shown == "10|")
    application.type(.history(older: true))
    #expect(shown == "10|", "There is none before the first one.")
    application.type(.move(.down))
    application.type(.move(.down))
    #expect(shown == "3|", "What was typed comes back.")
    application.type(.cancel)
    application.perform(.program(.palette))
    application.type(.history(older: true))
    #expect(shown == "|", "Each prompt has a history of its own.")
  }

  @Test func historyIsStoredWithWhatOthersHaveStored() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("prompts.json")
    let files = FileSaver(name: "test") { _ in }
    var (one, two) = (
      PromptHistories(SavedFile(path, by: files)), PromptHistories(SavedFile(path, by: files))
    )
    one.add("97.5", to: "Tempo")
    two.add("a", to: "Name")
    for number in 0..<150 { one.add("\(number)", to: "Many") }
    files.stop()
    var read = PromptHistories(SavedFile(path, by: FileSaver(name: "other") { _ in }))
    #expect(read.step(older: true, in: "Tempo", from: "") == "97.5")
    #expect(read.step(older: true, in: "Name", from: "") == "a")
    var many: [String] = []
    while let text = read.step(older: true, in: "Many", from: many.last ?? "") { many.append(text) }
    #expect(many.count == PromptHistories.most && many.first == "149" && many.last == "50")
  }

  @Test func promptsAreClosedWhenTheTerminalIsLeft() {
    application.perform(.search(.find))
    application.type(.insert("b"))
    application.closePrompts()
    #expect(application.field == nil && application.state.filter == nil)
    application.perform(.program(.palette))
    application.closePrompts()
    #expect(application.field == nil && application.coveringLayer == nil)
    application.perform(.program(.notices))
    application.closePrompts()
    #expect(application.coveringLayer is NoticesLayer, "A list stays open.")
  }
}
