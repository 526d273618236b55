import AudioBase
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import Dubbing

/// Two programs at one folder of takes.
@Suite struct ConcurrentTakeStoreTests {
  private let folder: TemporaryFolder
  private let store: TakeStore

  init() throws {
    folder = try TemporaryFolder()
    store = TakeStore(folder: folder.path)
    try store.save(Sample.take())
  }

  private func opened() throws -> (ConcurrentTakeStore, Take) {
    var shared = ConcurrentTakeStore(store)
    let found = shared.takes(of: Sample.key)
    return (shared, try #require(found.takes.first?.take))
  }

  private func recorded(_ take: Take, seed: UInt64) -> Take {
    var take = take
    take.addLayer(hits: Sample.hits(9, seed: seed))
    return take
  }

  @Test func changeThatWasNotSavedBeforeADeletionIsSavedWithItsUndo() throws {
    var (store, take) = try opened()
    take.rename(to: "mine")
    try store.delete(take.id)
    #expect(try store.restore(take) == .inPlace)
    #expect(store.takes(of: Sample.key).takes.map(\.take) == [take])
  }

  @Test func takeRecordedByAnotherProgramIsKeptBesideOurOwn() throws {
    var (first, take) = try opened()
    var (second, other) = try opened()
    (take, other) = (recorded(take, seed: 7), recorded(other, seed: 8))
    #expect(try first.save(take) == .inPlace)
    #expect(try second.save(other) == .beside(name: "take \"1\" (2)"))
    // Told once; what follows goes to the same place.
    other.addLayer(hits: Sample.hits(3, seed: 9))
    #expect(try second.save(other) == .inPlace)
    #expect(try first.save(take) == .inPlace)
    let takes = store.all().takes.map(\.take)
    #expect(Set(takes.map(\.name)) == ["take \"1\"", "take \"1\" (2)"] && takes.count == 2)
    #expect(Set(takes.map(\.layers)) == [take.layers, other.layers])
    try second.delete(other.id)
    #expect(store.all().takes.map(\.take.id) == [take.id])
    #expect(try second.restore(other) == .inPlace)
    #expect(store.all().takes.count == 2)
  }

  @Test func takeHoldingAllLayersOfTheOtherReplacesTheOther() throws {
    var (first, take) = try opened()
    var (second, other) = try opened()
    take.change(1) { $0.gain = Decibels(-3) }
    #expect(try first.save(take) == .inPlace)
    other = recorded(other, seed: 8)
    #expect(try second.save(other) == .inPlace)
    #expect(store.all().takes.map(\.take.layers) == [other.layers])
  }

  @Test func takeRenamedByAnotherProgramKeepsItsName() throws {
    var (first, take) = try opened()
    var (second, other) = try opened()
    take.rename(to: "renamed")
    #expect(try first.save(take) == .inPlace)
    #expect(try second.save(recorded(other, seed: 1)) == .beside(name: "take \"1\" (2)"))
    other = try #require(store.all().takes.first { $0.take.name == "renamed" }).take
    #expect(other.id == take.id)
  }

  @Test func recoveredLayerWithAUsedNumberIsAddedAsAnother() throws {
    let hits = Sample.hits(12, seed: 5)
    var bare = Sample.take()
    bare.layers = []
    bare.history = TakeHistory()
    let records =
      [JournalRecord.begin(take: TakeFile.encode(bare)), .layer(id: 3, name: "layer 3")]
      + (0..<hits.count).map { .hit(hits[$0], layer: 3) }
    let journal = JournalCoder.signature + records.flatMap(JournalCoder.bytes)
    // The third layer of the other program is longer than the part that was cut off here.
    let other = recorded(Sample.take(), seed: 8)
    try store.save(other)
    try folder.write(journal, to: store.journal(of: bare).lastComponent.shown)
    #expect(store.recover().takes.count == 1)
    let take = try #require(store.all().takes.first).take
    #expect(take.layers.map(\.hits) == other.layers.map(\.hits) + [hits])
    // Once more changes nothing.
    try folder.write(journal, to: store.journal(of: bare).lastComponent.shown)
    #expect(store.recover().takes.isEmpty)
    #expect(try #require(store.all().takes.first).take == take)
  }

  @Test func unsavedHitLengthsAreRecoveredFromTheJournal() throws {
    var bare = Sample.take()
    bare.layers = []
    bare.history = TakeHistory()
    let hits = Sample.hits(2, seed: 5)
    var saved = Sample.take()
    saved.addLayer(hits: hits)
    try store.save(saved)
    let records: [JournalRecord] = [
      .begin(take: TakeFile.encode(bare)), .layer(id: 3, name: "layer 3"), .hit(hits[0], layer: 3),
      .hit(hits[1], layer: 3), .length(4711, hit: 0, layer: 3), .length(1, hit: 9, layer: 3),
    ]
    try folder.write(
      JournalCoder.signature + records.flatMap(JournalCoder.bytes),
      to: store.journal(of: bare).lastComponent.shown)
    _ = store.recover()
    #expect(try #require(store.all().takes.first).take.layer(3)?.hits.lengths == [4711, 0])
  }

  // MARK: The same moment

  /// Saves versions of a take at the same moment, each as a program of its own, and returns what is stored.
  private func saveTogether(_ versions: [Take]) throws -> [Take] {
    try store.save(Sample.take())
    let bodies = try versions.map { version in
      let opened = Mutex(try opened().0)
      let body: @Sendable () -> Void = {
        opened.withLock { shared in
          do throws(FileError) { _ = try shared.save(version) } catch { Issue.record(error) }
        }
      }
      return body
    }
    Together.run(bodies)
    return store.all().takes.map(\.take)
  }

  @Test func takesSavedAtTheSameMomentAreBothKept() throws {
    for round in 0..<20 {
      let versions = (0..<2).map { recorded(Sample.take(), seed: UInt64(100 + 2 * round + $0)) }
      let stored = try saveTogether(versions)
      #expect(Set(stored.map(\.layers)) == Set(versions.map(\.layers)), "round \(round)")
      for take in stored where take.id != Sample.take().id { _ = try store.delete(take.id) }
    }
  }

  @Test func takeRenamedByACommandWhileAPlayerSavesItLosesNothing() throws {
    for round in 0..<20 {
      try store.save(Sample.take())
      let version = recorded(Sample.take(), seed: UInt64(200 + round))
      let shared = Mutex(try opened().0)
      let store = store
      Together.run([
        { shared.withLock { files in _ = try? files.save(version) } },
        { _ = try? store.change(version.id) { $0.rename(to: "renamed") } },
      ])
      let stored = store.all().takes.map(\.take)
      #expect(stored.contains { $0.name == "renamed" } && stored.contains { $0.layers == version.layers })
      for take in stored where take.id != version.id { _ = try store.delete(take.id) }
    }
  }

  @Test func restoredTakeReplacesNoneThatAnotherProgramHasSavedMeanwhile() throws {
    var (first, take) = try opened()
    try first.delete(take.id)
    let other = recorded(take, seed: 8)
    try store.save(other)
    take.rename(to: "mine")
    #expect(try first.restore(take) == .beside(name: "mine (2)"))
    #expect(Set(store.all().takes.map(\.take.name)) == [other.name, "mine (2)"])
  }
}
