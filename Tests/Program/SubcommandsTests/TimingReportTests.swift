import Dubbing
import Percussion
import SystemBase
import Testing

@testable import Subcommands

/// The text and the JSON of `drumdub takes timing`.
@Suite struct TimingReportTests {
  private let take: Take = {
    var take = Take(id: "20260501-120000-3f9c", name: "take 1", track: nil, created: 0)
    take.tempo = TempoMap(bpm: 120)
    // A snare that is 10 ms late, and a bass drum on the beat.
    take.addLayer(
      hits: HitColumns(
        [(24_480, 1), (48_000, 2)].map { TakeHit(frame: $0, pad: $1, velocity: 9, sample: 0) }))
    return take
  }()

  private func report(_ kit: Kit?) throws -> TimingReport {
    TimingReport(take, TimedBeats(try #require(take.tempo)), kit: kit, division: 4)
  }

  @Test func padsHaveTheirNamesInTheKit() throws {
    let kit = Kit(
      name: "K", path: FilePath("/k"), pads: [Pad(number: 1, name: "snare", layers: [])])
    let lines = try report(kit).text.split(separator: "\n")
    #expect(lines[1].hasPrefix("all          5 ms late"))
    #expect(lines[2] == "pad 1 snare  10 ms late, spread 0 ms, 1 hit")
    #expect(lines[3] == "pad 2        0 ms exact, spread 0 ms, 1 hit")
    #expect(lines[4].hasPrefix("beat 2       10 ms late"))
    let json = JSONWriter.bytes(of: try report(kit).json, layout: .line)
    #expect(
      String(decoding: json, as: UTF8.self).contains(
        #""pads":[{"hits":1,"mean":10,"name":"snare","number":1"#))
  }

  /// At 120 BPM a sixteenth takes 125 ms.
  @Test func hitsFarFromTheBeatCountAndAreShownInPercentOfAStep() throws {
    var take = Take(id: "a", name: "late", track: nil, created: 0)
    take.addLayer(
      hits: HitColumns([26_880, 50_880].map { TakeHit(frame: $0, pad: 1, velocity: 9, sample: 0) }))
    let text = TimingReport(take, TimedBeats(TempoMap(bpm: 120)), kit: nil, division: 4).text
    #expect(text.hasPrefix("late: 2 hits\nall     60 ms late, spread 0 ms, "))
    #expect(text.contains("\nin percent of a step of 125 ms:\n-50 %"))
    #expect(text.hasSuffix("\n+45 %    " + String(repeating: "#", count: 40)))
  }

  @Test func takeWithoutHitsHasNoFigures() {
    let take = Take(id: "a", name: "empty", track: nil, created: 0)
    let report = TimingReport(take, TimedBeats(TempoMap(bpm: 120)), kit: nil, division: 4)
    #expect(report.text == "empty: 0 hits")
    let json = String(decoding: JSONWriter.bytes(of: report.json, layout: .line), as: UTF8.self)
    #expect(!json.contains("mean") && !json.contains("spread") && !json.contains("drift"))
  }

  @Test func aKitThatCannotBeReadLeavesTheNumbers() throws {
    #expect(try report(nil).text.contains("\npad 1   10 ms late"))
  }
}
