import AudioBase
import AudioFiles
import FoundationEssentials
import HeardSound
import SystemBase
import TestSupport
import Testing

/// `drumdub tempo`.
@Suite(.together) struct TempoCommandTests {
  private struct Report: Decodable {
    struct File: Decodable {
      var path: String
      var bpm: Double?
      var steady: Bool?
      var confidence: Double?
      var unsure: Bool?
      var beats: [Double]?
      var error: String?
    }

    var files: [File]
  }

  private let demo = Sandbox.checkout.appending("Resources/Demo/First Light.flac")

  @Test func tempoOfTheDemoIsFoundFromItsFirstBeatOn() throws {
    let result = try Sandbox().run(["tempo", "--json", demo.shown])
    #expect(result.status == 0 && result.errors.isEmpty)
    let file = try #require(try JSONDecoder().decode(Report.self, from: Data(result.text.utf8)).files.first)
    #expect(abs((file.bpm ?? 0) - 104) <= 0.05 && file.steady == true)
    let beats = try #require(file.beats)
    #expect(beats[0] < 0.02 && (100...110).contains(beats.count))
    #expect(zip(beats.dropFirst(), beats).allSatisfy { abs($0 - $1 - 60.0 / 104) < 0.001 })
  }

  @Test func fileWithoutBeatIsReportedAndTheOthersAreAnalysed() throws {
    let sandbox = try Sandbox()
    let silent = try TestTrack(impulsesEvery: 10_000_000, seconds: 5).write(to: "silent.wav", in: sandbox)
    let broken = try sandbox.write("no music".utf8, to: "broken.wav")
    let result = try sandbox.run(["tempo", silent.shown, broken.shown, "gone.flac", demo.shown])
    #expect(result.status == 1)
    #expect(result.text.contains("First Light.flac  103.99 BPM, first beat at 0.01 s"), "\(result.text)")
    #expect(
      result.errorLines.first
        == "drumdub: cannot find a tempo in \(silent.shown): its sound has no regular beat")
    #expect(result.errorLines.count == 3)
  }

  private static func writeUnevenNotes(to file: FilePath) throws {
    let frames = UnevenNotes.frames()
    let writer = try SndfileWriter(path: file, sampleRate: SampleRate(44_100), encoding: .wavFloat)
    try frames.withUnsafeBufferPointer { try writer.write($0) }
    try writer.close()
  }

  @Test func soundWithoutRegularBeatHasAGuess() throws {
    let sandbox = try Sandbox()
    let noise = try TestTrack(seed: 12, seconds: 8).write(to: "noise.wav", in: sandbox)
    #expect(try sandbox.run(["tempo", noise.shown]).status == 1)
    let notes = sandbox.file("notes.wav")
    try TempoCommandTests.writeUnevenNotes(to: notes)
    let told = try sandbox.run(["tempo", notes.shown])
    #expect(told.status == 0 && told.errors.isEmpty)
    #expect(told.text.hasPrefix("\(notes.shown)  about "), "\(told.text)")
    #expect(told.text.hasSuffix(" BPM (unsure)\n"), "\(told.text)")
    let json = try sandbox.run(["tempo", "--json", notes.shown])
    let file = try #require(try JSONDecoder().decode(Report.self, from: Data(json.text.utf8)).files.first)
    let confidence = try #require(file.confidence)
    #expect(file.bpm != nil && file.unsure == true && file.beats == nil && (0...0.18).contains(confidence))
  }

  @Test func tempoWithoutAFileIsAUsageError() throws {
    #expect(try Sandbox().run(["tempo"]).status == 2)
  }
}
