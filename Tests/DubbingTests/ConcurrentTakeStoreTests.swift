import AudioBase
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
    try store.restore(take)
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
    try second.restore(other)
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
}
