import AudioBase
import Dubbing
import Percussion
import SystemBase
import TestSupport
import Testing

@testable import Application

/// The kits of imported takes.
@Suite struct SharedKitsTests {
  private let folder: TemporaryFolder
  private let kits: SharedKits

  init() throws {
    folder = try TemporaryFolder()
    let catalog = KitCatalog([KitCatalog.Folder(folder.file("kits"))], unpackingInto: nil)
    kits = SharedKits(catalog, importingInto: folder.file("kits"))
  }

  /// Writes a kit with a pad for each MIDI note.
  @discardableResult
  private func write(_ name: String, notes: [Int], sound: String = "x") throws -> FilePath {
    let pads = notes.enumerated().map { index, note in
      #"{"number":\#(index + 1),"name":"p","midiNote":\#(note),"layers":[{"samples":["a.wav"]}]}"#
    }
    try FileBytes.makeFolder(folder.file(name))
    try folder.write(sound, to: "\(name)/a.wav")
    try folder.write(
      #"{"format":"drumdub-kit","version":1,"name":"\#(folder.file(name).lastComponent.shown)","pads":[\#(pads.joined(separator: ","))]}"#,
      to: "\(name)/kit.json")
    return folder.file(name)
  }

  /// A take that was played on a kit whose pads have these MIDI notes.
  private func take(_ name: String, notes: [Int: Int], hash: ContentHash? = nil) -> Take {
    var take = Take(
      id: "a", name: "a", track: nil,
      kit: KitReference(name: name, path: FilePath("/there/\(name)"), hash: hash, notes: notes), created: 0)
    take.addLayer(
      hits: HitColumns(
        notes.keys.sorted().map { TakeHit(frame: $0 * 9, pad: $0, velocity: 90, sample: 0) }))
    return take
  }

  @Test func kitWithTheMostMatchingNotesIsTheNearest() throws {
    try write("kits/Bass", notes: [36])
    try write("kits/Full", notes: [36, 38, 42])
    let (take, result) = try kits.resolve(
      take("Gone", notes: [1: 36, 2: 38, 3: 42]), packed: nil, named: nil)
    guard case .missing("Gone", let nearest?) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(nearest.argument == "Full" && nearest.matched == 3 && nearest.struck == 3)
    #expect(take.kit?.name == "Gone")
    let (changed, _) = try kits.resolve(take, packed: nil, named: FilePath(nearest.argument))
    #expect(changed.kit?.path == folder.file("kits/Full") && changed.struckPads == [1, 2, 3])
  }

  @Test func missingKitWithoutAnyMatchIsNamedAlone() throws {
    try write("kits/Bass", notes: [])
    let (_, result) = try kits.resolve(take("Gone", notes: [:]), packed: nil, named: nil)
    #expect(result == .missing(name: "Gone", nearest: nil))
  }

  @Test func packedKitIsAddedAndAnInstalledOneOfItsNameStays() throws {
    let packed = try write("pack/kit", notes: [36], sound: "theirs")
    let installed = try write("kits/Mine", notes: [36], sound: "other")
    let hash = try KitReader.read(packed).kit.contentHash()
    let (take, result) = try kits.resolve(
      take("Mine", notes: [1: 36], hash: hash), packed: packed, named: nil)
    guard case .imported(let path) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(path != installed && take.kit?.path == path)
    #expect(try FileBytes.read(path.appending("a.wav"), limit: 9) == Array("theirs".utf8))
    #expect(try FileBytes.read(installed.appending("a.wav"), limit: 9) == Array("other".utf8))
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
}
