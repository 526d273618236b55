import AudioBase
import AudioFiles
import Containers
import Dubbing
import FoundationEssentials
import Glibc
import HeardSound
import Percussion
import Studio
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// `drumdub export`: what was heard is what is written.
@Suite(.together) struct ExportTests {
  let sandbox: Sandbox
  static let kits =
    (try? FolderReader(Sandbox.checkout.appending("Resources/Kits")).names())?
    .compactMap(\.text).sorted() ?? []

  init() throws { sandbox = try Sandbox() }

  // MARK: Takes

  /// Saves a take over a track with hits on all pads, in two layers of different levels.
  @discardableResult
  func saveTake(
    of track: FilePath, kit: String = "DrumDub", hits: Int = 60, mixer: MixGraph? = nil
  ) throws -> Take {
    let format = try DecoderRegistry().open(track).format
    let folder = Sandbox.checkout.appending("Resources/Kits").appending(kit)
    struct KitName: Decodable { var name: String }
    let name = try JSONDecoder().decode(
      KitName.self, from: Data(try FileBytes.read(folder.appending("kit.json"), limit: 1 << 20))
    ).name
    var take = Take(
      id: "t1", name: "one: \"two\"/three",
      track: TrackReference(
        key: try TrackKeyReader.key(of: track), path: track, sampleRate: format.sampleRate,
        frames: format.length),
      kit: KitReference(name: name, path: folder), created: 1_700_000_000)
    var random = SeededGenerator(seed: 5)
    let frames = (format.length?.value ?? 0) * 9 / 10
    func layer() -> HitColumns {
      HitColumns(
        (0..<hits).map { _ in Int.random(in: 100..<frames, using: &random) }.sorted().map {
          TakeHit(
            frame: $0, pad: .random(in: 1...8, using: &random),
            velocity: .random(in: 20...127, using: &random),
            sample: .random(in: 0...3, using: &random))
        })
    }
    take.addLayer(hits: layer())
    let second = take.addLayer(hits: layer())
    take.change(second) { $0.gain = Decibels(-4.5) }
    take.mixer = mixer
    try TakeStore(folder: sandbox.file("data/drumdub/takes")).save(take)
    return take
  }

  /// Plays a track with its take to the end. Returns the sound from the first frame of the track.
  func heard(_ track: String, kit: String) throws -> [Frame] {
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux("--output", "file:live.wav")
    // Music waits for a kit for a second at most, and a busy machine may need longer to load it.
    try session.type(":kit \(kit)\r")
    try session.wait(for: "kit is \(kit)")
    try session.type(":open \(track)\r")
    return try heard(in: session)
  }

  /// Waits for the end of the track. Returns the sound from its first frame.
  func heard(in session: TmuxSession) throws -> [Frame] {
    try session.wait(for: "▶ playing")
    try session.wait(for: "■ stopped")
    try sandbox.waitForSound(1.5, in: "live.wav")
    try session.expectQuit()
    let sound = try FloatWAV(sandbox.file("live.wav")).frames
    return Array(sound[try #require(sound.first(above: 0))...])
  }

  func difference(_ one: some Collection<Frame>, _ other: some Collection<Frame>) -> Double {
    var largest: Float = 0
    for (a, b) in zip(one, other) { largest = max(largest, abs(a.x - b.x), abs(a.y - b.y)) }
    return 20 * log10(Double(largest))
  }

  /// The frames of an exported file, behind which there may be tags.
  func frames(_ name: String) throws -> [Frame] {
    let decoder = try DecoderRegistry().open(sandbox.file(name))
    var samples: [Float] = []
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8_192)
    defer { buffer.deallocate() }
    while true {
      let count = try decoder.read(into: buffer)
      if count == 0 { break }
      samples += buffer[..<(2 * count)]
    }
    return stride(from: 0, to: samples.count, by: 2).map { Frame(samples[$0], samples[$0 + 1]) }
  }

  // MARK: Files

  private struct Report: Decodable {
    struct File: Decodable {
      var path: String
      var format: String
      var sampleRate: Int
      var channels: Int
      var duration: Double
      var peak: Double?
      var loudness: Double?
    }
    var files: [File]
    var mixer: String?
  }

  /// Every format has the length, the tags and the picture.
  @Test(
    .enabled(if: Tool.mayUse("ffprobe"), "ffprobe reads the files"),
    arguments: ["wav", "flac", "aiff", "ogg", "opus", "mp3"])
  func exportedFileHasLengthTagsAndPicture(_ format: String) throws {
    let track = try TestTrack(seed: 43, seconds: 2).write(
      to: "a.flac", in: sandbox, comments: ["TITLE=Ünder", "ARTIST=One", "GENRE=Dub", "TRACKNUMBER=3"])
    let picture = try sandbox.write(TestPictures.png, to: "cover.png")
    try Tool.run(
      "metaflac", ["--import-picture-from=3|image/png||2x3x24|\(picture.shown)", track.shown])
    try saveTake(of: track)
    let result = try sandbox.run(["export", "t1", "-o", "mix.\(format)", "--range", "0:00.5-1.5", "--json"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errorLines)")
    let file = try #require(try JSONDecoder().decode(Report.self, from: Data(result.text.utf8)).files.first)
    #expect(file.path == "mix.\(format)" && file.format == format)
    #expect(file.sampleRate == 48_000 && file.channels == 2 && file.duration == 1)
    #expect((file.peak ?? 1) <= -0.9 && (file.loudness ?? 0) < -5)
    let shown = try Tool.capture(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "format=duration:format_tags:stream_tags:stream=codec_type",
        sandbox.file("mix.\(format)").shown,
      ]
    ).text
    for text in ["Ünder", "One", "Dub", "DrumDub take one: \"two\"/three (t1)", "codec_type=video"] {
      #expect(shown.contains(text), "\(text) in \(shown)")
    }
    let duration = shown.split(separator: "\n").first { $0.hasPrefix("duration=") }?.dropFirst(9)
    #expect(abs((duration.flatMap { Double($0) } ?? 0) - 1) < 0.06)
    let decoded = try sandbox.run(["decode", "mix.\(format)", "-o", "decoded.wav"])
    #expect(decoded.status == 0)
    #expect(try FloatWAV(sandbox.file("decoded.wav")).frames.count == 48_000)
  }

  @Test(.enabled(if: Tool.mayUse("metaflac") && Tool.mayUse("opusinfo"), "they print the tags"))
  func metaflacAndOpusinfoReadTheExportedTags() throws {
    let track = try TestTrack(seed: 44, seconds: 1).write(
      to: "a.flac", in: sandbox, comments: ["TITLE=Under"])
    let picture = try sandbox.write(TestPictures.png, to: "cover.png")
    try Tool.run(
      "metaflac", ["--import-picture-from=3|image/png||2x3x24|\(picture.shown)", track.shown])
    try saveTake(of: track)
    for name in ["mix.flac", "mix.opus"] {
      #expect(try sandbox.run(["export", "t1", "-o", name]).status == 0)
    }
    let flac = try Tool.capture("metaflac", ["--list", sandbox.file("mix.flac").shown]).text
    #expect(flac.contains("TITLE=Under") && flac.contains("type: 6 (PICTURE)"))
    let opus = try Tool.capture("opusinfo", [sandbox.file("mix.opus").shown]).text
    #expect(opus.contains("TITLE=Under") && opus.contains("METADATA_BLOCK_PICTURE"))
  }

  @Test func stemsAddUpToTheMix() throws {
    try sandbox.writeConfiguration("pads-level=-30")
    let track = try TestTrack(seed: 45, seconds: 2, level: 0.1).write(to: "a.wav", in: sandbox)
    try saveTake(of: track)
    let result = try sandbox.run(["export", "t1", "-o", "mix.wav", "--format=float", "--stems", "--json"])
    #expect(result.status == 0, "\(result.errorLines)")
    let names = try JSONDecoder().decode(Report.self, from: Data(result.text.utf8)).files.map(\.path)
    #expect(
      names == ["mix", "mix-music", "mix-layer-1", "mix-layer-2"].map { $0 + ".wav" }
        + (1...8).map { "mix-pad-\($0).wav" })
    let mix = try frames("mix.wav")
    func sum(_ names: [String]) throws -> [Frame] {
      try names.map { try frames($0) }.reduce(
        [Frame](repeating: .zero, count: mix.count)
      ) { zip($0, $1).map { $0 + $1 } }
    }
    #expect(difference(try sum(Array(names[1...3])), mix) < -120)
    #expect(difference(try sum([names[1]] + names[4...]), mix) < -120)
  }

  @Test(.enabled(if: Tool.mayUse("ffmpeg"), "ffmpeg measures the loudness"))
  func exportHasTheRequestedLoudness() throws {
    let track = try TestTrack(seed: 46, seconds: 5).write(to: "a.wav", in: sandbox)
    try saveTake(of: track)
    for target in [-23.0, -14, -9] {
      let result = try sandbox.run(
        ["export", "t1", "-o", "mix.wav", "--overwrite", "--loudness", "\(target)", "--json"])
      #expect(result.status == 0)
      let file = try #require(try JSONDecoder().decode(Report.self, from: Data(result.text.utf8)).files.first)
      #expect(abs((file.loudness ?? 0) - target) < 0.5)
      let measured = try Tool.capture(
        "ffmpeg",
        [
          "-hide_banner", "-nostats", "-i", sandbox.file("mix.wav").shown, "-af", "ebur128=peak=true", "-f",
          "null",
          "-",
        ])
      let lines = measured.errorLines.suffix(14)
      func value(_ name: String) -> Double? {
        lines.last { $0.contains(name) }?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
      }
      #expect(abs((value("I:") ?? 0) - target) < 0.5, "\(lines)")
      // Meters interpolate differently: on noise, this one reads up to 0.2 dB more than libebur128.
      #expect((value("Peak:") ?? 1) <= -0.8, "\(lines)")
      #expect((file.peak ?? 0) <= -1)
    }
  }

  @Test func exportWithoutANameIsWrittenToTheMusicFolder() throws {
    let track = try TestTrack(seed: 47, seconds: 1).write(to: "a.wav", in: sandbox)
    try saveTake(of: track)
    try sandbox.write(#"XDG_MUSIC_DIR="$HOME/Sounds""#.utf8, to: "config/user-dirs.dirs")
    let result = try sandbox.run(["export", "t1"])
    #expect(result.status == 0, "\(result.errorLines)")
    #expect(sandbox.file("Sounds/DrumDub/one_ _two__three.wav").exists)
  }

  // MARK: The mixer

  /// The mixer of the take silences the pads, that of the session the music, and a saved one lowers nothing.
  @Test func exportHasTheMixerThatIsNamedAndSaysWhich() throws {
    // The limiter must not work.
    try sandbox.writeConfiguration("pads-level=-30")
    let track = try TestTrack(seed: 49, seconds: 1, level: 0.1).write(to: "a.wav", in: sandbox)
    func mixer(_ bus: MixGraph.Bus?) -> MixGraph {
      var graph = MixGraph()
      if let bus { graph[bus].isMuted = true }
      return graph
    }
    var take = try saveTake(of: track, hits: 5, mixer: mixer(.pads))
    try sandbox.write(MixFile.encode(mixer(.music)), to: "state/drumdub/mixer.json")
    try sandbox.write(MixFile.encode(mixer(nil)), to: "data/drumdub/mixers/open.json")
    func export(_ options: String..., file: String) throws -> [Frame] {
      let words = ["export", "t1", "-o", file, "--format", "float", "--tail", "0"] + options
      let result = try sandbox.run(words + ["--json"])
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errorLines)")
      let report = try JSONDecoder().decode(Report.self, from: Data(result.text.utf8))
      #expect(report.mixer == options.last ?? "take")
      return try frames(file)
    }
    let own = try export(file: "take.wav")
    let current = try export("--mixer", "current", file: "current.wav")
    let open = try export("--mixer", "open", file: "open.wav")
    #expect(difference(own, try export("--mixer", "take", file: "again.wav")) < -120)
    #expect(difference(zip(own, current).map { $0 + $1 }, open) < -80)
    #expect(difference(own, current) > -40)
    take.gains = MixGains(music: Decibels(-6), pads: Decibels(-30))
    try TakeStore(folder: sandbox.file("data/drumdub/takes")).save(take)
    let lowered = try export(file: "lowered.wav")
    #expect(difference(own.map { $0 * Decibels(-6).factor }, lowered) < -100)
    let text = try sandbox.run(["export", "t1", "-o", "text.wav"]).text
    #expect(text.hasSuffix(", with the mixer of the take\n"))
    try saveTake(of: track, hits: 5)
    #expect(
      try sandbox.run(["export", "t1", "-o", "dry.wav"]).text.hasSuffix(
        ", dry, since the take has no mixer\n"))
  }

  // MARK: What is refused

  private func expectRefused(_ arguments: [String], status: Int32 = 1, _ words: String...) throws {
    let result = try sandbox.run(["export"] + arguments)
    #expect(result.status == status && result.output.isEmpty, "\(arguments)")
    #expect(result.errorLines.count == 1)
    for word in words { #expect(result.errorLines.first?.contains(word) == true, "\(result.errorLines)") }
  }

  @Test func refusedExportIsReportedInOneLine() throws {
    let track = try TestTrack(seed: 48, seconds: 1).write(to: "a.wav", in: sandbox)
    try saveTake(of: track)
    try sandbox.write("mine".utf8, to: "mix.wav")
    try expectRefused(["t1", "-o", "mix.wav"], "mix.wav", "exists", "--overwrite")
    try expectRefused(["t9", "-o", "new.wav"], "there is no take t9")
    try expectRefused(["t1", "-o", "/dev/null/new.wav"], "/dev/null")
    try expectRefused(["t1", "-o", "new.opus", "--rate", "44100"], "opus", "48000")
    try expectRefused(["t1", "-o", "new.wav", "--range", "50-60"], "range")
    try expectRefused(["t1", "-o", "new.txt"], status: 2, ".wav", ".flac")
    try expectRefused(["t1", "-o", "new.mp3", "--format", "s16"], status: 2, "s16")
    try expectRefused(["t1", "-o", "new.flac", "--format", "float"], status: 2, "s24 and s16")
    try expectRefused(["t1", "--range", "5-2"], status: 2, "--range")
    try expectRefused(["t1", "-o", "new.mid", "--stems"], status: 2, "--stems", ".mid")
    try expectRefused(["t1", "-o", "new.mid", "--mixer", "current"], status: 2, "--mixer", ".mid")
    try expectRefused(["t1", "-o", "new.wav", "--mixer", "huge"], "huge", "there are take, current")
    try expectRefused(["t1", "-o", "new.mid", "--range", "50-60"], "no hit in the range")
    try expectRefused(["t1", "--loudness", "3"], status: 2, "--loudness")
    try expectRefused([], status: 2, "take")
    #expect(try FileBytes.read(sandbox.file("mix.wav"), limit: 10) == Array("mine".utf8))
    FileBytes.remove(track)
    try expectRefused(["t1", "-o", "new.wav"], "a.wav", "no such file", "--track")
    #expect(!sandbox.file("new.wav").exists && !sandbox.file("new.opus").exists)
  }

  @Test func exportedMIDIFileContainsTheHitsOfEachLayer() throws {
    let track = try TestTrack(seed: 52, seconds: 4).write(to: "a.wav", in: sandbox)
    let take = try saveTake(of: track)
    let result = try sandbox.run(["export", "t1", "-o", "hits.mid"])
    #expect(result.status == 0 && result.errorLines.isEmpty && result.text.hasPrefix("wrote hits.mid, "))
    let file = try MIDIFileReader.read(sandbox.file("hits.mid"))
    #expect(file.division == .quarter(ticks: 960))
    #expect(file.tracks.map(\.name) == [take.name, "layer 1", "layer 2"])
    let kit = try KitReader.read(Sandbox.checkout.appending("Resources/Kits/DrumDub")).kit
    let again = TakeMIDI.layers(of: file, notes: PadNotes(kit), rate: take.frameRate)
    for (layer, hits) in zip(take.layers, again.columns) {
      // A tick at 120 beats a minute is 25 frames of 48 kHz.
      #expect(zip(layer.hits.frames, hits.frames).allSatisfy { abs($0 - $1) <= 13 })
      #expect(layer.hits.velocities == hits.velocities && layer.hits.count == hits.count)
    }
    let part = try sandbox.run(["export", "t1", "-o", "part.mid", "--range", "1-2", "--json"])
    #expect(part.status == 0 && part.text.contains("\"format\":\"mid\""))
    let range = TakeMIDI.layers(
      of: try MIDIFileReader.read(sandbox.file("part.mid")), notes: PadNotes(kit), rate: take.frameRate)
    let expected = take.layers.flatMap(\.hits.frames).filter { (48_000..<96_000).contains($0) }.count
    #expect(range.hitCount == expected && expected > 0)
    try expectRefused(["t1", "-o", "hits.mid"], "hits.mid", "exists", "--overwrite")
  }

  @Test func takeWithoutATempoIsExportedWithTheBeatsThatAreKeptForItsTrack() throws {
    let track = try TestTrack(seed: 52, seconds: 4).write(to: "a.wav", in: sandbox)
    let key = try #require(try saveTake(of: track).track?.key)
    try SongStore(folder: sandbox.file("data/drumdub/songs")).change(key) {
      $0.tempo = TempoMap(bpm: 100, beats: [0])
    }
    #expect(try sandbox.run(["export", "t1", "-o", "hits.mid"]).status == 0)
    let events = try MIDIFileReader.read(sandbox.file("hits.mid")).tracks.flatMap(\.events)
    #expect(events.contains { $0.kind == .tempo(microseconds: 600_000) })
  }

  @Test func exportWarnsOfATrackChangedSinceTheRecording() throws {
    let track = try TestTrack(seed: 49, seconds: 1).write(to: "a.wav", in: sandbox)
    try saveTake(of: track)
    try TestTrack(seed: 50, seconds: 1).write(to: "a.wav", in: sandbox)
    let result = try sandbox.run(["export", "t1", "-o", "mix.wav"])
    #expect(result.status == 0 && result.errorLines.count == 1)
    #expect(result.errorLines.first?.contains("has changed since the take was recorded") == true)
    #expect(sandbox.file("mix.wav").exists)
  }
}
