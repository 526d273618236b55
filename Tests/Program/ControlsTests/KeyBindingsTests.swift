import ApplicationTestSupport
import PlayerTestSupport
import SystemBase
import TerminalKit
import TestSupport
import Testing

@testable import Application
@testable import Controls

/// Changes of the keys while the program runs, and the file that keeps them.
@MainActor @Suite struct KeyBindingsTests {
  private let bench = PlayerBench("a")
  private let application: Application

  init() { application = Application(model: bench.model) }

  private func awaitKey(for command: Command, removing: Bool = false) {
    #expect(application.await(removing ? .remove(command) : .bind(command)) == .captureKey)
  }

  private func chord(_ name: String) throws -> KeyChord { try #require(KeyChord(name: name)) }

  @Test func aFreeKeyIsBoundAndSaved() throws {
    let folder = try TemporaryFolder()
    let file = folder.path.appending("keys")
    let saver = FileSaver(name: "test") { Issue.record("\($0)") }
    let bindings = KeyBindings(KeyMaps(), file: SavedFile(file, by: saver))
    awaitKey(for: .playback(.mute))
    bindings.receive(try chord("f11"), for: application)
    #expect(bindings.map.owner(of: try chord("f11")) == .playback(.mute))
    saver.stop()
    #expect(try FileBytes.read(file, limit: 1000) == Array("bind f11 mute\n".utf8))
  }

  @Test(arguments: [false, true]) func escapeInsteadOfAKeyReportsUnchangedKeys(isRemoved: Bool) throws {
    let bindings = KeyBindings(KeyMaps())
    awaitKey(for: .playback(.mute), removing: isRemoved)
    bindings.receive(try chord("escape"), for: application)
    #expect(application.state.notices.last == .key(.unchanged(.playback(.mute))))
    #expect(bindings.maps == KeyMaps())
  }

  @Test func keySetThatIsChosenWhileTheProgramRunsKeepsTheChangesOfTheUser() throws {
    let bindings = KeyBindings(KeyMaps())
    var told: [KeyMaps] = []
    bindings.bind(try chord("f11"), to: .playback(.mute), for: application)
    bindings.onChange = { told.append($0) }
    let vi = KeyMaps(layout: .vi)
    bindings.use(vi, defaults: vi)
    #expect(told == [bindings.maps])
    #expect(bindings.map.owner(of: try chord("dd")) == .list(.remove))
    #expect(bindings.map.owner(of: try chord("f11")) == .playback(.mute))
    bindings.restore(for: application)
    #expect(bindings.maps == vi)
    bindings.use(KeyMaps(), defaults: KeyMaps())
    #expect(bindings.maps == KeyMaps())
  }

  @Test(arguments: ["a", "n"]) func aKeyThatIsInUseIsMovedOnlyAfterAQuestion(key: String) throws {
    let bindings = KeyBindings(KeyMaps())
    let owner = try #require(bindings.map.owner(of: try chord(key)))
    application.services.bindKey = { key, command in
      KeyChord(name: key).map { bindings.bind($0, to: command, for: application) }
    }
    awaitKey(for: .playback(.mute))
    bindings.receive(try chord(key), for: application)
    #expect(application.state.question == .moveKey(key: key, from: owner, to: .playback(.mute)))
    application.perform(.program(.cancel))
    #expect(bindings.map.owner(of: try chord(key)) == owner)
    awaitKey(for: .playback(.mute))
    bindings.receive(try chord(key), for: application)
    application.perform(.list(.activate))
    #expect(bindings.map.owner(of: try chord(key)) == .playback(.mute))
  }

  @Test func keyOfAPadIsMovedOnlyAfterAQuestionWhileLettersAreCommands() throws {
    let bindings = KeyBindings(KeyMaps())
    bindings.mode.layout = .listen
    awaitKey(for: .playback(.mute))
    bindings.receive(try chord("1"), for: application)
    #expect(
      application.state.question == .moveKey(key: "1", from: .pad(1, .plain), to: .playback(.mute)))
    bindings.bind(try chord("1"), to: .playback(.mute), for: application)
    #expect(
      [bindings.maps.drumming, bindings.maps.listening, bindings.maps.locked].map {
        $0.owner(of: KeyChord(.character("1")))
      } == Array(repeating: .playback(.mute), count: 3))
  }

  @Test func onlyAKeyOfTheCommandIsRemoved() throws {
    let bindings = KeyBindings(KeyMaps())
    awaitKey(for: .playback(.volumeUp), removing: true)
    bindings.receive(try chord("n"), for: application)
    #expect(bindings.map.owner(of: try chord("n")) == .playback(.next))
    #expect(application.state.notices.last == .key(.notOf("n", .playback(.volumeUp))))
    awaitKey(for: .playback(.volumeUp), removing: true)
    bindings.receive(try chord("="), for: application)
    #expect(bindings.map.owner(of: try chord("=")) == nil)
  }

  @Test func keyOfAScreenIsSavedWithItsName() throws {
    let folder = try TemporaryFolder()
    let file = folder.path.appending("keys")
    let saver = FileSaver(name: "test") { Issue.record("\($0)") }
    let bindings = KeyBindings(KeyMaps(), file: SavedFile(file, by: saver))
    awaitKey(for: .timeline(.velocityUp))
    bindings.receive(try chord("f11"), for: application)
    awaitKey(for: .timeline(.velocityUp), removing: true)
    bindings.receive(try chord("+"), for: application)
    #expect(bindings.map.owner(of: try chord("f11"), on: .timeline) == .timeline(.velocityUp))
    #expect(bindings.map.owner(of: try chord("+"), on: .timeline) == nil)
    #expect(bindings.map.owner(of: try chord("+")) == .playback(.volumeUp))
    saver.stop()
    let lines = "bind timeline f11 velocity-up\nunbind timeline +\n"
    #expect(try FileBytes.read(file, limit: 1000) == Array(lines.utf8))
  }

  @Test func restoredDefaultKeysReplaceAllSavedBindings() throws {
    let folder = try TemporaryFolder()
    let file = folder.path.appending("keys")
    var changed = KeyMaps()
    changed.apply(try KeyBinding("f11", to: "mute"))
    let saver = FileSaver(name: "test") { Issue.record("\($0)") }
    let bindings = KeyBindings(changed, defaults: KeyMaps(), file: SavedFile(file, by: saver))
    bindings.bind(try chord("f8"), to: .playback(.stop), for: application)
    bindings.restore(for: application)
    #expect(bindings.maps == KeyMaps())
    saver.stop()
    #expect(try FileBytes.read(file, limit: 1000).isEmpty)
  }
}
