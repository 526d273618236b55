import AudioBase
import AudioFiles
import Containers
import Dubbing
import FoundationEssentials
import Glibc
import HeardSound
import SystemBase
import TestSupport
import Testing

/// `drumdub drums`.
@Suite(.together) struct DrumsCommandTests {
  private struct Report: Decodable {
    struct Hit: Decodable {
      var time: Double
      var kind: String
      var velocity: Int
      var certainty: Double
    }

    struct File: Decodable {
      var path: String
      var confidence: Double?
      var unsure: Bool?
      var hits: [Hit]?
      var error: String?
    }

    var files: [File]
  }

  private let demo = Sandbox.checkout.appending("Resources/Demo/First Light.flac")
  /// The seconds that a busy machine may need for the drums of a song.
  private static let patience = 5 * Wait.patience

  @Test func hitsAreReportedAndWrittenToAMIDIFileThatIsNotReplaced() throws {
    let sandbox = try Sandbox()
    let midi = sandbox.file("hits.mid")
    let result = try sandbox.run(["drums", "--json", "-o", midi.shown, demo.shown])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let file = try #require(try JSONDecoder().decode(Report.self, from: Data(result.text.utf8)).files.first)
    let hits = try #require(file.hits)
    let confidence = try #require(file.confidence)
    #expect((0...1).contains(confidence) && file.unsure == (confidence < 0.73) && hits.count >= 8)
    #expect(Set(hits.map(\.kind)).isSubset(of: ["kick", "snare", "hat", "other"]))
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

  /// The demo has 16 or 24 bits, so both parts add up to it exactly.
  @Test func partsAreWrittenAddUpAndAreKept() throws {
    let sandbox = try Sandbox()
    let (music, drums) = (sandbox.file("music.flac"), sandbox.file("drums.wav"))
    let arguments = ["drums", "--without", music.shown, "--only", drums.shown, demo.shown]
    let result = try sandbox.run(arguments)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.text.hasPrefix("wrote \(music.shown), 01:01\n"), "\(result.text)")
    let parts = try [demo, music, drums].map(frames)
    #expect(parts[0].count == parts[1].count && parts[0].count == parts[2].count)
    #expect(zip(parts[1], parts[2]).map { $0 + $1 } == parts[0])
    #expect(parts[2].contains { $0 != .zero } && parts[1] != parts[0])
    let again = try sandbox.run(arguments)
    #expect(again.status == 1 && again.errorLines.count == 1 && again.text.isEmpty, "\(again.errors)")
    let replaced = try sandbox.run(["drums", "--overwrite", "--only", drums.shown, demo.shown])
    #expect(replaced.status == 0 && replaced.errors.isEmpty, "\(replaced.errors)")
    #expect(try frames(drums) == parts[2])
  }

  private func frames(_ path: FilePath) throws -> [Frame] {
    let decoder = try DecoderRegistry().open(path)
    #expect(decoder.format.channels == 2)
    var frames: [Frame] = []
    var buffer = [Float](repeating: 0, count: 1 << 16)
    while true {
      let count = try buffer.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
      if count == 0 { return frames }
      buffer.withUnsafeBytes { frames += $0.bindMemory(to: Frame.self).prefix(count) }
    }
  }

  /// The command is killed while it stores the separated drums, and while it writes the first file.
  @Test(arguments: ["/parts/", "/music.flac"])
  func killedSeparationLeavesNothingHalfWritten(place: String) throws {
    let sandbox = try Sandbox()
    let arguments = ["drums", "--without", "music.flac", "--only", "drums.wav", demo.shown]
    let stalled = try StalledFiles(sandbox, writing: place)
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    try sandbox.start(in: terminal, arguments, environment: stalled.environment)
    try terminal.wait(seconds: Self.patience, "the file that is written") { _ in stalled.isReached }
    terminal.signal(SIGKILL)
    try terminal.expectEnd(.signalled(SIGKILL))
    let outputs = [sandbox.file("music.flac"), sandbox.file("drums.wav")]
    #expect(outputs.allSatisfy { !$0.exists })
    let kept = try FolderReader(sandbox.file(".cache/drumdub/parts")).names().map(\.shown)
    let isKept = kept.contains { $0.hasSuffix(".flac") }
    #expect(isKept == (place != "/parts/"), "\(kept)")
    // What is left is not used.
    let result = try sandbox.run(arguments)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let parts = try ([demo] + outputs).map(frames)
    #expect(zip(parts[1], parts[2]).map { $0 + $1 } == parts[0])
  }

  @Test func stoppedSeparationLeavesNothing() throws {
    let sandbox = try Sandbox()
    let sound = try frames(demo)
    let rate = try DecoderRegistry().open(demo).format.sampleRate
    let writer = try SndfileWriter(path: sandbox.file("long.wav"), sampleRate: rate, encoding: .wav24)
    for _ in 0..<4 { try sound.withUnsafeBufferPointer { try writer.write($0) } }
    try writer.close()
    let folder = sandbox.file(".cache/drumdub/parts")
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    try sandbox.start(in: terminal, ["drums", "--without", "music.wav", "long.wav"])
    try terminal.wait(seconds: Self.patience, "the drums that are being separated") { _ in
      (try? FolderReader(folder).names().isEmpty) == false
    }
    terminal.signal(SIGTERM)
    try terminal.expectEnd(.signalled(SIGTERM))
    #expect(try FolderReader(folder).names().isEmpty && !sandbox.file("music.wav").exists)
  }

  @Test func partsOfWhatHasNoDrumsAreRefusedInOneLine() throws {
    let sandbox = try Sandbox()
    let silent = try TestTrack(impulsesEvery: 10_000_000, seconds: 6).write(to: "silent.wav", in: sandbox)
    let short = try TestTrack(seed: 12, seconds: 1).write(to: "short.wav", in: sandbox)
    let stream = "http://radio.invalid/live"
    for (path, reason) in [
      (short.shown, "the file is shorter than 5 seconds"),
      (stream, "a stream has no end; name a file on this computer"),
    ] {
      let result = try sandbox.run(["drums", "--without", sandbox.file("out.wav").shown, path])
      #expect(result.status == 1 && result.text.isEmpty)
      #expect(result.errorLines == ["drumdub: cannot separate the drums of \(path): \(reason)"])
    }
    let result = try sandbox.run(["drums", "--only", sandbox.file("out.wav").shown, silent.shown])
    #expect(result.status == 1 && result.errorLines.count == 1 && !sandbox.file("out.wav").exists)
  }

  @Test(arguments: [
    ["drums"], ["drums", "-o", "a.mid", "a.wav", "b.wav"], ["drums", "-o", "a.wav", "a.wav"],
    ["drums", "--without", "a.wav", "b.wav", "c.wav"], ["drums", "--only", "a.mp3", "b.wav"],
    ["drums", "--strength", "3", "b.wav"], ["drums", "--only", "a.wav", "--strength", "6", "b.wav"],
    ["drums", "--only", "a.wav", "--without", "a.wav", "b.wav"],
    ["drums", "--only", "a.wav", "--json", "b.wav"],
  ])
  func wrongArgumentsAreUsageErrors(arguments: [String]) throws {
    #expect(try Sandbox().run(arguments).status == 2)
  }
}
