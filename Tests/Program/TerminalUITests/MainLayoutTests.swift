import Application
import ApplicationTestSupport
import Controls
import KitEditing
import TerminalKit
import Testing

@testable import TerminalUI

@Suite struct MainLayoutTests {
  /// Each size around the borders at which the layout changes, and some of the larger ones.
  private static let widths = Array(20...160) + stride(from: 161, through: 400, by: 13)
  private static let heights = Array(5...60) + stride(from: 61, through: 120, by: 7)

  @Test(arguments: [false, true]) func layoutHasNoOverlapAndNoMissingPartAtAnySize(hasAll: Bool) {
    var parts = MainLayout.Parts()
    (parts.hasLibrary, parts.hasArtwork) = (hasAll, hasAll)
    for width in Self.widths {
      for height in Self.heights {
        let area = Rect(Size(width, height))
        let layout = MainLayout(area, parts)
        let problem = Self.overlap(layout, area) ?? Self.lack(layout, area.size)
        if let problem { Issue.record("\(width)×\(height): \(problem)") }
      }
    }
  }

  @Test(arguments: [ScreenLayout.drum, .listen]) func layoutShowsPadsOrListsAtAnySize(kind: ScreenLayout) {
    var parts = MainLayout.Parts()
    (parts.hasLibrary, parts.hasTakes, parts.layout) = (true, true, kind)
    for width in Self.widths {
      for height in Self.heights {
        let area = Rect(Size(width, height))
        let layout = MainLayout(area, parts)
        let shown: MainLayout.Place = kind == .drum ? .pads : .queue
        let hidden: [MainLayout.Place] = kind == .drum ? [.queue, .library] : [.pads]
        let isRight = !layout[shown].isEmpty && hidden.allSatisfy { layout[$0].isEmpty }
        let problem = Self.overlap(layout, area) ?? (isRight ? nil : "not \(kind)")
        if let problem { Issue.record("\(width)×\(height): \(problem)") }
      }
    }
  }

  @Test func listThatIsNeededIsShownBelowLargePads() {
    var parts = MainLayout.Parts()
    (parts.layout, parts.isListNeeded) = (.drum, true)
    for size in [Size(120, 36), Size(80, 24), Size(40, 12)] {
      #expect(MainLayout(Rect(size), parts)[.queue].height >= 3)
    }
  }

  /// What reaches out of the area, or over another place.
  private static func overlap(_ layout: MainLayout, _ area: Rect) -> String? {
    let places = layout.places.sorted { $0.value.y < $1.value.y }
    for (index, (name, place)) in places.enumerated() {
      if !area.contains(place) || place.isEmpty { return "\(name) \(place)" }
      for (other, block) in places[(index + 1)...] {
        if block.y >= place.endY { break }
        if !place.intersection(block).isEmpty { return "\(name) and \(other)" }
      }
    }
    return nil
  }

  /// What matters and is not there.
  private static func lack(_ layout: MainLayout, _ size: Size) -> String? {
    var wanted: [MainLayout.Place] = [.title, .progress, .pads, .message]
    if size.holds(Size(40, 12)) { wanted += [.buttons, .settings, .queue, .hints] }
    if let missing = wanted.first(where: { layout[$0].isEmpty }) { return "no \(missing)" }
    return size.holds(Size(40, 12)) && layout[.queue].height < 3 ? "no row of the queue" : nil
  }

  @Test func aListThatIsNeededHasARowOnTheSmallestScreens() {
    var (prompting, browsing) = (MainLayout.Parts(), MainLayout.Parts())
    prompting.isListNeeded = true
    (browsing.hasLibrary, browsing.panel) = (true, .library)
    for height in 5...14 {
      for (parts, place) in [(prompting, MainLayout.Place.queue), (browsing, .library)] {
        let area = Rect(Size(20, height))
        let layout = MainLayout(area, parts)
        #expect(layout[place].height >= 2 && !layout[.title].isEmpty && !layout[.message].isEmpty)
        #expect(Self.overlap(layout, area) == nil)
      }
    }
    let lines = Sample.lines(Sample.prompting, 20, 5)
    #expect(lines.contains { $0.contains("Duet") || $0.contains("Coppélia") }, "\(lines)")
  }

  @Test func aNarrowPaletteLeavesRoomForTheSummaries() {
    var content = Sample.playing
    var palette = PaletteContent([], KeyMap())
    palette.rows = [
      PaletteContent.Row(name: "mute", summary: "mute or unmute the music", keys: "M"),
      PaletteContent.Row(name: "quit", summary: "end the program", keys: "q"),
    ]
    content.overlay = palette
    #expect(Sample.shown(content, 40, 12).contains("mute mute or unmute the music"))
    #expect(Sample.shown(content, 80, 24).contains("mute             mute or unmute the music"))
  }

  @Test func summaryOfACommandWithoutKeysHasTheirPlace() {
    var content = Sample.playing
    var palette = PaletteContent([], KeyMap())
    let summary = "sort the queue by title, artist, album, date or length"
    palette.rows = ["", "Q"].map { PaletteContent.Row(name: "sort-queue FIELD", summary: summary, keys: $0) }
    content.overlay = palette
    let lines = Sample.lines(content, 80, 24).filter { $0.contains("sort-queue") }
    #expect(lines.map { $0.contains(summary) } == [true, false])
  }

  @Test func paletteWithoutRowsIsDrawnWhateverWasChosen() {
    var content = Sample.playing
    content.overlay = PaletteContent([], selection: 0, KeyMap())
    #expect(Sample.shown(content, 80, 24).contains("no such command"))
  }

  @Test func theChosenOrOnlyRowOfThePaletteIsReadWhole() {
    let words = (0..<20).map { "word\($0)" }.joined(separator: " ")
    var content = Sample.playing
    var palette = PaletteContent([], KeyMap())
    palette.rows = [
      PaletteContent.Row(name: "first", summary: words, keys: "F"),
      PaletteContent.Row(name: "second", summary: words, keys: ""),
    ]
    content.overlay = palette
    #expect(!Sample.shown(content, 80, 24).contains("word19"))
    palette.selection = 1
    content.overlay = palette
    let chosen = Sample.lines(content, 80, 24)
    #expect(chosen.filter { $0.contains("word19") }.count == 1)
    #expect(chosen.filter { $0.contains("first") && $0.contains("word0") }.count == 1)
    palette.rows.removeLast()
    palette.selection = nil
    content.overlay = palette
    #expect(Sample.shown(content, 80, 24).contains("word19"))
  }

  @Test func theClassFollowsTheSize() {
    #expect(SizeClass(Size(100, 22)) == .regular && SizeClass(Size(99, 40)) == .compact)
    #expect(SizeClass(Size(60, 22)) == .compact && SizeClass(Size(59, 40)) == .minimal)
    #expect(SizeClass(Size(200, 21)) == .minimal && SizeClass(Size(20, 5)) == .minimal)
    #expect(SizeClass(Size(19, 5)) == .tooSmall && SizeClass(Size(20, 4)) == .tooSmall)
  }

  @Test func libraryAndQueueStandSideBySideWhereThereIsRoom() {
    var parts = MainLayout.Parts()
    parts.hasLibrary = true
    let wide = MainLayout(Rect(Size(120, 36)), parts)
    #expect(wide[.library].y == wide[.queue].y && wide[.library].endX < wide[.queue].x)
    parts.panel = .library
    let narrow = MainLayout(Rect(Size(80, 24)), parts)
    #expect(narrow[.queue].isEmpty && !narrow[.library].isEmpty)
  }

  @Test(arguments: [60, 80, 91, 92, 120])
  func boxesCoverWhatWouldBeNarrowBesideThem(width: Int) {
    let box = Rect(Size(width, 24)).box(Size(76, 10))
    #expect(box.width == (width < 92 ? width : 76) && box.height == 10)
    #expect(box.x == 0 || box.x >= 8)
  }

  @Test @MainActor func takesAndKitsLeaveNoPiecesOfPanelsBesideThem() throws {
    let bench = try TimelineBench()
    bench.application.kits = KitController(loaded: nil, service: NoServices.shared, events: .idle)
    bench.press(.program(.cancel))
    for (command, heading) in [(Command.take(.list), "┌─ Takes "), (.pads(.kits), "┌─ Kits ")] {
      bench.press(command)
      let line = bench.shown(80, 24).split(separator: "\n").first { $0.contains(heading) } ?? ""
      #expect(line.hasPrefix(heading) && line.hasSuffix("┐") && line.count == 80, "\(line)")
    }
  }
}
