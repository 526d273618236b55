import Containers
import Dubbing
import FoundationEssentials
import HeardSound
import SystemBase
import TestSupport
import Testing

/// `drumdub drums`.
@Suite struct DrumsCommandTests {
  private struct Report: Decodable {
    struct Hit: Decodable {
      var time: Double
      var drum: String
      var velocity: Int
      var certainty: Double
    }

    struct File: Decodable {
      var path: String
      var unsure: Bool?
      var hits: [Hit]?
      var error: String?
    }

    var files: [File]
  }

  private let demo = Sandbox.checkout.appending("Resources/Demo/First Light.flac")

  @Test func hitsAreReportedAndWrittenToAMIDIFileThatIsNotReplaced() throws {
    let sandbox = try Sandbox()
    let midi = sandbox.file("hits.mid")
    let result = try sandbox.run(["drums", "--json", "-o", midi.shown, demo.shown])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let file = try #require(try JSONDecoder().decode(Report.self, from: Data(result.text.utf8)).files.first)
    let hits = try #require(file.hits)
    #expect(file.unsure != nil && hits.count >= 8)
    #expect(hits.allSatisfy { (0...62).contains($0.time) && (1...127).contains($0.velocity) })
    let notes = try MIDIFileReader.read(midi).tracks.flatMap(\.events).count { event in
      if case .noteOn = event.kind { true } else { false }
    }
    #expect(notes == hits.count)
    let again = try sandbox.run(["drums", "-o", midi.shown, demo.shown])
    #expect(again.status == 1 && again.errorLines.count == 1 && again.text.isEmpty, "\(again.errors)")
    let replaced = try sandbox.run(["drums", "--overwrite", "-o", midi.shown, demo.shown])
    #expect(replaced.status == 0 && replaced.text.contains("First Light.flac  "), "\(replaced.text)")
    #expect(replaced.text.hasSuffix("; wrote \(midi.shown)\n"), "\(replaced.text)")
    // The beats that are kept for the song are those of the file.
    try SongStore(folder: sandbox.file("data/drumdub/songs")).change(TrackKeyReader.key(of: demo)) {
      $0.tempo = TempoMap(bpm: 100, beats: [0])
    }
    _ = try sandbox.run(["drums", "--overwrite", "-o", midi.shown, demo.shown])
    let events = try MIDIFileReader.read(midi).tracks.flatMap(\.events)
    #expect(events.contains { $0.kind == .tempo(microseconds: 600_000) })
  }

  @Test func whatHasNoDrumsIsReportedInOneLine() throws {
    let sandbox = try Sandbox()
    let silent = try TestTrack(impulsesEvery: 10_000_000, seconds: 6).write(to: "silent.wav", in: sandbox)
    let clicks = try TestTrack(impulsesEvery: 24_000, seconds: 10).write(to: "clicks.wav", in: sandbox)
    let short = try TestTrack(seed: 12, seconds: 1).write(to: "short.wav", in: sandbox)
    let stream = "http://radio.invalid/live"
    let result = try sandbox.run(["drums", silent.shown, clicks.shown, short.shown, "gone.flac", stream])
    #expect(result.status == 1 && result.text.isEmpty, "\(result.text)")
    let lines = result.errorLines
    #expect(lines.count == 5, "\(lines)")
    #expect(lines.contains("drumdub: no drums found in \(clicks.shown): its sound has no hits of drums"))
    #expect(
      lines.contains("drumdub: cannot find the drums of \(short.shown): the file is shorter than 5 seconds"))
    #expect(
      lines.last
        == "drumdub: cannot find the drums of \(stream): a stream has no end; name a file on this computer")
  }

  @Test(arguments: [
    ["drums"], ["drums", "-o", "a.mid", "a.wav", "b.wav"], ["drums", "-o", "a.wav", "a.wav"],
  ])
  func wrongArgumentsAreUsageErrors(arguments: [String]) throws {
    #expect(try Sandbox().run(arguments).status == 2)
  }
}
