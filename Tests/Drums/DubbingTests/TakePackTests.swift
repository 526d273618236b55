import AudioBase
import Percussion
import SystemBase
import TestSupport
import Testing

@testable import Dubbing

/// Archives of takes, and what is refused.
@Suite struct TakePackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var inbox: FilePath { folder.file("inbox") }

  /// A take with a layer of sound in the folder.
  private func take() throws -> Take {
    var take = Sample.take()
    let clip = AudioClip(
      file: FilePath("clip.flac"), start: 5, frames: 4, sampleRate: SampleRate(44_100))
    take.addLayer(name: "voice", audio: clip)
    try folder.write([1, 2, 3], to: "clip.flac")
    return take
  }

  private func kit() throws -> FilePath {
    try FileBytes.makeFolder(folder.file("My Kit"))
    try folder.write(#"{"format":"drumdub-kit","version":1,"name":"Mine","pads":[]}"#, to: "My Kit/kit.json")
    try folder.write("free", to: "My Kit/LICENSE.txt")
    return folder.file("My Kit")
  }

  /// Opens a file that is refused.
  private func refusal(_ path: FilePath) -> FileError? {
    do throws(FileError) { _ = try SharedTakeSource(path, unpackingIn: inbox) } catch { return error }
    return nil
  }

  private func leftovers() throws -> [String] {
    var names: [String] = []
    try? FolderReader(inbox).forEach { name, _ in names.append(String(decoding: name, as: UTF8.self)) }
    return names
  }

  @Test func packHoldsTheTakeItsSoundAndItsKitWithTheLicence() throws {
    let take = try take()
    let path = folder.file("a.pack")
    _ = try TakePack(take, from: folder.path, kit: kit(), to: path).run()
    let source = try SharedTakeSource(path, unpackingIn: inbox)
    #expect(source.take == take && source.file == path)
    #expect(try FileBytes.read(source.folder.appending("clip.flac"), limit: 9) == [1, 2, 3])
    let kit = try #require(source.kit)
    #expect(try KitReader.read(kit).kit.name == "Mine" && kit.appending("LICENSE.txt").exists)
    source.remove()
    #expect(try leftovers().isEmpty)
    #expect(
      try FolderReader(folder.path).names().map(\.shown).sorted() == [
        "My Kit", "a.pack", "clip.flac", "inbox",
      ])
  }

  @Test func packHoldsTheLevelOfTheRoomThatIsHeardAndTheHashOfThatKit() throws {
    let hall = folder.file("Hall")
    try FileBytes.makeFolder(hall)
    try folder.write([1, 2, 3], to: "Hall/a.wav")
    let kit = #"{"format":"drumdub-kit","version":1,"name":"Hall","room":-4,"pads":[{"number":1,"name":"a","#
    try folder.write(
      kit + #""layers":[{"samples":["a.wav"]},{"part":1,"samples":["a.wav"]}]}]}"#, to: "Hall/kit.json")
    let own = try KitReader.read(hall).kit
    var take = Sample.take()
    take.kit = KitReference(name: "Hall", path: hall, hash: own.contentHash())
    let levels: [(Double?, Double)] = [(nil, -4), (-4, -4), (-9.5, -9.5), (-.infinity, -200)]
    for (number, (level, expected)) in levels.enumerated() {
      let path = folder.file("\(number).pack")
      var pack = TakePack(take, from: folder.path, kit: hall, to: path)
      pack.room = level.map { Decibels($0) }
      _ = try pack.run()
      let source = try SharedTakeSource(path, unpackingIn: inbox)
      defer { source.remove() }
      let packed = try KitReader.read(try #require(source.kit)).kit
      #expect(packed.room == Decibels(expected) && packed.name == "Hall")
      // The import takes an installed kit only if it sounds the same.
      #expect(source.take.kit?.hash == packed.contentHash())
      #expect((source.take.kit?.hash == take.kit?.hash) == (expected == -4))
    }
    #expect(try KitReader.read(hall).kit == own, "the kit itself is not changed")
  }

  @Test func packReplacesNoFileAndLeavesNothingWhenSoundIsMissing() throws {
    let take = try take()
    try folder.write("mine", to: "a.pack")
    #expect(throws: ExportError.failed(FileError(.exists, folder.file("a.pack").shown), part: nil)) {
      try TakePack(take, from: folder.path, kit: nil, to: folder.file("a.pack")).run()
    }
    FileBytes.remove(folder.file("clip.flac"))
    #expect(throws: ExportError.self) {
      try TakePack(take, from: folder.path, kit: nil, to: folder.file("b.pack")).run()
    }
    #expect(try FolderReader(folder.path).names() == [FilePath("a.pack")])
  }

  @Test func takeFileIsReadWithTheSoundBesideIt() throws {
    let path = try folder.write(TakeFile.encode(take()), to: "a.dub")
    let source = try SharedTakeSource(path, unpackingIn: inbox)
    #expect(source.folder == folder.path && source.kit == nil && !inbox.exists)
  }

  @Test func packHoldsTheSongWhoseMarksAreAddedToThoseOfOnesOwn() throws {
    var song = Song()
    song.track = Sample.track()
    song.apply([.set(SongMark("verse", at: 44_100)), .set(SongMark("fill", at: 5, end: 9))])
    let path = folder.file("a.pack")
    var pack = TakePack(Sample.take(), from: folder.path, kit: nil, to: path)
    pack.song = song
    // It is a folder of this machine only.
    pack.song?.stems = FilePath("/my/stems")
    pack.song?.foundStems = SongStems(
      place: FilePath("/my/stems"), parts: SongParts([SongPart("drums", FilePath("/my/stems/drums.wav"))]),
      difference: nil)
    _ = try pack.run()
    let source = try SharedTakeSource(path, unpackingIn: inbox)
    defer { source.remove() }
    #expect(source.song == .song(song))

    let songs = SongStore(folder: folder.file("songs"))
    let track = SharedTrack(
      location: TrackLocation(path: FilePath("/b.flac")), reference: Sample.track("/b.flac"), offset: 0)
    #expect(songs.add(nil, to: track) == .nothing && !songs.path(of: Sample.key).exists)
    try songs.change(Sample.key) { $0.apply([.set(SongMark("verse", at: 7))]) }
    #expect(songs.add(source.song, to: track) == .added(marks: 2))
    let own = try #require(try songs.song(of: Sample.key))
    #expect(
      own.marks == [
        SongMark("fill", at: 5, end: 9), SongMark("verse", at: 7), SongMark("verse 2", at: 44_100),
      ])
    #expect(songs.add(source.song, to: track) == .nothing)
    try FileBytes.write([0], to: songs.path(of: Sample.key))
    guard case .failed(let error) = songs.add(source.song, to: track) else {
      Issue.record("a damaged file was changed")
      return
    }
    #expect(error.code == .damaged)
  }

  @Test func damagedSongOfAPackIsNamedAndItsTakeIsRead() throws {
    let text = String(decoding: TakeFile.encode(Sample.take()), as: UTF8.self)
    let path = folder.file("a.pack")
    try TarFile([.file("take.dub", text), .file("song.json", "{}")]).write(to: path)
    let source = try SharedTakeSource(path, unpackingIn: inbox)
    defer { source.remove() }
    guard case .unreadable(let error)? = source.song else {
      Issue.record("it was read")
      return
    }
    #expect(source.take == Sample.take() && error.subject == "\(path.shown): song.json")
  }

  @Test(arguments: [
    (TarFile.Entry.file("../a.dub", ""), "../a.dub leads out of its folder"),
    (.file("/tmp/a.dub", ""), "/tmp/a.dub leads out of its folder"),
    (.link("clip.flac", type: "2", to: "/etc/passwd"), "clip.flac is a link, a device or a pipe"),
    (.link("kit", type: "2", to: "/"), "kit is a link, a device or a pipe"),
  ])
  func packThatLeadsOutOfItsFolderIsRefusedAndLeavesNothing(_ entry: TarFile.Entry, _ reason: String) throws {
    let text = String(decoding: TakeFile.encode(Sample.take()), as: UTF8.self)
    let path = folder.file("a.pack")
    try TarFile([.file("take.dub", text), entry]).write(to: path)
    #expect(refusal(path) == FileError(.unsupported, path.shown, detail: "the archive is refused: \(reason)"))
    #expect(try leftovers().isEmpty)
  }

  @Test func otherFilesAndTakesThatCannotBeAreRefusedByTheirNames() throws {
    let other = try folder.write("no take", to: "a")
    #expect(refusal(other)?.code == .damaged && refusal(other)?.subject == other.shown)
    try TarFile([.file("b.dub", "")]).write(to: folder.file("b.pack"))
    #expect(refusal(folder.file("b.pack"))?.detail?.hasPrefix("an archive without take.dub") == true)
    var take = Sample.take()
    take.tempo?.beats = [9, 8]
    let text = String(decoding: TakeFile.encode(take), as: UTF8.self)
    try TarFile([.file("take.dub", text)]).write(to: folder.file("c.pack"))
    #expect(refusal(folder.file("c.pack"))?.subject == "\(folder.file("c.pack").shown): take.dub")
    #expect(try leftovers().isEmpty)
  }

  // MARK: Sound

  /// Writes the number of frames that a file would have.
  private struct Writers: AudioWriterMaking {
    final class Writer: AudioFileWriter {
      private let path: FilePath
      private var count = 0

      init(_ path: FilePath) { self.path = path }

      func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) { count += frames.count }
      func updateHeader() {}
      func close() throws(FileError) { try FileBytes.write(Array("\(count)".utf8), to: path) }
    }

    func makeWriter(
      _ path: FilePath, _ encoding: AudioEncoding, rate: SampleRate, length: FrameCount?, texts: FileTexts
    ) throws(FileError) -> any AudioFileWriter { Writer(path) }
  }

  private func add(_ take: Take) throws -> TakeStore.Added {
    let sound = [folder.file("clip.flac").shown: [Frame](repeating: .zero, count: 7)]
    return try TakeStore(folder: folder.file("takes")).add(
      take, soundIn: folder.path,
      SoundCopy(decoders: MemoryDecoders(sound), converters: NoConversion(), writers: Writers()))
  }

  @Test func soundOfAnAddedTakeGetsANameOfItsOwn() throws {
    let take = try take()
    try FileBytes.makeFolder(folder.file("takes"))
    let used = "\(Sample.key)-\(take.id)-3-1.flac"
    try folder.write("mine", to: "takes/\(used)")
    let clip = try #require(try add(take).take.layers.last?.audio)
    #expect(clip.file == FilePath("\(Sample.key)-\(take.id)-3-2.flac") && clip.start == 5 && clip.frames == 7)
    #expect(try FileBytes.read(folder.file("takes").appending(clip.file), limit: 9) == Array("7".utf8))
    #expect(try FileBytes.read(folder.file("takes/\(used)"), limit: 9) == Array("mine".utf8))
  }

  @Test func layerWithoutItsSoundIsLeftOutAndNamed() throws {
    let take = try take()
    FileBytes.remove(folder.file("clip.flac"))
    let added = try add(take)
    #expect(added.missing == ["voice"] && added.take.layers.count == 2)
  }

  // MARK: Other kits

  @Test func takeOnAnotherKitStrikesThePadsOfTheSameNotes() {
    var take = Sample.take()
    take.kit?.notes = [1: 38, 2: 36, 3: 50]
    take.addLayer(hits: HitColumns([1, 2, 3, 4].map { TakeHit(frame: 0, pad: $0, velocity: 9, sample: 1) }))
    let pads = [(5, 36), (6, 38)].map { number, note in
      var pad = Pad(number: number, name: "", layers: [])
      pad.midiNote = note
      return pad
    }
    let notes = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: pads))
    let other = take.played(on: KitReference(name: "k", path: FilePath("/k"), notes: notes.notes), notes)
    #expect(other.layers.last?.hits.pads == [6, 5, 3, 4] && other.kit?.name == "k")
    #expect(other.layers.last?.hits.samples == [TakeHit.anySample, TakeHit.anySample, 1, 1])
  }

  // MARK: Hostile and killed imports

  @Test func soundLongerThanTheTakeStatesIsRefusedAndLeavesNothing() throws {
    var take = try take()
    try FileBytes.makeFolder(folder.file("takes"))
    let sound = [folder.file("clip.flac").shown: [Frame](repeating: .zero, count: 100_000)]
    let copy = SoundCopy(decoders: MemoryDecoders(sound), converters: NoConversion(), writers: Writers())
    let store = TakeStore(folder: folder.file("takes"))
    let error = #expect(throws: FileError.self) { try store.add(take, soundIn: folder.path, copy) }
    #expect(error?.code == .damaged && error?.detail == "it is longer than the 1 s that its take states")
    #expect(try FolderReader(store.folder).isEmpty())
    take.layers[2].audio?.frames = 100_000
    #expect(try store.add(take, soundIn: folder.path, copy).take.layers.last?.audio?.frames == 100_000)
  }

  @Test func takeThatCannotBeReadBackIsNotImported() throws {
    var take = Sample.take()
    take.tempo?.beats = [1 << 53]
    let error = #expect(throws: FileError.self) { try add(take) }
    #expect(error?.code == .damaged)
    #expect(try FolderReader(folder.file("takes")).isEmpty())
  }

  @Test func soundOfAKilledImportIsRemovedAtTheNextStart() throws {
    let store = TakeStore(folder: folder.file("takes"))
    try FileBytes.makeFolder(store.folder)
    let own = try TakeStore.makeImportFolder(in: store.folder)
    // The process with this number has ended.
    let ended = try Tool.capture("sh", ["-c", "echo $$"], environment: ["PATH=/usr/bin:/bin"]).text
      .filter(\.isNumber)
    try FileBytes.makeFolder(folder.file("takes/.import-\(ended)-1"))
    try folder.write("sound", to: "takes/.import-\(ended)-1/a.flac")
    _ = store.recover()
    #expect(own.exists && !folder.file("takes/.import-\(ended)-1").exists)
  }
}
