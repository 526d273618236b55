import AudioBase
import TerminalKit
import Testing

@testable import Application
@testable import Controls
@testable import Librarian
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
    ("o", Command.Library.pick), ("i", .add), ("I", .addNext), ("h", .up), ("G", .rate), ("P", .playList),
    ("f5", .scan), ("alt+s", .scan), ("f6", .scanFolder), ("alt+f", .scanFolder),
  ]) func libraryCommandsHaveTheirDefaultKeys(key: String, wanted: Command.Library) {
    #expect(command(key) == .library(wanted))
  }

  @Test(arguments: [PadKeys.qwerty, .qwertz, .azerty]) func everyKeyLayoutReachesAllLibraryCommands(
    pads: PadKeys
  ) {
    for layout in KeyLayout.allCases {
      let map = KeyMap(padKeys: pads, layout: layout)
      for wanted in Command.Library.allCases {
        #expect(!map.keys(for: .library(wanted)).isEmpty, "\(wanted)")
      }
    }
  }

  @Test func lettersAfterTheKeyOfThePickerNeverStrike() {
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    #expect(router.route(.key(KeyEvent(.character("o"))), at: 0) == .command(.library(.pick)))
    #expect(router.route(.key(KeyEvent(.character("a"))), at: 0) == .typed(.key(KeyEvent(.character("a")))))
    #expect(router.route(.key(KeyEvent(.escape)), at: 0) == .typed(.key(KeyEvent(.escape))))
    #expect(router.route(.key(KeyEvent(.character("a"))), at: 0) == .strike(pad: 1, velocity: 100))
    router.acceptText()
    #expect(router.route(.key(KeyEvent(.character("a"))), at: 0) == .typed(.key(KeyEvent(.character("a")))))
  }

  @Test func backspaceGoesUpInTheLibraryWhateverHasTheFocus() throws {
    let bench = LibraryScreenBench()
    bench.model.setSpeed(1.5)
    let backspace = try #require(KeyMap().owner(of: KeyChord(.backspace)))
    for focusOfQueue in [false, true] {
      bench.press(.program(.nextPanel), .list(.activate))
      #expect(bench.panel.browser.levels.count == 2)
      if focusOfQueue { bench.press(.program(.nextPanel)) }
      bench.press(backspace)
      #expect(bench.panel.browser.levels.count == 1 && bench.model.speed == 1.5)
      if !focusOfQueue { bench.press(.program(.nextPanel)) }
    }
    bench.press(.program(.nextPanel), .playback(.speedReset))
    #expect(bench.model.speed == 1)
  }

  @Test func hintOfEnterNamesTheActionForTheSelection() {
    let bench = LibraryScreenBench()
    bench.press(.program(.nextPanel))
    #expect(bench.shown(120, 36).contains("Enter open"))
    let first = LibraryScreenBench(ready: false)
    first.controller.receive(.opened(isEmpty: true, nil))
    first.session.askForFolder()
    #expect(first.shown(120, 36).contains("Enter scan"))
    first.press(.move(.down))
    #expect(first.shown(120, 36).contains("Enter choose"))
  }

  @Test func questionForTheMusicFolderStaysUntilAnswered() {
    let bench = LibraryScreenBench(ready: false)
    bench.controller.receive(.opened(isEmpty: true, nil))
    bench.session.askForFolder()
    for (width, height) in [(120, 36), (80, 24), (40, 12), (40, 7)] {
      #expect(bench.shown(width, height).contains("Where is your music?"), "\(width)×\(height)")
    }
    bench.press(.program(.nextPanel))
    for (width, height) in [(120, 36), (80, 24), (40, 12), (40, 7)] {
      #expect(bench.shown(width, height).contains("Where is your music?"), "\(width)×\(height)")
    }
    bench.controller.scan([FilePath("/home/me/Music")])
    bench.controller.receive(.opened(isEmpty: false, nil))
    #expect(!bench.shown(40, 12).contains("Where is your music?"))
  }

  @Test func movesGoToThePanelThatHasTheKeys() {
    let bench = LibraryScreenBench()
    bench.model.append([TrackInfo(path: FilePath("a")), TrackInfo(path: FilePath("b"))])
    bench.press(.move(.down))
    #expect(bench.panel.browser.level.selection == 0 && bench.session.state.selection != nil)
    bench.press(.program(.nextPanel), .move(.down), .move(.down), .list(.remove))
    #expect(bench.panel.browser.level.selection == 2 && bench.model.queue.items.count == 2)
  }

  @Test func enterPlaysTheListFromATrackOnWhereTheQueueIsEmpty() {
    let bench = LibraryScreenBench()
    bench.press(.program(.nextPanel), .move(.end), .list(.activate), .move(.down), .list(.activate))
    #expect(bench.index.trackRequests.map(\.purpose) == [.replace])
    #expect(bench.index.trackRequests.last?.start == 1 && bench.index.trackRequests.last?.items.count == 5)
  }

  @Test func enterPlaysATrackNextAndAnotherKeyTheListFromThere() {
    let bench = LibraryScreenBench()
    bench.model.append([TrackInfo(path: FilePath("a"))])
    bench.press(.program(.nextPanel), .move(.end), .list(.activate), .move(.down), .list(.activate))
    #expect(bench.index.trackRequests == [LibraryTracksRequest(.playNext, [.track(2)])])
    bench.press(.library(.playList))
    #expect(bench.index.trackRequests.last?.purpose == .replace)
    #expect(bench.index.trackRequests.last?.start == 1 && bench.index.trackRequests.last?.items.count == 5)
    bench.press(.library(.addNext))
    #expect(bench.index.trackRequests.last == LibraryTracksRequest(.next, [.track(2)]))
  }

  @Test func keysOfTheLibraryActWhileItHasTheFocus() {
    let bench = LibraryScreenBench()
    #expect(bench.session.shownScreen == nil)
    bench.press(.program(.nextPanel))
    #expect(bench.session.shownScreen == .library)
    bench.press(.search(.find))
    #expect(bench.session.field != nil && bench.session.shownScreen == .library)
    bench.type(.escape)
    bench.press(.library(.pick))
    #expect(bench.session.shownScreen == nil)
    bench.type(.escape)
    bench.press(.program(.nextPanel))
    #expect(bench.session.shownScreen == nil)
  }

  @Test func messageAfterAReplacedQueueNamesTheKeyThatRestoresTheQueue() {
    let bench = LibraryScreenBench()
    bench.application.report(.library(.queue(count: 12, leftOut: 0, away: 0)))
    #expect(bench.shown(120, 36).contains("the queue is 12 tracks now; u undoes it"))
  }

  @Test func replacedEmptyQueueIsNotOfferedForRestoring() {
    let bench = LibraryScreenBench()
    for isFirst in [true, false] {
      let track = QueueAddition(TrackInfo(path: FilePath("a")))
      bench.controller.receive(LibraryTracksRequest.Result(purpose: .replace, tracks: [track]))
      let shown = bench.shown(120, 36)
      #expect(shown.contains("the queue is 1 track now"))
      #expect(shown.contains("u undoes it") != isFirst)
    }
  }

  @Test func aKeyThatOpensNoPromptLeavesThePadsTheirKeys() {
    let bench = LibraryScreenBench(ready: false)
    bench.session.askForFolder()
    #expect(bench.session.perform(.search(.find)).response == .rejectText)
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    _ = router.route(.key(KeyEvent(.character("/"))), at: 0)
    router.rejectText()
    #expect(router.route(.key(KeyEvent(.character("a"))), at: 0) == .strike(pad: 1, velocity: 100))
  }

  @Test func badgeCountsErrorsAndTheListWrapsTheSelectedError() {
    let bench = LibraryScreenBench()
    let path = "a folder with a very long name/another one that is as long/and at last the session.json"
    for _ in 0..<2 { bench.application.report(.file(FileError(.notFound, path))) }
    #expect(bench.shown(100, 30).contains("2 errors: N"))
    // A new message is shown whole.
    #expect(bench.shown(100, 30).contains("session.json: no such file"))
    bench.press(.program(.notices), .move(.down))
    let letters = bench.shown(60, 30).filter { !"\n│".contains($0) }
    let words = letters.split(separator: " ").joined(separator: " ")
    #expect(words.contains("the session.json: no such file"), "\(words)")
    #expect(!bench.shown(100, 30).contains("2 errors: N"))
    bench.press(.program(.cancel))
    bench.application.report(.file(FileError(.notFound, path)))
    #expect(bench.shown(100, 30).contains("1 error: N"))
    bench.press(.program(.cancel))
    let shown = bench.shown(100, 30)
    #expect(!shown.contains("1 error: N") && !shown.contains("no such file"))
  }

  @Test func escapeLeavesThePickerAndChangesNothing() {
    let bench = LibraryScreenBench()
    bench.press(.library(.pick))
    bench.type("flow")
    #expect(bench.panel.picking?.list.level.count == 1)
    bench.type(.escape)
    #expect(
      bench.panel.picking == nil && bench.session.coveringLayer == nil && bench.model.queue.isEmpty)
  }

  @Test func pickerOfAlbumsPlaysOrAddsTheSelectedOne() {
    let bench = LibraryScreenBench()
    bench.press(.library(.findAlbum))
    bench.type("po")
    #expect(bench.shown(100, 30).contains("Albums"))
    bench.type(.down)
    bench.type(.insert)
    let post = LibraryListing.Item.place(
      LibraryRow(.album(2, name: "Post"), detail: "Björk", date: "1995", count: 1))
    #expect(bench.index.trackRequests == [LibraryTracksRequest(.append, [post])])
    #expect(bench.panel.picking != nil)
    bench.type(.enter)
    #expect(bench.index.trackRequests.last == LibraryTracksRequest(.playNext, [post]))
    #expect(bench.panel.picking == nil && bench.session.coveringLayer == nil)
  }

  @Test func albumsOfDifferentTitlesAreJoinedWithTheTypedOne() {
    let bench = LibraryScreenBench()
    bench.press(.library(.joinAlbum))
    #expect(bench.application.state.notices.last == .hint(.libraryHasNoFocus(.joinAlbum)))
    bench.press(.request(.view(.albums)), .list(.mark), .list(.mark), .library(.joinAlbum))
    #expect(bench.session.field?.text == "Lakmé")
    let rows = bench.panel.browser.chosen
    #expect(rows.count == 2)
    bench.type("Lakmé 2")
    bench.type(.enter)
    #expect(bench.index.albumEdits == [.join(rows, title: "Lakmé 2")])
    bench.press(.request(.joinAlbum("Z")), .library(.splitAlbum))
    let others = bench.index.albumEdits.dropFirst().map { edit in
      switch edit {
      case .join(let rows, let title): "join \(rows.count) \(title ?? "")"
      case .split(let rows): "split \(rows.count)"
      }
    }
    #expect(others == ["join 1 Z", "split 1"])
  }

  @Test func findBeforeTheFirstScanSaysThatNoFolderWasScanned() {
    let bench = LibraryScreenBench(ready: false)
    bench.session.askForFolder()
    bench.session.perform(.request(.find("x")), from: .palette)
    #expect(bench.application.state.notices.last == .library(.noFolders))
  }

  @Test func theFirstFolderIsScannedByEnterOrTyped() {
    let bench = LibraryScreenBench(ready: false)
    bench.session.askForFolder()
    bench.press(.move(.down))
    #expect(bench.session.perform(.list(.activate)).response == .acceptText)
    // The suggested folder is selected: the key keeps it.
    bench.type(.end)
    bench.type("/x")
    bench.type(.enter)
    #expect(bench.typedFolders == ["/home/me/Music/x"] && bench.index.opens == 1)
    bench.press(.move(.up), .list(.activate))
    #expect(bench.index.opens == 2)
    bench.controller.receive(.opened(isEmpty: true, nil))
    #expect(bench.index.scans == [[FilePath("/home/me/Music")]])
  }

  @Test func ratingIsForTheSelectedTrackOrTheOneThatPlays() {
    let bench = LibraryScreenBench()
    bench.model.append([TrackInfo(path: FilePath("/music/9.flac"))])
    bench.press(.library(.rate))
    bench.press(.program(.nextPanel), .move(.end), .list(.activate))
    _ = bench.shown(120, 36)
    bench.press(.library(.rate))
    #expect(bench.index.rated == [FilePath("/music/9.flac"), FilePath("/music/1.flac")])
  }

  @Test func ratingIsForTheSelectedTrackOfTheQueueWhereItIsShown() {
    let bench = LibraryScreenBench()
    bench.model.append(["/music/8.flac", "/music/9.flac"].map { TrackInfo(path: FilePath($0)) })
    bench.press(.move(.down), .library(.rate))
    bench.session.setLayout(.drum)
    bench.press(.library(.rate))
    #expect(bench.index.rated == [FilePath("/music/9.flac"), FilePath("/music/8.flac")])
  }

  @Test func ratingIsForAllMarkedTracks() {
    let bench = LibraryScreenBench()
    bench.model.append(
      ["/music/7.flac", "/music/8.flac", "/music/9.flac"].map { TrackInfo(path: FilePath($0)) })
    bench.press(.list(.mark), .move(.down), .list(.mark), .request(.rate(4)))
    #expect(bench.index.rated == [FilePath("/music/7.flac"), FilePath("/music/9.flac")])
    #expect(bench.index.ratings == [.to(4)])
    bench.press(.program(.nextPanel), .move(.end), .list(.activate), .list(.mark), .list(.mark))
    bench.press(.library(.rate))
    let rows = [1, 2].map { LibraryListing.Item.track($0) }
    #expect(bench.index.trackRequests == [LibraryTracksRequest(.rate(.next), rows)])
    let found = ["/music/1.flac", "/music/2.flac"].map { QueueAddition(TrackInfo(path: FilePath($0))) }
    bench.controller.receive(LibraryTracksRequest.Result(purpose: .rate(.next), tracks: found))
    #expect(bench.index.rated.suffix(2) == [FilePath("/music/1.flac"), FilePath("/music/2.flac")])
    #expect(bench.model.queue.items.count == 3)
  }

  @Test func ratingWithANumberSetsTheStars() throws {
    let bench = LibraryScreenBench()
    bench.press(try Command.parse("rate 4"))
    #expect(bench.application.state.notices.last == .library(.noTrackSelected) && bench.index.rated == [])
    bench.model.append([TrackInfo(path: FilePath("/music/9.flac"))])
    for text in ["rate 4", "rate 0", "rate"] { bench.press(try Command.parse(text)) }
    #expect(bench.index.ratings == [.to(4), .to(nil), .next])
    for text in ["rate 6", "rate -1", "rate many"] {
      #expect(throws: CommandError.self) { try Command.parse(text) }
    }
  }

  /// As in the queue.
  @Test(arguments: [Key.tab, .enter])
  func aFilterLeftByEscapeIsGoneByTabStaysAndByEnterPlaysWhatIsSelected(key: Key) {
    let bench = LibraryScreenBench()
    bench.model.append([TrackInfo(path: FilePath("a"))])
    bench.press(.program(.nextPanel), .move(.end), .list(.activate), .search(.find))
    bench.type("delibes")
    bench.type(.down)
    bench.type(key)
    #expect(bench.session.field == nil && bench.panel.browser.level.filter == "delibes")
    #expect(bench.panel.browser.level.count == 3)
    let played = LibraryTracksRequest(.playNext, [.track(2)])
    #expect(bench.index.trackRequests == (key == .enter ? [played] : []))
    bench.press(.search(.find))
    bench.type(.escape)
    #expect(bench.panel.browser.level.filter.isEmpty && bench.panel.browser.level.count == 5)
  }

  @Test func enterOverAFilterOpensAPlaceAndSaysThatNothingWasFound() {
    let bench = LibraryScreenBench()
    bench.press(.program(.nextPanel), .list(.activate), .search(.find))
    bench.type("b")
    bench.type(.enter)
    #expect(bench.panel.browser.level.place == .artist(1, name: "Björk"))
    bench.press(.search(.find))
    bench.type("zzz")
    bench.type(.enter)
    #expect(bench.application.state.notices.last == .library(.nothingMatches("zzz")))
    #expect(bench.panel.browser.level.filter.isEmpty && bench.index.trackRequests.isEmpty)
  }

  @Test func wholeResultOfAFilterIsAddedByOneKey() {
    let bench = LibraryScreenBench()
    bench.press(.program(.nextPanel), .move(.end), .list(.activate), .search(.find))
    bench.type("delibes")
    bench.type(.tab)
    bench.press(.library(.addList))
    let found = [1, 2, 3].map { LibraryListing.Item.track($0) }
    #expect(bench.index.trackRequests == [LibraryTracksRequest(.append, found)])
    bench.press(.library(.playList))
    #expect(bench.index.trackRequests.last == LibraryTracksRequest(.replace, found))
    bench.press(.program(.nextPanel), .library(.addList))
    #expect(bench.index.trackRequests.count == 2)
    #expect(bench.application.state.notices.last == .hint(.libraryHasNoFocus(.addList)))
  }

  @Test func numbersStarsAndScanReportsAreFormatted() {
    #expect([0, 999, 1_204, 1_000_000].map(LibraryText.number) == ["0", "999", "1,204", "1,000,000"])
    #expect(LibraryText.stars(3) == "★★★☆☆" && LibraryText.stars(nil) == nil)
    var report = ScanReport()
    (report.files, report.added) = (1_207, 1_204)
    report.unreadable = [ScanReport.Unreadable(path: FilePath("x"), reason: "y")]
    #expect(LibraryText.sentence(.scanned(report)) == "scan done: 1,206 tracks, 1,204 new, 1 unreadable")
  }
}
