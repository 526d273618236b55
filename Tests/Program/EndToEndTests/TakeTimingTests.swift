import AudioBase
import Containers
import Dubbing
import FoundationEssentials
import HeardSound
import SystemBase
import TestSupport
import Testing

/// `drumdub takes timing` of takes whose beats neither the take nor its track states.
@Suite(.together) struct TakeTimingTests {
  private struct Report: Decodable {
    struct Grid: Decodable {
      var bpm: Double
      var found: Bool?
    }

    var hits: Int
    var mean: Double
    var grid: Grid
  }

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Stores a take of hits that are 10 ms later than the half seconds.
  private func store(_ track: FilePath?, id: String = "a1") throws {
    let reference = try track.map {
      TrackReference(
        key: try TrackKeyReader.key(of: $0), path: $0, sampleRate: SampleRate(48_000), frames: nil)
    }
    var take = Take(id: id, name: "groove", track: reference, created: 0)
    take.addLayer(
      hits: HitColumns((1...12).map { TakeHit(frame: $0 * 24_000 + 480, pad: 1, velocity: 90, sample: 0) }))
    _ = try TakeStore(folder: sandbox.file(StoredTake.folder)).save(take)
  }

  @Test func beatsThatAreNotStatedAreFoundInTheTrack() throws {
    let track = try TestTrack(impulsesEvery: 24_000, seconds: 10).write(to: "beat.wav", in: sandbox)
    try store(track)
    let told = try sandbox.run(["takes", "timing", "a1"])
    let line = "its beats are not stated; found by its sound: \(track.shown)  120 BPM, first beat at "
    #expect(told.status == 0 && told.errors.isEmpty && told.text.contains("\n\(line)"), "\(told.text)")
    let json = try sandbox.run(["takes", "timing", "--json", "a1"])
    let report = try JSONDecoder().decode(Report.self, from: Data(json.text.utf8))
    #expect(report.grid.found == true && abs(report.grid.bpm - 120) < 0.1 && report.hits == 12)
    #expect(abs(report.mean - 10) < 3, "\(report.mean)")
  }

  @Test func takeWithoutBeatsOrTrackIsReportedInOneLineWithTheWayOut() throws {
    func expect(_ id: String, _ start: String, _ end: String) throws {
      let result = try sandbox.run(["takes", "timing", id])
      #expect(result.status == 1 && result.text.isEmpty && result.errorLines.count == 1)
      let line = result.errorLines.first ?? ""
      #expect(line.hasPrefix("drumdub: the tempo of groove is not known, and \(start)"), "\(line)")
      #expect(line.hasSuffix(end), "\(line)")
    }
    let byHand = "tap the beats in the player, or type the tempo with :tempo"
    try store(nil)
    try expect("a1", "it has no track to find it in", byHand)
    let track = try TestTrack(impulsesEvery: 10_000_000, seconds: 5).write(to: "silent.wav", in: sandbox)
    try store(track, id: "b2")
    try expect("b2", "the sound of \(track.shown) has no regular beat", byHand)
    FileBytes.remove(track)
    try expect("b2", "its track \(track.shown) is not there", "or scan its folder with drumdub scan DIR")
  }
}
