import Controls
import Dubbing
import SystemBase
import TerminalKit
import Testing

@testable import Application
@testable import TerminalUI

@Suite struct TakeLineTests {
  private func shown(_ widget: some Widget, _ width: Int, _ height: Int = 1) -> [String] {
    var surface = Surface(Size(width, height))
    widget.draw(on: &surface, in: surface.bounds)
    return surface.lines
  }

  private var take: TakeContent {
    var take = TakeContent()
    take.name = "take 2"
    take.layers = 3
    return take
  }

  @Test func takeLineShowsNameLayersAndRecordingLight() {
    var take = take
    #expect(shown(TakeLine(take: take, theme: .monochrome), 60)[0].hasPrefix("take 2 · 3 layers"))
    take.light = .recording
    take.isHeard = false
    take.metronome = 119.6
    take.loop = "00:12–00:20"
    let line = shown(TakeLine(take: take, theme: .monochrome), 90)[0]
    #expect(line.hasPrefix("● take 2 · 3 layers · recording · silent · metronome 120 · loop 00:12–00:20"))
  }

  @Test func metronomeBeatIsShownAsALight() {
    var take = take
    (take.metronome, take.beat, take.beatsPerBar) = (90, 1, 3)
    #expect(take.text == "take 2 · 3 layers · metronome 90 ○●○")
    take.beat = nil
    #expect(take.text == "take 2 · 3 layers · metronome 90")
    take.beatSpeed = 0.6
    #expect(take.text == "take 2 · 3 layers · metronome 90 (54 at 0.6×)")
  }

  @Test func theEndsOfALoopAreMarkedOnTheWaveform() {
    let columns = (0..<10).map { _ in
      WaveformContent.Column(top: 0, bottom: 0, rms: 0, bands: SIMD3(repeating: 1))
    }
    var band = WaveformBand(waveform: WaveformContent(columns: columns), played: 0, theme: .monochrome)
    band.loop = 0.3...0.75
    let lines = shown(band, 10, 4)
    #expect(Array(lines[3])[3] == "[" && Array(lines[3])[7] == "]")
    #expect(!lines[..<3].joined().contains("["))
  }

  @Test func hitsOfATakeAreMarkedAtTheirPositions() {
    var take = take
    take.marks = [0, 100, 0, 0, 127, 0, 0, 0]
    #expect(shown(TakeMarksLine(take: take, theme: .monochrome), 8)[0] == " ╷  │   ")
    #expect(shown(TakeMarksLine(take: take, theme: .monochrome), 4)[0] == "╷ │ ")
  }

  @Test func theListShowsTakesAndLayers() {
    var list = ListBox(
      title: "Takes", rows: [ListRow("take 1", note: "8 hits"), ListRow("verse", note: "mute")], selection: 1,
      style: ListBox.Style(width: 76, hasMarks: true, noteDivisor: 1))
    list.rows[0].isCurrent = true
    list.rows[1].indent = 2
    var surface = Surface(Size(40, 6))
    list.draw(on: &surface, in: surface.bounds, theme: .monochrome)
    let lines = surface.lines
    #expect(lines[1].hasPrefix("┌─ Takes ─"))
    #expect(lines[2].contains("▶ take 1") && lines[2].contains("8 hits"))
    #expect(lines[3].contains("▸") && lines[3].contains("verse") && lines[3].contains("mute"))
  }

  @Test func aCountInIsANumberOverThePadsAndInTheTakesLine() {
    var content = Sample.playing
    var take = take
    take.light = .armed
    take.countIn = 3
    content.take = take
    let digit = ["██████", "    ██", "██████", "    ██", "██████"]
    for (width, height) in [(110, 30), (80, 24), (40, 12)] {
      let text = Sample.shown(content, width, height)
      #expect(text.contains("count-in 3") && !text.contains("recording"))
      if width > 40 { #expect(digit.allSatisfy(text.contains)) }
    }
    let lines = shown(LargeNumber(number: 3, style: .plain), 10, 5)
    #expect(lines.map { String($0.dropFirst(2).prefix(6)) } == digit)
    #expect(shown(LargeNumber(number: 3, style: .plain), 10, 4).allSatisfy { !$0.contains("█") })
    take.waitsForHit = true
    #expect(take.text.contains("begins with your first hit"))
  }

  @Test func everyNoticeIsASentenceOfOneLine() {
    let error = FileError(.noSpace, "a.dub")
    let take = Take(id: "a", name: "take 1", track: nil, created: 0)
    let unsaved = UnsavedTake(take, error, isOnDisk: false)
    let saved = TakeNotice.SavedTake(name: "a", hits: 1)
    let notices: [TakeNotice] = [
      .notSaved(unsaved), .storage(.savedLater), .storage(.savedElsewhere(take: "a", folder: FilePath("/b"))),
      .storage(.notSavedElsewhere(error)), .storage(.songNotSaved(error)), .quitWhileUnsaved([unsaved]),
      .quitWhileUnsaved([unsaved, unsaved]),
      .unreadable(error), .recovered(names: ["a"]), .noTrack(error),
      .otherKit(take: "a", kit: "b", loaded: "c", argument: "b"), .kitChanged(take: "a", kit: "b"),
      .recordingEnded(saved), .recordingContinues(track: "b", saved: saved),
      .recordingContinues(track: "b", saved: nil), .recordingStopped(.musicStopped, saved: nil),
      .recordingStopped(.stream("b"), saved: saved), .recordingStopped(.trackChanged, saved: nil),
      .recordingStopped(.unreadable(error), saved: nil), .nothingRecorded,
      .metronome(true, bpm: 92.5, speed: 1), .loop(from: 1, to: nil), .punch(from: nil, to: nil),
      .quitWhileRecording,
    ]
    for notice in notices {
      let text = TakeText.sentence(notice)
      #expect(!text.isEmpty && !text.contains("\n"))
    }
    #expect(TakeText.sentence(.metronome(true, bpm: 92.5, speed: 1)) == "metronome on: 92.5 BPM")
    #expect(TakeText.sentence(.notSaved(unsaved)).contains("the disk is full"))
    #expect(
      TakeText.sentence(.quitWhileUnsaved([unsaved]), KeyMap())
        == "take 1 is not saved: q again discards it, W saves elsewhere")
  }

  @Test func aMessageThatStaysIsCoveredForAWhileAndCannotBeDismissed() {
    let start = HostTime(nanoseconds: 1_000_000_000)
    var log = NoticeLog()
    #expect(log.coveredUntil == nil)
    log.add(.paused, at: start)
    #expect(log.coveredUntil == start.advanced(bySeconds: 5) && log.message(at: start)?.notice == .paused)
    log.dismiss()
    #expect(log.coveredUntil == nil && log.message(at: start) == nil)
  }
}
