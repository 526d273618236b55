import AudioBase
import Dubbing
import SystemBase
import TestSupport
import Testing

@Suite struct JournalTests {
  private let folder: TemporaryFolder
  private let store: TakeStore

  init() throws {
    folder = try TemporaryFolder()
    store = TakeStore(folder: folder.path)
  }

  private func journal(_ hits: Int, layers: Int = 1) -> [UInt8] {
    var records = [JournalRecord.begin(take: TakeFile.encode(Sample.bare))]
    for layer in 1...layers {
      records.append(.layer(id: layer, name: "layer \(layer)"))
      let list = Sample.hits(hits, seed: UInt64(layer))
      records += (0..<list.count).map { .hit(list[$0], layer: layer) }
    }
    return JournalCoder.signature + records.flatMap(JournalCoder.bytes)
  }

  @Test func truncatedJournalIsReadUpToItsLastWholeRecord() throws {
    let bytes = journal(30)
    let whole = try #require(JournalRecovery(bytes))
    #expect(whole.hitCount == 30)
    var last = 0
    for end in 0...bytes.count {
      let count = JournalRecovery(Array(bytes[..<end]))?.hitCount ?? 0
      #expect(count >= last && count <= 30)
      last = count
    }
    var damaged = bytes
    damaged[bytes.count - 200] ^= 1
    #expect((JournalRecovery(damaged)?.hitCount ?? 0) < 30)
  }

  @Test func aTakeThatWasNeverSavedIsRecovered() throws {
    try folder.write(journal(20, layers: 2), to: store.journal(of: Sample.bare).lastComponent.shown)
    let recovered = store.recover()
    #expect(recovered.takes.map(\.hitCount) == [40] && recovered.problems.isEmpty)
    let found = store.takes(of: Sample.key).takes
    #expect(found.map(\.take.layers.count) == [2] && found[0].take.layers[1].hits == Sample.hits(20, seed: 2))
    #expect(store.recover().takes.isEmpty)
  }

  @Test func savedTakeIsCompletedFromTheJournalAndKeepsItsHistory() throws {
    var take = Sample.bare
    take.addLayer(name: "layer 1", hits: Sample.hits(20, seed: 1))
    take.change(1) { $0.gain = Decibels(-6) }
    try store.save(take)
    try folder.write(journal(20, layers: 2), to: store.journal(of: Sample.bare).lastComponent.shown)
    #expect(store.recover().takes.count == 1)
    var found = try #require(store.takes(of: Sample.key).takes.first?.take)
    #expect(found.hitCount == 40 && found.layers[0].settings.gain == Decibels(-6))
    found.undo()
    #expect(found.layers.count == 1)
  }

  @Test func damagedTakeIsKeptAndTheJournalRecoveredInAnotherFile() throws {
    let damaged = Array("{\"format\":\"drumdub-take\", oh no".utf8)
    let path = store.path(of: Sample.bare)
    try folder.write(damaged, to: path.lastComponent.shown)
    try folder.write(journal(20), to: store.journal(of: Sample.bare).lastComponent.shown)
    let recovered = store.recover()
    #expect(recovered.takes.map(\.hitCount) == [20])
    #expect(recovered.problems.first?.detail?.contains("line 1, column") == true)
    #expect(try FileBytes.read(path, limit: 1000) == damaged)
    let found = store.takes(of: Sample.key)
    #expect(found.takes.map(\.take.hitCount) == [20] && found.problems.count == 1)
    // Saved again, it goes to the same place, and the damaged file stays.
    try store.save(found.takes[0].take)
    #expect(store.takes(of: Sample.key).takes.count == 1)
    #expect(try FileBytes.read(path, limit: 1000) == damaged)
  }

  @Test func deletedTakeIsRestored() throws {
    let take = Sample.take()
    try store.save(take)
    #expect(throws: FileError.self) { try store.delete("nothing") }
    #expect(try store.delete("20260501").id == take.id)
    #expect(store.all().takes.isEmpty)
    #expect(try store.restore(take.id) == take)
    #expect(store.takes(of: take.track?.key).takes.map(\.take) == [take])
  }

  @Test func takesAreFoundByTrackKeyUnderAnyFileName() throws {
    try store.save(Sample.take())
    var other = Sample.take(id: "other")
    other.track?.key = TrackKey(high: 1, low: 1)
    try store.save(other)
    try folder.write(TakeFile.encode(Sample.take(id: "third")), to: "from a friend.dub")
    #expect(Set(store.takes(of: Sample.key).takes.map(\.take.id)) == ["20260501-120000-3f9c", "third"])
    #expect(store.takes(of: nil).takes.isEmpty)
    #expect(store.all().takes.count == 3)
  }

  @Test func takesThatFailedToSaveAreSavedLater() throws {
    // A folder that cannot be made stands for a disk that takes nothing.
    try folder.write("", to: "takes")
    let (failed, saved) = (Flag(), Flag())
    let blocked = TakeStore(folder: folder.file("takes"))
    let service = TakeService(store: blocked, key: { _ in Sample.key }) { report in
      if case .notSaved = report { failed.set() }
      if case .saved(let take) = report, take.id != "b" { saved.set() }
    }
    service.save(Sample.take())
    try Wait.until("the failure to be reported") { failed.isSet }
    FileBytes.remove(folder.file("takes"))
    service.save(Sample.take(id: "b"))
    try Wait.until("the take is saved") { saved.isSet }
    service.stop()
    #expect(Set(blocked.all().takes.map(\.take.id)) == ["b", "20260501-120000-3f9c"])
  }

  @Test func unsavedTakeGoesToAnotherFolderOrIsListedAtTheEnd() throws {
    try folder.write("", to: "takes")
    let (failed, saved) = (Flag(), Flag())
    let blocked = TakeStore(folder: folder.file("takes"))
    let service = TakeService(store: blocked, key: { _ in Sample.key }) { report in
      if case .notSaved(let take) = report, !take.isOnDisk { failed.set() }
      if case .savedElsewhere(_, let path) = report, path.directory == self.folder.file("other") {
        saved.set()
      }
    }
    let take = Sample.take()
    service.save(take)
    try Wait.until("the failure to be reported") { failed.isSet }
    service.saveElsewhere(folder.file("other"))
    try Wait.until("the take is saved") { saved.isSet }
    #expect(TakeStore(folder: folder.file("other")).all().takes.map(\.take) == [take])
    // What cannot be saved later goes there too, until that folder fails as well.
    service.save(Sample.take(id: "b"))
    try Wait.until("the other take") { TakeStore(folder: folder.file("other")).all().takes.count == 2 }
    service.saveElsewhere(folder.file("takes"))
    service.save(Sample.take(id: "c"))
    service.stop()
    #expect(service.unsavedAtEnd().map(\.id) == ["c"])
  }

  @Test func deletedTakeIsNotSavedAgain() throws {
    try folder.write("", to: "takes")
    let failed = Flag()
    let service = TakeService(store: TakeStore(folder: folder.file("takes")), key: { _ in Sample.key }) {
      if case .notSaved = $0 { failed.set() }
    }
    let journal = try folder.write(journal(3), to: "a.journal")
    service.save(Sample.bare, ended: journal)
    try Wait.until("the failure to be reported") { failed.isSet }
    service.delete(Sample.bare.id)
    service.stop()
    #expect(service.unsavedAtEnd().isEmpty)
    #expect(throws: FileError.self) { try FileBytes.read(journal, limit: 1000) }
  }

  @Test func hitsCountAsStoredInTheTakeFileOrItsJournal() throws {
    var take = Sample.bare
    for layer in 1...2 { take.addLayer(name: "layer \(layer)", hits: Sample.hits(20, seed: UInt64(layer))) }
    #expect(!store.holdsHits(of: take, journals: []))
    let journal = try folder.write(journal(20, layers: 2), to: "a.journal")
    #expect(store.holdsHits(of: take, journals: [journal]))
    try store.save(take)
    take.addLayer(name: "layer 3", hits: Sample.hits(2, seed: 9))
    #expect(!store.holdsHits(of: take, journals: [journal]))
    take.undo()
    #expect(store.holdsHits(of: take, journals: []))
  }

  @Test func damagedJournalIsReadUpToTheDamage() {
    for bytes in DamagedBytes.variants(of: journal(10, layers: 3), count: 1_000) {
      guard let recovery = JournalRecovery(bytes), case var take = recovery.begun else { continue }
      recovery.complete(&take)
      #expect(recovery.hitCount <= 30)
    }
  }
}
