import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Dubbing

/// Stems that other programs have made: their names, their place in the track, and what they lack of it.
@Suite struct StemSearchTests {
  private static func names(_ files: [String], of track: String = "My Song") -> [String] {
    StemNames.stems(in: files.map { FilePath($0) }, of: track).map(\.name)
  }

  @Test(
    arguments: [
      (["bass.wav", "drums.wav", "other.wav", "vocals.wav"], ["bass", "drums", "other", "vocals"]),
      (["accompaniment.wav", "vocals.wav"], ["vocals", "accompaniment"]),
      (["drums.mp3", "no_drums.mp3"], ["drums", "no drums"]),
      (["1_My Song_(Instrumental).flac", "1_My Song_(Vocals).flac"], ["vocals", "instrumental"]),
      (["1_Other_(Drums).wav", "1_Other_(Vocals).wav"], []),
      // A model behind the name, several songs, other files, and what contains others.
      (["My_Song_(Vocals)_htdemucs.wav", "2_Other_(Vocals).wav", "cover.jpg", "notes.txt"], ["vocals"]),
      (
        ["bass.flac", "drums.flac", "instrumental.flac", "other.flac", "vocals.flac", "drums.mp3"],
        ["bass", "drums", "other", "vocals"]
      ),
      (["mix.wav", "song.wav"], []),
    ] as [([String], [String])])
  func filesAreStemsByTheirNames(files: [String], stems: [String]) {
    #expect(Self.names(files) == stems)
  }

  // MARK: Sound

  private static let drums = noise(30_000, seed: 1)
  private static let music = noise(30_000, seed: 2)
  private static let song = zip(drums, music).map { $0 + $1 }

  private static func noise(_ count: Int, seed: UInt64) -> [Frame] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Frame(repeating: .random(in: -0.4...0.4, using: &random)) }
  }

  /// Searches in a folder with the files of `stems` beside `song.wav`.
  private func search(
    _ stems: [String: [Frame]], song: [Frame] = Self.song, inFolder: Bool = true
  ) throws -> (result: StemSearchResult, folder: FilePath) {
    let folder = try TemporaryFolder()
    let stemFolder = folder.file("song stems")
    try FileBytes.makeFolder(stemFolder)
    var tracks = [folder.file("song.wav").shown: song]
    for (name, frames) in stems {
      let path = stemFolder.appending(name)
      try FileBytes.write([], to: path)
      tracks[path.shown] = frames
    }
    let search = StemSearch(decoders: MemoryDecoders(tracks), converters: NoConversion())
    let track = TrackLocation(path: folder.file("song.wav"))
    return (try search.find(of: track, in: inFolder ? stemFolder : nil), stemFolder)
  }

  private func found(_ result: StemSearchResult) throws -> SongStems {
    guard case .found(let stems) = result else { throw FileError(.notFound, "\(result)") }
    return stems
  }

  @Test(arguments: [0, 37, 1_105, -2_000]) func stemsAreAlignedAndCompared(delay: Int) throws {
    func moved(_ frames: [Frame]) -> [Frame] {
      delay < 0
        ? Array(frames.dropFirst(-delay)) : [Frame](repeating: .zero, count: delay) + frames
    }
    let (result, folder) = try search(
      ["drums.wav": moved(Self.drums), "no_drums.wav": moved(Self.music)], inFolder: delay != 0)
    let stems = try found(result)
    #expect(stems.place == folder)
    #expect(stems.parts.parts.map(\.name) == ["drums", "no drums"])
    #expect(stems.parts.parts.allSatisfy { $0.offset == -delay })
    #expect(stems.parts.parts.map(\.path) == ["drums.wav", "no_drums.wav"].map { folder.appending($0) })
    // They add up but for rounding, where the whole song is in both.
    if delay >= 0 { #expect(try #require(stems.difference) < -100) }
  }

  @Test func whatStemsLackIsSaidInDecibels() throws {
    let (result, _) = try search(["drums.wav": Self.drums, "no_drums.wav": Self.music.map { $0 * 0.5 }])
    let difference = try #require(try found(result).difference)
    // A quarter of the power of one of two parts that are equally loud is missing.
    #expect(abs(difference + 9.03) < 0.3)
  }

  @Test func aSingleStemLeavesARest() throws {
    let stems = try found(try search(["drums.wav": Self.drums]).result)
    #expect(stems.parts.parts.map(\.name) == ["drums", "rest"])
    #expect(stems.parts.parts.last?.path == nil && stems.difference == nil)
  }

  @Test func foldersWithoutStemsOfTheSongAreRefused() throws {
    let (none, folder) = try search(["a.wav": Self.drums])
    #expect(none == .noStems(folder))
    #expect(try search(["a.wav": Self.drums], inFolder: false).result == .nothing)
    let other = ["drums.wav": Self.noise(30_000, seed: 3), "bass.wav": Self.noise(30_000, seed: 4)]
    let (wrong, wrongFolder) = try search(other)
    #expect(wrong == .otherSong(wrongFolder))
    let silence = [Frame](repeating: .zero, count: 30_000)
    let (silent, silentFolder) = try search(["drums.wav": silence])
    #expect(silent == .silent(silentFolder))
    #expect(throws: FileError.self) {
      try StemSearch(decoders: MemoryDecoders([:]), converters: NoConversion())
        .find(of: TrackLocation(path: FilePath("/none/a.wav")), in: FilePath("/none"))
    }
  }

  @Test func stemsThatAreKnownAreSearchedAgainOnlyAfterAChangeOfTheirFiles() throws {
    let folder = try TemporaryFolder()
    for name in ["drums.wav", "no_drums.wav"] { try folder.write("a", to: name) }
    let (song, drums) = (TrackLocation(path: FilePath("/song.wav")), folder.file("drums.wav"))
    let tracks = [
      "/song.wav": Self.song, drums.shown: Self.drums, folder.file("no_drums.wav").shown: Self.music,
    ]
    let search = StemSearch(decoders: MemoryDecoders(tracks), converters: NoConversion())
    // It can decode no file.
    let blind = StemSearch(decoders: MemoryDecoders([:]), converters: NoConversion())
    let stems = try found(try search.find(of: song, in: folder.path))
    #expect(stems.states.count == 3)
    #expect(try blind.find(of: song, in: folder.path, known: stems) == .found(stems))
    // Another place is searched: the file has one sound track.
    #expect(try search.find(of: song, in: drums, known: stems) == .oneSoundTrack(drums))
    try folder.write("changed", to: "drums.wav")
    #expect(throws: FileError.self) { try blind.find(of: song, in: folder.path, known: stems) }
    let again = try found(try search.find(of: song, in: folder.path, known: stems))
    #expect(again.parts == stems.parts && again.states != stems.states)
  }

  // MARK: Files of several sound tracks

  /// Opens files in memory, of which one has several sound tracks.
  private struct Containers: DecoderOpening {
    let files: MemoryDecoders
    let container: FilePath
    let sounds: [[Frame]]
    let tracks: SoundTracks

    func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
      guard path == container else { return try files.open(path) }
      return MemoryDecoder(frames: sounds[tracks.main])
    }

    func open(_ path: FilePath, soundTrack: Int) throws(FileError) -> sending any AudioDecoder {
      guard path == container else { throw FileError(.unsupported, path.shown) }
      return MemoryDecoder(frames: sounds[soundTrack])
    }

    func soundTracks(of path: FilePath) throws(FileError) -> SoundTracks? { path == container ? tracks : nil }
  }

  /// Searches beside `song.wav`, or in a file that is named, with a file of sound tracks and one without.
  private func search(
    _ sounds: [[Frame]], _ names: [String], container name: String = "song.stem.mp4", main: Int = 0,
    areStems: Bool = false, song: String = "song.wav", in place: String? = nil
  ) throws -> (result: StemSearchResult, container: FilePath) {
    let folder = try TemporaryFolder()
    let container = folder.file(name)
    for file in Set([name, song, "other.wav"]) { try FileBytes.write([], to: folder.file(file)) }
    let decoders = Containers(
      files: MemoryDecoders([folder.file("song.wav").shown: Self.song]), container: container,
      sounds: sounds, tracks: SoundTracks(names: names, main: main, areStems: areStems))
    let search = StemSearch(decoders: decoders, converters: NoConversion())
    let result = try search.find(
      of: TrackLocation(path: folder.file(song)), in: place.map { folder.file($0) })
    return (result, container)
  }

  @Test(arguments: [nil, "song.stem.mp4"])
  func stemsOfAStemFileAreFoundWithoutTheirMix(place: String?) throws {
    let (result, container) = try search(
      [Self.song, Self.drums, Self.music], ["", "Drums", "Synth/Bass"], areStems: true, in: place)
    let stems = try found(result)
    #expect(stems.place == container)
    #expect(
      stems.parts.parts == [
        SongPart("drums", container, soundTrack: 1), SongPart("synth bass", container, soundTrack: 2),
      ])
    #expect(try #require(stems.difference) < -100)
  }

  @Test func soundTracksOfTheSongItselfAreItsStems() throws {
    let (result, container) = try search(
      [Self.drums, Self.song, Self.music], ["Drums", "Mix", ""], container: "song.mka", main: 1,
      song: "song.mka")
    let stems = try found(result)
    #expect(stems.place == container)
    #expect(stems.parts.parts.map(\.name) == ["drums", "track 3"])
    #expect(stems.parts.parts.map(\.soundTrack) == [0, 2])
  }

  /// Whether the main track is a stem or the mix is heard, since the file does not state it.
  @Test(arguments: [true, false]) func mixAmongSoundTracksIsFoundByItsSound(hasMix: Bool) throws {
    let sounds = (hasMix ? [Self.song] : []) + [Self.drums, Self.music]
    let names = (hasMix ? ["Full"] : []) + ["Drums", "Rest"]
    let (result, _) = try search(sounds, names, container: "song.stems.mka")
    let stems = try found(result)
    #expect(stems.parts.parts.map(\.name) == ["drums", "rest"])
    #expect(stems.parts.parts.map(\.soundTrack) == (hasMix ? [1, 2] : [0, 1]))
    #expect(try #require(stems.difference) < -100)
  }

  @Test func restOfASingleSoundTrackHasANameOfItsOwn() throws {
    let (result, container) = try search([Self.song, Self.music], ["", "Rest"], areStems: true)
    #expect(
      try found(result).parts.parts == [SongPart("rest", container, soundTrack: 1), SongPart("rest 2", nil)])
  }

  @Test func filesWithoutStemsOfTheSongAreRefused() throws {
    let noise = [Self.noise(30_000, seed: 5), Self.noise(30_000, seed: 6), Self.noise(30_000, seed: 7)]
    let (other, container) = try search(noise, ["", "Drums", "Bass"], areStems: true)
    #expect(other == .otherSong(container))
    let one = try search(noise, ["", "", ""], areStems: true, in: "other.wav")
    #expect(one.result == .oneSoundTrack(one.container.directory.appending("other.wav")))
  }

  @Test func partsAreNamedByTheirSoundTracksOnce() {
    let names = ["", "Drum", "DRUMS", "Vox", "Lead  Vocals", "a/b", "drums"]
    #expect(
      StemNames.parts(named: names) == [
        "track 1", "drums", "drums 2", "vocals", "lead vocals", "a b", "drums 3",
      ])
  }
}
