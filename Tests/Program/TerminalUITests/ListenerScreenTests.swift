import TerminalKit
import Testing

@testable import Application
@testable import AudioBase
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// The layout *listen*: four lines above the lists, and in them only what differs from the usual.
@MainActor @Suite struct ListenerScreenTests {
  private static var content: ScreenContent {
    var content = Sample.playing
    content.mode.layout = .listen
    content.balance?.isCentred = true
    content.device = ["Headset · 48 kHz", "Headset"]
    return content
  }

  /// Returns the lines above the lists, the blanks at their ends left out.
  private func header(_ content: ScreenContent, _ width: Int, _ height: Int) -> [String] {
    let lines = Sample.shown(content, width, height).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix { !$0.contains("── Queue") && !$0.contains("─ Queue") }.map(String.init)
  }

  @Test func headerOfASmallTerminalHasTwoLines() {
    #expect(
      header(Self.content, 80, 24) == [
        " Flower Duet  Léo Delibes · Lakmé · Act 1" + blanks(8) + "track 7/12 · 1883" + blanks(6) + "Headset",
        " ▶ playing   [‖ pause]  01:23 ━━━━●──────────── 04:31  83%   repeat all",
      ])
  }

  @Test func headerOfALargeTerminalHasFourLinesWithTheWaveform() {
    let settings = "−6.0 dB · 83%   shuffle off   repeat all"
    let first = " Flower Duet  Léo Delibes · Lakmé · Act 1"
    let end = "track 7/12 · 1883 · classical" + blanks(6) + "Headset · 48 kHz"
    #expect(
      header(Self.content, 120, 36) == [
        first + blanks(27) + end, " ▶ playing   [‖ pause]  01:23 ━━━●───────── 04:31  \(settings)", "", "",
      ])
    let bar = String(repeating: "━", count: 23) + "●" + String(repeating: "─", count: 55)
    #expect(
      header(Self.content, 200, 50) == [
        first + blanks(107) + end, " ▶ playing   [‖ pause]  01:23 \(bar) 04:31  volume \(settings)", "", "",
      ])
    var content = Self.content
    content.waveform = Sample.waveform
    let lines = header(content, 120, 36)
    #expect(lines.count == 4 && lines[2...].allSatisfy { !$0.isEmpty })
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  @Test func headerHasFourLinesAtMostAtEverySizeUnlessACoverIsShown() {
    // Without pictures at all, of a track without one, and of a track with one.
    for (hasTakes, hasArtwork, hasCover) in [
      (false, false, false), (true, false, false), (false, true, false), (false, true, true),
    ] {
      var parts = MainLayout.Parts()
      (parts.layout, parts.hasTakes) = (.listen, hasTakes)
      (parts.hasArtwork, parts.hasCover) = (hasArtwork, hasCover)
      for width in stride(from: 40, through: 240, by: 3) {
        for height in 12...60 {
          let layout = MainLayout(Rect(Size(width, height)), parts)
          let isRight = hasCover && !layout[.artwork].isEmpty || layout[.queue].y <= 4
          if !isRight { Issue.record("\(width)×\(height): the list begins at \(layout[.queue].y)") }
          #expect(layout.places.values.allSatisfy { !$0.isEmpty })
        }
      }
    }
    // A cover in a pane of its own leaves the song its lines.
    var parts = MainLayout.Parts()
    (parts.layout, parts.panes) = (.listen, ScreenPanes("queue|cover") ?? ScreenPanes())
    let layout = MainLayout(Rect(Size(120, 36)), parts)
    #expect(layout[.queue].y == 4 && layout[.artwork].y == 4 && layout.isSongInOneLine)
  }

  @Test(
    arguments: [
      (PlaybackState.playing, "▶ playing   [‖ pause]"), (.paused, "‖ paused     [▶ play]"),
      (.stopped, "■ stopped    [▶ play]"), (.interrupted, "‖ interrupted     [▶]"),
      (.buffering, "… buffering [‖ pause]"), (.reconnecting, "… reconnecting    [‖]"),
      (.seekingForward, "» seeking   [‖ pause]"),
    ])
  func stateIsShownOnceBesideTheButtonThatChangesIt(state: PlaybackState, text: String) {
    var content = Self.content
    content.playback = state
    for (width, height) in [(80, 24), (120, 36), (200, 50)] {
      let lines = header(content, width, height)
      #expect(lines[1].hasPrefix(" \(text)  01:23"), "\(lines[1])")
      #expect(lines[0].contains("Headset") && !lines[0].contains(HeaderBar.text(state)))
    }
    (content.artwork, content.hasCover) = (.cells(Sample.picture), true)
    let shown = Sample.shown(content, 120, 36)
    #expect(shown.contains(text) && shown.components(of: HeaderBar.text(state)) == 1)
  }

  @Test func aClickOnTheStateOrTheButtonChangesTheState() {
    let bench = LibraryScreenBench()
    bench.model.append([TrackInfo(path: FilePath("/other/1.flac"))])
    bench.session.setLayout(.listen)
    #expect(bench.shown(80, 24).contains("■ stopped    [▶ play]"))
    let place = bench.screen.layout[.buttons]
    bench.screen.receive(MouseEvent(.press, button: .left, at: Point(place.endX - 2, place.y)))
    #expect(bench.shown(80, 24).contains("▶ playing   [‖ pause]"))
    bench.screen.receive(MouseEvent(.press, button: .left, at: Point(place.x, place.y)))
    #expect(bench.shown(80, 24).contains("‖ paused     [▶ play]"))
  }

  @Test func balanceIsShownIfItIsNotCentred() {
    var content = Self.content
    #expect(!Sample.shown(content, 200, 50).contains("music −3.0 dB"))
    content.balance?.isCentred = false
    #expect(Sample.shown(content, 200, 50).contains("music −3.0 dB"))
    content.balance?.isCentred = true
    content.mode.layout = .both
    #expect(Sample.shown(content, 200, 50).contains("music −3.0 dB"))
  }

  @Test func latencyIsShownIfItIsLargerThanTheBuffer() {
    let format = OutputFormat(sampleRate: .standard, period: FrameCount(256), buffer: FrameCount(512))
    var output = OutputStatus(name: "alsa", format: format, latency: 0.011)
    let now = HostTime.now
    #expect(OutputText.header(output, at: now, omitsUsual: true)[0] == "alsa · 48 kHz")
    (output.xruns, output.lastXrun) = (1, now)
    #expect(OutputText.header(output, at: now, omitsUsual: true)[0] == "alsa · 48 kHz · 1 dropout")
    output.latency = 0.06
    let long = "alsa · 48 kHz · latency 60 ms · 1 dropout"
    #expect(OutputText.header(output, at: now, omitsUsual: true)[0] == long)
  }
}

extension String {
  /// Returns how often the text contains another one.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}

/// The columns of a listener's lists.
@MainActor @Suite struct FilledColumnsTests {
  private let bench = LibraryScreenBench()

  private func track(_ number: Int, date: String? = nil) -> TrackInfo {
    var track = TrackInfo(path: FilePath("/other/\(number).flac"))
    (track.title, track.artist, track.album, track.date) = ("Song \(number)", "Björk", "Post", date)
    return track
  }

  /// Returns the titles of the columns of the list in a place.
  private func titles(_ place: MainLayout.Place) -> [String] {
    let lines = bench.shown(200, 50).split(separator: "\n", omittingEmptySubsequences: false)
    let area = bench.screen.layout[place]
    return lines[area.y + 1].dropFirst(area.x).prefix(area.width).split(separator: " ").map(String.init)
  }

  @Test func emptyColumnsOfTheQueueAreLeftOutUntilOneHasAValue() {
    bench.model.append([track(1), track(2)])
    #expect(titles(.queue) == ["Title", "Artist", "Album", "Year", "Length", "Rating"])
    bench.session.setLayout(.listen)
    #expect(titles(.queue) == ["Title", "Artist", "Album", "Length"])
    bench.press(.playback(.play), .playback(.next))
    #expect(titles(.queue) == ["Title", "Artist", "Album", "Length"])
    let added = bench.model.append([track(3, date: "1995")])
    #expect(titles(.queue) == ["Title", "Artist", "Album", "Year", "Length"])
    // The same queue keeps its columns, another one is looked at anew.
    bench.model.remove(added)
    #expect(titles(.queue) == ["Title", "Artist", "Album", "Year", "Length"])
    bench.model.clearQueue()
    bench.model.append([track(4)])
    #expect(titles(.queue) == ["Title", "Artist", "Album", "Length"])
  }

  @Test func columnOfAQueueIsShownThoughOnlyAHiddenRowHasAValue() {
    bench.session.setLayout(.listen)
    bench.model.append((1...200).map { track($0, date: $0 == 150 ? "1995" : nil) })
    #expect(titles(.queue) == ["Title", "Artist", "Album", "Year", "Length"])
  }

  @Test func emptyColumnsOfTheLibraryAreLeftOutPerList() {
    bench.model.append([track(1)])
    bench.session.setLayout(.listen)
    bench.press(.program(.nextPanel), .move(.end), .list(.activate))
    #expect(titles(.library) == ["Title", "Artist", "Album", "Length", "Rating"])
    // The rated tracks are no longer listed.
    bench.press(.search(.find))
    bench.type("Bell")
    #expect(titles(.library) == ["Title", "Artist", "Album", "Length", "Rating"])
  }

  @Test func aChosenColumnIsShownIfAllAreEmpty() {
    bench.panel.columns = [.year, .genre]
    bench.session.setLayout(.listen)
    bench.model.append([track(1)])
    #expect(titles(.queue) == ["Year", "Genre"])
  }
}
