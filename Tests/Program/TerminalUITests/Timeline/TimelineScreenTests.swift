import AudioBase
import Dubbing
import SystemBase
import TerminalKit
import Testing

@testable import Application
@testable import TerminalUI

/// The timeline on the screen.
@MainActor @Suite struct TimelineScreenTests {
  private static let sizes = [(120, 36), (80, 24), (40, 12), (20, 5)]

  private func expect(_ name: String, _ bench: TimelineBench) throws {
    for (width, height) in Self.sizes {
      _ = bench.shown(width, height)
      try Snapshot.expect("\(name)-\(width)x\(height)", bench.shown(width, height))
    }
  }

  @Test func wholeTakeIsDrawnWithBarsAndLayers() throws {
    let bench = try TimelineBench()
    bench.layer.choose(TimelineLane(layer: 1, pad: 2))
    bench.press(.timeline(.nextHit), .timeline(.nextHit), .timeline(.nextHit), .timeline(.selectHit))
    try expect("timeline", bench)
  }

  @Test func stepsOfABarAreDrawnWithWhatIsLate() throws {
    let bench = try TimelineBench()
    bench.layer.choose(TimelineLane(layer: 1, pad: 1))
    bench.press(.timeline(.cursorBarForward), .timeline(.steps))
    try expect("timeline-steps", bench)
  }

  @Test func plainModeMovesByStepsAndLeavesTheScaleOfTheScreen() throws {
    let bench = try TimelineBench()
    #expect(PlainSelection.text(bench.session) != nil)
    #expect(bench.layer.showsSteps)
    bench.press(.timeline(.cursorForward))
    #expect(bench.layer.cursor == 6_000)
    _ = bench.shown(80, 24)
    #expect(bench.layer.scale == .whole)
  }

  @Test func secondsOfALargeScaleAreDrawn() throws {
    let bench = try TimelineBench()
    bench.layer.moveCursor(to: 120_000)
    while bench.layer.viewport.framesPerColumn > 100 { bench.press(.timeline(.zoomIn)) }
    try expect("timeline-close", bench)
  }

  @Test func timelineWithoutATakeShowsThePadsOfTheBank() throws {
    let bench = try TimelineBench([])
    bench.press(.take(.timeline))
    let text = bench.shown(80, 24)
    #expect(text.contains("Timeline · no take") && text.contains("bar 1 beat 1"))
  }

  @Test func waveformIsDrawnForThePartThatIsShown() throws {
    let bench = try TimelineBench()
    let columns = (0..<64).map { WaveformContent.Column(peak: $0 < 32 ? 0 : 1, rms: 0.5, band: .low) }
    let whole = WaveformContent(columns: columns)
    let part = whole.part(0.25..<0.75, columns: 8)
    #expect(part.columns.map(\.top) == [0, 0, 0, 0, 1, 1, 1, 1] && part.loudest == whole.loudest)
    #expect(whole.part(-0.5..<1.5, columns: 8).columns.map(\.rms) == [0, 0, 0.5, 0.5, 0.5, 0.5, 0, 0])
    bench.layer.moveCursor(to: 0)
  }

  @Test(arguments: [0, 1.0 / 3, 12_345.6], [2.5, 333.3, 248_831.7])
  func edgesOfColumnsAreTheirFirstFrames(start: Double, framesPerColumn: Double) {
    let view = TimelineViewport(start: start, framesPerColumn: framesPerColumn, columns: 106)
    let edges = view.edges
    #expect(edges.count == 107 && edges[0] == view.frames.lowerBound && edges[106] == view.frames.upperBound)
    for (column, edge) in edges.enumerated() {
      #expect(view.column(of: Double(edge)) == column && view.column(of: Double(edge - 1)) < column)
    }
  }

  @Test func hitsOfTheSongAreBehindThoseOfTheTakeInTheRowsOfTheirPads() throws {
    let bench = try TimelineBench()
    var content = TimelineContent(
      bench.layer, in: Rect(0, 0, 120, 36), waveform: nil, peaks: { _, _ in nil }, clip: { _, _ in nil },
      name: { "pad \($0)" })
    let view = content.viewport
    let hits = [(12_000, SongDrum.kick), (36_000, .snare), (60_000, .hat), (Int(view.end) + 48_000, .kick)]
    let drums = SongHits(
      hits.map { SongHit(frame: $0.0, drum: $0.1, velocity: 90, certainty: 1) }, rate: .standard)
    let played = content.lanes.map { $0.cells.map(\.velocity) }
    content.add(drums, pads: [.kick: 1, .snare: 2, .hat: 9], layer: 1)
    #expect(content.lanes.map { $0.cells.map(\.velocity) } == played)
    for lane in content.lanes {
      let columns = lane.cells.indices.filter { lane.cells[$0].songVelocity > 0 }
      let frame = lane.lane == TimelineLane(layer: 1, pad: 1) ? 12_000 : 36_000
      let isOfDrum = lane.lane.layer == 1 && (lane.lane.pad == 1 || lane.lane.pad == 2)
      #expect(columns == (isOfDrum ? [view.column(of: Double(frame))] : []), "\(lane.lane)")
    }
  }

  @Test func recordedSoundIsDrawnByItsPeaks() throws {
    let bench = try TimelineBench([])
    var take = Take(id: "20260501-120000-3f9c", name: "take 1", track: nil, created: 0)
    take.rate = SampleRate(48_000)
    let clip = AudioClip(
      file: FilePath("voice.wav"), start: 24_000, frames: 48_000, sampleRate: SampleRate(48_000))
    take.addLayer(audio: clip)
    bench.show(take)
    #expect(bench.shown(80, 24).contains("▒▒▒"), "the levels are not known yet")
    var asked: [SoundViews.Peaks] = []
    bench.screen.sound.clip = { file, peaks in
      asked.append(peaks)
      #expect(file == bench.store.folder.appending("voice.wav"))
      return (0..<peaks.count).map { column in
        let place = peaks.start + Double(column) * peaks.length
        return WaveformContent.Column(peak: place < 24_000 ? 0.25 : 1, rms: 0, band: .low)
      }
    }
    let text = bench.shown(80, 24)
    #expect(text.contains("▂▂▂") && text.contains("▂█") && !text.contains("▒"))
    #expect(asked.allSatisfy { $0.start == -24_000 && $0.rate == SampleRate(48_000) })
  }

  @Test func everyRowOfTheCursorIsVisible() throws {
    let hits = (1...40).map { TakeHit(frame: $0 * 1_000, pad: $0, velocity: 100, sample: 0) }
    let bench = try TimelineBench([hits])
    for pad in [1, 20, 40] {
      bench.layer.choose(TimelineLane(layer: 1, pad: pad))
      for (width, height) in [(80, 24), (40, 12)] {
        #expect(bench.shown(width, height).contains(pad < 9 ? "\(pad) " : "pad \(pad)"), "\(pad) \(width)")
      }
    }
  }

  @Test func keysOfTheTimelineAreShownAndActOnlyThere() throws {
    let bench = try TimelineBench()
    let text = bench.shown(120, 36)
    for hint in ["zoom", "quantise", "1 ms", "velocity", "undo"] { #expect(text.contains(hint), "\(hint)") }
    #expect(bench.session.shownScreen == .timeline)
    bench.press(.program(.palette))
    #expect(bench.session.shownScreen == nil && bench.session.layers.count == 2)
    bench.session.type(.cancel)
    #expect(bench.session.shownScreen == .timeline)
  }

  /// A file may state any frame.
  @Test func hitsFarBeyondTheTrackAreShownAtOnce() throws {
    let hits = [0, HitColumns.frameRange.upperBound].map {
      TakeHit(frame: $0, pad: 1, velocity: 90, sample: 0)
    }
    let bench = try TimelineBench([hits])
    #expect(bench.shown(80, 24).contains("Timeline · take 1"))
    bench.press(.move(.end), .timeline(.steps), .timeline(.cursorBack), .timeline(.zoomIn))
    #expect(bench.shown(80, 24).contains("bar"))
  }
}
