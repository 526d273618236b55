import AudioBase
import Percussion
import SystemBase
import TestSupport
import Testing

@testable import Dubbing

/// Kits of imported takes.
@Suite struct SharedKitsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a kit with a pad for each MIDI note.
  private func write(_ sample: String, notes: [Int] = [38], to kit: String) throws -> FilePath {
    let path = folder.file(kit)
    try FileBytes.makeFolder(path)
    try folder.write(sample, to: "\(kit)/a.wav")
    let pads = notes.enumerated().map { index, note in
      #"{"number":\#(index + 1),"name":"a","midiNote":\#(note),"layers":[{"samples":["a.wav"]}]}"#
    }
    let list = pads.joined(separator: ",")
    try folder.write(
      #"{"format":"drumdub-kit","version":1,"name":"Beat Kit","pads":[\#(list)]}"#, to: "\(kit)/kit.json")
    return path
  }

  private var kits: SharedKits {
    SharedKits(
      KitCatalog([KitCatalog.Folder(folder.file("kits"))], unpackingInto: nil),
      importingInto: folder.file("kits"))
  }

  private func take(on kit: FilePath) throws -> Take {
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.kit = KitReference(name: "Beat Kit", path: kit, hash: try KitReader.read(kit).kit.contentHash())
    return take
  }

  @Test func kitThatWasImportedUnderAnotherNameIsNotImportedAgain() throws {
    _ = try write("other", to: "kits/Beat Kit")
    let packed = try write("packed", to: "pack/Beat Kit")
    let second = folder.file("kits/Beat Kit (2)")
    for _ in 1...3 {
      let (take, result) = try kits.resolve(try take(on: packed), packed: packed, named: nil)
      #expect(take.kit?.path == second && result == .imported(second))
    }
    #expect(
      try FolderReader(folder.file("kits")).names().map(\.shown).sorted() == ["Beat Kit", "Beat Kit (2)"])
    #expect(try KitReader.read(second).kit.name == "Beat Kit (2)", "lists tell them apart")
  }

  @Test func nearestKitHasTheNameOfListsAndItsPath() throws {
    let present = try write("present", to: "kits/beats")
    let packed = try write("packed", to: "pack/gone")
    var take = try take(on: packed)
    take.kit = KitReference(name: "Gone", path: FilePath("/gone"), notes: [1: 38])
    take.addLayer(hits: HitColumns([TakeHit(frame: 0, pad: 1, velocity: 100, sample: 0)]))
    let (_, result) = try kits.resolve(take, packed: nil, named: nil)
    #expect(
      result == .missing(name: "Gone", nearest: .init(name: "Beat Kit", path: present, matched: 1, struck: 1))
    )
  }

  @Test func kitWithTheMostMatchingNotesIsTheNearest() throws {
    _ = try write("bass", notes: [36], to: "kits/Bass")
    let full = try write("full", notes: [36, 38, 42], to: "kits/Full")
    var take = Take(id: "a", name: "a", track: nil, created: 0)
    take.kit = KitReference(name: "Gone", path: FilePath("/gone"), notes: [1: 36, 2: 38, 3: 42])
    take.addLayer(hits: HitColumns((1...3).map { TakeHit(frame: $0, pad: $0, velocity: 90, sample: 0) }))
    let (_, result) = try kits.resolve(take, packed: nil, named: nil)
    #expect(
      result == .missing(name: "Gone", nearest: .init(name: "Beat Kit", path: full, matched: 3, struck: 3)))
  }

  @Test func partOfAFileIsQueuedAsAPartWithItsTitle() throws {
    let section = TrackSection(startSeconds: 10, endSeconds: 30)
    let location = TrackLocation(path: FilePath("/a.flac"), section: section)
    var reference = TrackReference(
      key: TrackKey(high: 1, low: 1), path: FilePath("/a.flac"), sampleRate: .standard, frames: nil)
    reference.title = "Second"
    let entry = SharedTrack(location: location, reference: reference, offset: 0).playlistEntry
    #expect(entry?.track == location && entry?.title == "Second" && entry?.duration == 20)
    let whole = SharedTrack(
      location: TrackLocation(path: FilePath("/a.flac")), reference: reference, offset: 0)
    #expect(whole.playlistEntry == nil)
  }

  @Test func packedKitOfTheNameOfAShippedOneGetsAnotherName() throws {
    let shipped = try write("shipped", to: "shipped/Beat Kit")
    let catalog = KitCatalog(
      [.init(folder.file("kits")), .init(folder.file("shipped"), isShipped: true)], unpackingInto: nil)
    let kits = SharedKits(catalog, importingInto: folder.file("kits"))
    let packed = try write("packed", to: "pack/Beat Kit")
    let (take, result) = try kits.resolve(try take(on: packed), packed: packed, named: nil)
    let second = folder.file("kits/Beat Kit (2)")
    #expect(take.kit?.path == second && result == .imported(second))
    #expect(catalog.path(of: FilePath("Beat Kit")) == shipped)
  }
}
