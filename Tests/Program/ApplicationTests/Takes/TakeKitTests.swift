import Dubbing
import MixEngine
import SystemBase
import TestSupport
import Testing

@testable import Application

/// Takes and the kits that they were recorded with.
@Suite @MainActor struct TakeKitTests {
  private let hash = ContentHash([1])

  private func kit(_ name: String, _ path: String, _ hash: ContentHash?) -> KitReference {
    KitReference(name: name, path: FilePath(path), hash: hash)
  }

  /// Records a take in a folder with the kit `k`, which is identified while it is recorded.
  private func record(in folder: TemporaryFolder, hash: ContentHash?) throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], in: folder)
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 4000)
    bench.strike()
    bench.run(frames: 4000)
    if let hash { bench.controller.list.kitIsIdentified(kit("k", "/k", hash)) }
    bench.run(frames: 4000)
    bench.strike()
    try bench.stopRecording()
    bench.close()
  }

  /// Plays the track with another kit. Returns the notices about kits.
  private func notices(
    in folder: TemporaryFolder, _ kit: KitReference, identifyFirst: Bool = true
  ) throws -> [TakeNotice] {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], in: folder)
    var bare = kit
    bare.hash = nil
    bench.controller.playback.kitIsLoaded(bare)
    if identifyFirst { bench.controller.list.kitIsIdentified(kit) }
    try bench.play()
    if !identifyFirst {
      #expect(kit.hash == nil || bench.notices.isEmpty, "the kit is not known yet")
      bench.controller.list.kitIsIdentified(kit)
    }
    bench.close()
    return bench.notices
  }

  @Test func samplesOfATakeAreLoadedBeforePlayback() throws {
    let folder = try TemporaryFolder()
    try record(in: folder, hash: nil)
    let bench = try TakeBench([("a", Ramp.frames(900_000))], in: folder)
    var used = PadSet()
    bench.controller.playback.onPads = { pads in
      #expect(bench.planned.isEmpty)
      used = pads
    }
    try bench.play()
    #expect(used == PadSet([1]))
    bench.close()
  }

  @Test func takeBegunBeforeTheKitIsIdentifiedGetsTheHash() throws {
    let folder = try TemporaryFolder()
    try record(in: folder, hash: hash)
    #expect(TakeStore(folder: folder.path).all().takes.map(\.take.kit?.hash) == [hash])
  }

  @Test func kitHashIsWrittenToTheJournal() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 4000)
    bench.strike()
    bench.run(frames: 4000)
    bench.controller.list.kitIsIdentified(kit("k", "/k", hash))
    bench.strike()
    bench.run(frames: 4000)
    try bench.wait("the hash in the journal") { try? bench.journalled()?.kit?.hash == hash }
    #expect(try bench.journalled()?.hitCount == 2)
    bench.close()
  }

  @Test func renamedKitWithTheSameHashGivesNoNotice() throws {
    let folder = try TemporaryFolder()
    try record(in: folder, hash: hash)
    for isFirst in [true, false] {
      #expect(try notices(in: folder, kit("moved", "/m", hash), identifyFirst: isFirst) == [])
    }
  }

  @Test(arguments: [true, false]) func changedKitIsReported(isFirst: Bool) throws {
    let folder = try TemporaryFolder()
    try record(in: folder, hash: hash)
    let changed = [TakeNotice.kitChanged(take: "take 1", kit: "k")]
    #expect(try notices(in: folder, kit("k", "/else", ContentHash([2])), identifyFirst: isFirst) == changed)
    #expect(
      try notices(in: folder, kit("renamed", "/k", ContentHash([2])), identifyFirst: isFirst) == changed)
  }

  @Test func noticeOfAnotherKitNamesTheKitToLoad() throws {
    let folder = try TemporaryFolder()
    try record(in: folder, hash: hash)
    let told = TakeNotice.otherKit(take: "take 1", kit: "k", loaded: "other", argument: "k")
    #expect(try notices(in: folder, kit("other", "/o", ContentHash([2]))) == [told])
  }

  @Test func takesWithoutAHashAreComparedByKitName() throws {
    let folder = try TemporaryFolder()
    try record(in: folder, hash: nil)
    #expect(TakeStore(folder: folder.path).all().takes.map(\.take.kit) == [kit("k", "/k", nil)])
    #expect(try notices(in: folder, kit("k", "/else", hash)) == [])
    #expect(
      try notices(in: folder, kit("other", "/k", hash)) == [
        .otherKit(take: "take 1", kit: "k", loaded: "other", argument: "k")
      ])
  }
}
