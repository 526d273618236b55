import ApplicationTestSupport
import Controls
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import TerminalUI

/// Typing in prompts: the cursor, the history, and what a terminal leaves open.
@MainActor @Suite struct PromptTests {
  private let bench = PlayerBench("a", "b")
  private let application: Application
  private let session: ScreenSession

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
  }

  private var shown: String? {
    session.field.map { field in
      let cursor = field.cursor ?? field.text.count
      return "\(field.text.prefix(cursor))|\(field.text.dropFirst(cursor))"
    }
  }

  private func edit(_ edits: LineEdit...) { for edit in edits { session.type(.edit(edit)) } }

  @Test func textIsEditedAtTheCursor() {
    session.perform(.program(.palette))
    session.type(.insert("set theme"))
    edit(.left, .left)
    #expect(shown == "set the|me")
    session.type(.insert("X"))
    #expect(shown == "set theX|me")
    edit(.deleteBackward, .deleteForward)
    #expect(shown == "set the|e")
    edit(.start)
    session.type(.remove)
    #expect(shown == "|et thee", "Delete acts on the character at the cursor.")
    edit(.end, .wordLeft)
    #expect(shown == "et |thee")
    edit(.wordLeft, .wordRight)
    #expect(shown == "et| thee")
  }

  @Test func deletedPartsComeBackAtTheCursor() {
    session.perform(.program(.palette))
    session.type(.insert("mix music/filter 800"))
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
    session.perform(.program(.palette))
    session.type(.insert(String(repeating: "a", count: 199)))
    edit(.start)
    session.type(.insert("bcd"))
    #expect(session.field?.text == "b" + String(repeating: "a", count: 199))
  }

  @Test func typingReplacesASelectedTextAndMovingKeepsIt() {
    func open() { session.open(KitNamePrompt(session, text: "My kit copy")) }
    open()
    #expect(session.field?.isSelected == true && shown == "My kit copy|")
    session.type(.insert("New"))
    #expect(session.field?.isSelected == false && shown == "New|")
    edit(.yank)
    #expect(shown == "NewMy kit copy|", "The text comes back.")
    session.type(.cancel)
    open()
    edit(.deleteBackward)
    #expect(shown == "|")
    session.type(.cancel)
    open()
    edit(.left)
    session.type(.insert("X"))
    #expect(shown == "My kit copX|y")
  }

  @Test func controlDWithTextDeletesAndDoesNotLeave() {
    session.perform(.program(.palette))
    session.type(.insert("ab"))
    edit(.start)
    #expect(session.perform(.program(.detach)).response == .done && shown == "|b")
    session.type(.edit(.deleteForward))
    #expect(session.perform(.program(.detach)).response == .detach)
  }

  @Test func promptsShowWhatWasTypedInThemBefore() {
    for text in ["10", "20", "20"] {
      session.perform(.playback(.sleep))
      session.type(.insert(text))
      session.type(.accept)
    }
    session.perform(.playback(.sleep))
    session.type(.insert("3"))
    session.type(.move(.up))
    #expect(shown == "20|")
    session.type(.history(older: true))
    #expect(shown == "10|")
    session.type(.history(older: true))
    #expect(shown == "10|", "There is none before the first one.")
    session.type(.move(.down))
    session.type(.move(.down))
    #expect(shown == "3|", "What was typed comes back.")
    session.type(.cancel)
    session.perform(.program(.palette))
    session.type(.history(older: true))
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
    session.perform(.search(.find))
    session.type(.insert("b"))
    session.closePrompts()
    #expect(session.field == nil && session.state.filter == nil)
    session.perform(.program(.palette))
    session.closePrompts()
    #expect(session.field == nil && session.coveringLayer == nil)
    session.perform(.program(.notices))
    session.closePrompts()
    #expect(session.coveringLayer is NoticesLayer, "A list stays open.")
  }
}
