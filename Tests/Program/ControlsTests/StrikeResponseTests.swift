import AudioBase
import MixEngine
import Synchronization
import SystemBase
import Testing

@testable import Application
@testable import Controls

/// Velocity curves, thresholds and mask times of MIDI devices.
@Suite struct StrikeResponseTests {
  @Test func curveIsReadAndWritten() {
    for text in ["linear", "soft", "hard", "90", "20:16,110:120", "1:1"] {
      #expect(VelocityCurve(text)?.text == text)
    }
    let invalid = ["", "0", "128", "loud", "20", "20:16,", "20:0", "30:10,20:20", "20:30,30:20", "1:2:3"]
    for text in invalid.filter({ $0 != "20" }) { #expect(VelocityCurve(text) == nil, "\(text)") }
    let many = (1...17).map { "\($0):\($0)" }.joined(separator: ",")
    #expect(VelocityCurve(many) == nil)
  }

  @Test func drawnCurveGoesThroughItsPointsAndRises() throws {
    let curve = try #require(VelocityCurve("20:16,110:120"))
    #expect(curve.apply(20) == 16 && curve.apply(110) == 120 && curve.apply(65) == 68)
    let all = (1...127).map(curve.apply)
    #expect(all == all.sorted() && all.first == 1 && all.last == 127)
    #expect(VelocityCurve.fixed(90).apply(3) == 90)
    #expect(VelocityCurve.shape(.soft).apply(30) > 30 && VelocityCurve.shape(.hard).apply(30) < 30)
  }

  @Test func curveIsLearnedFromSoftAndHardStrikes() {
    #expect(VelocityCurve.learned([20, 22, 18, 90, 21, 88, 92, 127])?.text == "21:16,92:120")
    #expect(VelocityCurve.learned([60, 62, 64, 66, 61, 63, 65, 67]) == nil, "they are too alike")
    #expect(VelocityCurve.learned([]) == nil)
  }

  private func map(_ lines: String) -> MIDIMap {
    var map = MIDIMap(lines: lines)
    map.teach(.note(38), .pad(1))
    map.teach(.note(36), .pad(2))
    return map
  }

  private func strike(_ note: Int, _ velocity: Int) -> MIDIMessage {
    .noteOn(channel: 9, note: note, velocity: velocity)
  }

  @Test func responseOfThePadPrecedesThatOfTheDeviceAndOfTheSettings() {
    var map = map("curve hard device TD-17\ncurve 100 pad 1\nthreshold 8 device TD-17\n")
    map.usualResponse = StrikeResponse(curve: .fixed(5), threshold: 2, mask: 0.5)
    #expect(
      map.response(toPad: 1, device: "TD-17")
        == StrikeResponse(curve: .fixed(100), threshold: 8, mask: 0.5))
    #expect(map.response(toPad: 2, device: "TD-17").curve == .shape(.hard))
    #expect(
      map.response(toPad: 2, device: "other") == StrikeResponse(curve: .fixed(5), threshold: 2, mask: 0.5))
  }

  @Test func strikesBelowTheThresholdAreIgnored() {
    var router = MIDIRouter(map: map("threshold 8 pad 1\n"))
    #expect(router.route(strike(38, 7)) == nil && router.route(.noteOff(channel: 9, note: 38)) == nil)
    #expect(router.route(strike(38, 8)) == .strike(pad: 1, velocity: 8))
    #expect(router.route(strike(36, 1)) == .strike(pad: 2, velocity: 1))
  }

  /// A trigger that sends each strike twice, 12 ms apart, and a roll at 25 strikes a second.
  @Test func doubleTriggersAreMaskedAndRollsAreKept() {
    var router = MIDIRouter(map: map("mask 30 pad 1\n"))
    var kept: [Int] = []
    let start = HostTime(nanoseconds: 1_000_000_000)
    for number in 0..<50 {
      for (echo, velocity) in [(0.0, 100), (0.012, 60)] {
        let time = start.advanced(bySeconds: Double(number) * 0.04 + echo)
        if case .strike(_, let played)? = router.route(strike(38, velocity), at: time) { kept.append(played) }
      }
    }
    #expect(kept == Array(repeating: 100, count: 50))
  }

  private static let start = HostTime(nanoseconds: 1_000_000_000)

  /// Strikes pads 1 and 2 after each other. Returns whether both are played.
  private func playsBoth(_ router: inout MIDIRouter, _ first: Int, _ second: Int, after seconds: Double)
    -> Bool
  {
    let (start, later) = (Self.start, Self.start.advanced(bySeconds: seconds))
    return router.route(strike(38, first), at: start) == .strike(pad: 1, velocity: first)
      && router.route(strike(36, second), at: later) == .strike(pad: 2, velocity: second)
  }

  @Test(arguments: [
    (100, 19, 0.005, false), (100, 20, 0.005, true), (100, 19, 0.006, true), (100, 100, 0.001, true),
    (12, 110, 0.002, true), (127, 1, 0.0, false),
  ])
  func softStrikesOfOtherPadsJustAfterAHardOneAreCrosstalk(
    _ first: Int, _ second: Int, _ seconds: Double, _ plays: Bool
  ) {
    var router = MIDIRouter(map: map("crosstalk 5:20 device TD-17\n"), device: "TD-17")
    #expect(playsBoth(&router, first, second, after: seconds) == plays)
    var off = MIDIRouter(map: map("crosstalk 5:20 device TD-17\ncrosstalk off pad 2\n"), device: "TD-17")
    #expect(playsBoth(&off, first, second, after: seconds))
  }

  @Test func padIsNoCrosstalkOfItself() {
    var router = MIDIRouter(map: map("crosstalk 5:20 device TD-17\n"), device: "TD-17")
    let times = [0, 0.001, 0.002].map { Self.start.advanced(bySeconds: $0) }
    #expect(router.route(strike(38, 100), at: times[0]) == .strike(pad: 1, velocity: 100))
    #expect(router.route(strike(38, 10), at: times[1]) == .strike(pad: 1, velocity: 10), "a drag")
    #expect(router.route(strike(36, 19), at: times[2]) == nil, "the drag does not hide the hard strike")
  }

  @Test func crosstalkIsReadWrittenAndRemoved() {
    for text in ["off", "5:20", "2.5:90", "50:1"] { #expect(Crosstalk(text)?.text == text) }
    for text in ["", "5", "0:20", "51:20", "5:0", "5:91", "5:20:1", "nan:20"] {
      #expect(Crosstalk(text) == nil)
    }
    var map = map("crosstalk 5:20 pad 1\n")
    #expect(map.lines.hasSuffix("crosstalk 5:20 pad 1\n"))
    #expect(map.change("forget crosstalk 5:20 pad 1") && !map.lines.contains("crosstalk"))
  }

  @Test func responsesAreStoredReadBackAndRemoved() {
    let lines =
      "note 36 pad 2\nnote 38 pad 1\ncurve 20:16,110:120 device TD-17 MIDI 1\ncurve hard pad 3\nmask 30 pad 3\n"
    var map = map(lines)
    #expect(map.lines == lines && MIDIMap(lines: map.lines) == map)
    #expect(map.change("forget pad 3") == true)
    #expect(map.change("forget note 36") == true)
    #expect(map.lines == "note 38 pad 1\ncurve 20:16,110:120 device TD-17 MIDI 1\n")
    for _ in 0..<2 { #expect(map.change("curve soft pad 4") == true) }
    for line in [
      "", "curve loud pad 3", "curve soft", "mask 501 pad 1", "threshold -1 pad 1", "forget note 99", "x",
    ] {
      #expect(map.change(line) == false, "\(line)")
    }
  }

  @Test func receiverLearnsTheCurveOfADevice() {
    let curves = Mutex<[String?]>([])
    let engine = AudioEngine(sampleRate: .standard)
    let receiver = MIDIReceiver(
      port: engine.control.port(for: .midi), notes: engine.control.notePort(for: .midi), map: MIDIMap()
    ) { report in
      if case .curve(let line) = report { curves.withLock { $0.append(line) } }
    }
    #expect(receiver.learnCurve(for: nil))
    for velocity in [20, 20, 20, 20, 100, 100, 100, 100, 3] {
      receiver.receive(strike(38, velocity), from: "TD-17", at: .now)
    }
    #expect(curves.withLock(\.self) == ["curve 20:16,100:120 device TD-17"])
    #expect(receiver.learnCurve(for: "pad 3"))
    for _ in 0..<8 { receiver.receive(strike(38, 60), from: "TD-17", at: .now) }
    #expect(curves.withLock(\.self).last == .some(nil))
  }

  @Test(arguments: ["snare", "pad 999", "pad", "device"])
  func curveOfAnUnknownScopeIsNotLearned(_ scope: String) {
    let engine = AudioEngine(sampleRate: .standard)
    let receiver = MIDIReceiver(
      port: engine.control.port(for: .midi), notes: engine.control.notePort(for: .midi), map: MIDIMap()
    ) { if case .curve = $0 { Issue.record("a curve was learned") } }
    #expect(!receiver.learnCurve(for: scope))
    for velocity in [20, 20, 20, 20, 100, 100, 100, 100] {
      receiver.receive(strike(38, velocity), from: "TD-17", at: .now)
    }
  }
}
