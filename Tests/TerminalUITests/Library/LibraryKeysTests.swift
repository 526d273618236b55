@testable import Application
@testable import Controls
import TerminalKit
import Testing

@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// What keys do to the library.
@MainActor @Suite struct LibraryKeysTests {
  private func command(_ key: String, _ map: KeyMap = KeyMap()) -> Command? {
    KeyChord(name: key).flatMap { map.command(for: KeyEvent($0.key, $0.modifiers)) }
  }

  @Test(arguments: [
    ("o", LibraryCommand.pick), ("i", .add), ("I", .addNext), ("h", .up), ("G", .rate), ("P", .playList),
    ("f5", .scan), ("alt+s", .scan), ("f6", .scanFolder), ("alt+f", .scanFolder),
  ]) func defaults(key: String, wanted: LibraryCommand) {
    #expect(command(key) == .library(wanted))
  }

  @Test(arguments: [PadKeys.qwerty, .qwertz, .azerty]) func everyLayoutReachesThem(pads: PadKeys) {
    for layout in KeyMap.Layout.allCases {
      let map = KeyMap(padKeys: pads, layout: layout)
      for wanted in LibraryCommand.allCases { #expect(!map.keys(for: .library(wanted)).isEmpty, "\(wanted)") }
    }
  }

  @Test func lettersAfterTheKeyOfThePickerNeverStrike() {
    var router = KeyRouter(keys: KeyMap(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    #expect(router.route(.key(KeyEvent(.character("o"))), at: 0) == .command(.library(.pick)))
    #expect(router.route(.key(KeyEvent(.character("a"))), at: 0) == .typed(.key(KeyEvent(.character("a")))))
    #expect(router.route(.key(KeyEvent(.escape)), at: 0) == .typed(.key(KeyEvent(.escape))))
    #expect(router.route(.key(KeyEvent(.character("a"))), at: 0) == .strike(pad: 1, velocity: 100))
    router.takeText()
    #expect(router.route(.key(KeyEvent(.character("a"))), at: 0) == .typed(.key(KeyEvent(.character("a")))))
  }

  @Test func backspaceGoesUpInTheLibraryAndSetsTheSpeedBackElsewhere() {
    let bench = LibraryScreenBench()
    bench.model.setSpeed(1.5)
    bench.press(.nextPanel, .activate)
    #expect(bench.controller.browser.levels.count == 2)
    bench.press(.speedReset)
    #expect(bench.controller.browser.levels.count == 1 && bench.model.speed == 1.5)
    bench.press(.nextPanel, .speedReset)
    #expect(bench.model.speed == 1)
  }

  @Test func movesGoToThePanelThatHasTheKeys() {
    let bench = LibraryScreenBench()
    bench.model.append([(FilePath("a"), QueueItem.Hint()), (FilePath("b"), QueueItem.Hint())])
    bench.press(.moveDown)
    #expect(bench.controller.browser.level.selection == 0 && bench.application.state.selection != nil)
    bench.press(.nextPanel, .moveDown, .moveDown, .remove)
    #expect(bench.controller.browser.level.selection == 2 && bench.model.queue.items.count == 2)
  }

  @Test func enterPlaysATrackNextAndAnotherKeyTheListFromThere() {
    let bench = LibraryScreenBench()
    bench.press(.nextPanel, .moveToEnd, .activate, .moveDown, .activate)
    #expect(bench.gatherings == [LibraryGathering(.playNext, [.track(2)])])
    bench.press(.library(.playList))
    #expect(bench.gatherings.last?.purpose == .replace)
    #expect(bench.gatherings.last?.start == 1 && bench.gatherings.last?.items.count == 5)
    bench.press(.library(.addNext))
    #expect(bench.gatherings.last == LibraryGathering(.next, [.track(2)]))
  }

  /// At the list of playlists, the second of which is selected.
  private func playlists() -> LibraryScreenBench {
    let bench = LibraryScreenBench()
    bench.model.append([(FilePath("a"), QueueItem.Hint())])
    bench.press(.nextPanel, .moveDown, .moveDown, .moveDown, .moveDown, .activate, .moveDown)
    return bench
  }

  @Test func aPlaylistIsDeletedOnceThatIsConfirmed() {
    let bench = playlists()
    bench.press(.remove)
    #expect(bench.shown(120, 36).contains("delete the playlist yours? Enter deletes it, Esc keeps it"))
    bench.press(.cancel)
    #expect(bench.deleted.isEmpty && bench.shown(120, 36).contains("the playlist yours is kept"))
    bench.press(.remove, .activate)
    #expect(bench.deleted == [PlaylistName(id: 2, name: "yours")] && bench.model.queue.items.count == 1)
    bench.controller.receive(.playlists(.playlistDeleted("yours")))
    #expect(bench.shown(120, 36).contains("deleted the playlist yours; its tracks stay"))
  }

  @Test func aPlaylistIsRenamedByTheKeyThatNamesTakes() {
    let bench = playlists()
    bench.press(.take(.rename))
    #expect(bench.shown(120, 36).contains("name: yours"))
    bench.type(" and mine")
    bench.type(.enter)
    #expect(bench.renamed == ["yours → yours and mine"])
    bench.press(.take(.rename))
    bench.type(.enter)
    bench.press(.take(.rename))
    bench.type("x")
    bench.type(.escape)
    #expect(bench.renamed.count == 1)
    bench.controller.receive(.playlists(.playlistNotRenamed(to: "mine")))
    #expect(
      bench.shown(120, 36).contains("not renamed: there is a playlist mine already; choose another name"))
  }

  @Test func theMessageNamesTheKeyThatBringsTheQueueBack() {
    let bench = LibraryScreenBench()
    bench.model.report(.library(.queue(count: 12, leftOut: 0, away: 0)))
    #expect(bench.shown(120, 36).contains("the queue is 12 tracks now; b brings the one before back"))
  }

  @Test func escapeLeavesThePickerAndChangesNothing() {
    let bench = LibraryScreenBench()
    bench.press(.library(.pick))
    bench.type("flow")
    #expect(bench.controller.picking?.list.level.count == 1)
    bench.type(.escape)
    #expect(
      bench.controller.picking == nil && bench.application.state.overlay == nil && bench.model.queue.isEmpty)
  }

  @Test func codeGetsWhatIsPicked() {
    let bench = LibraryScreenBench()
    var titles: [String?] = []
    let request = bench.application.pick(SongPicker(prompt: "a song") { titles = $0.map(\.track.title) })
    #expect(request == .acceptText)
    _ = bench.shown(80, 24)
    bench.type("army")
    _ = bench.shown(80, 24)
    bench.type(.enter)
    #expect(titles == ["Army of Me"] && bench.application.state.overlay == nil)
  }

  @Test func theFirstFolderIsScannedByEnterOrTyped() {
    let bench = LibraryScreenBench(ready: false)
    bench.application.askForFolder()
    bench.press(.moveDown)
    #expect(bench.application.perform(.activate) == .acceptText)
    bench.type("/x")
    bench.type(.enter)
    #expect(bench.typedFolders == ["/home/me/Music/x"] && bench.opens == 1)
    bench.press(.moveUp, .activate)
    #expect(bench.opens == 2)
    bench.controller.receive(.opened(isEmpty: true, nil))
    #expect(bench.scans == [[FilePath("/home/me/Music")]])
  }

  @Test func ratingIsForTheSelectedTrackOrTheOneThatPlays() {
    let bench = LibraryScreenBench()
    bench.model.append([(FilePath("/music/9.flac"), QueueItem.Hint())])
    bench.press(.library(.rate))
    bench.press(.nextPanel, .moveToEnd, .activate)
    _ = bench.shown(120, 36)
    bench.press(.library(.rate))
    #expect(bench.rated == [FilePath("/music/9.flac"), FilePath("/music/1.flac")])
  }

  @Test func aFilterLeftByEscapeIsGoneAndByEnterStays() {
    let bench = LibraryScreenBench()
    bench.press(.nextPanel, .moveToEnd, .activate, .find)
    bench.type("delibes")
    bench.type(.enter)
    #expect(bench.controller.browser.level.filter == "delibes" && bench.controller.browser.level.count == 3)
    bench.press(.find)
    bench.type(.escape)
    #expect(bench.controller.browser.level.filter.isEmpty && bench.controller.browser.level.count == 5)
  }

  @Test func numbersAndStars() {
    #expect([0, 999, 1_204, 1_000_000].map(LibraryText.number) == ["0", "999", "1,204", "1,000,000"])
    #expect(LibraryText.stars(3) == "★★★☆☆" && LibraryText.stars(nil) == nil)
    var report = ScanReport()
    (report.files, report.added) = (1_207, 1_204)
    report.unreadable = [ScanReport.Unreadable(path: FilePath("x"), reason: "y")]
    #expect(LibraryText.sentence(.scanned(report)) == "scan done: 1,206 tracks, 1,204 new, 1 unreadable")
  }
}
