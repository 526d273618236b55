import SystemBase
import TestSupport
import Testing

@testable import Dubbing

/// Points of lanes in journals, and what is recovered of them.
@Suite struct LaneJournalTests {
  private let folder: TemporaryFolder
  private let store: TakeStore

  init() throws {
    folder = try TemporaryFolder()
    store = TakeStore(folder: folder.path)
  }

  private let points = [Lane.Point(10, -3), Lane.Point(20, -6), Lane.Point(30, -9.25)]

  private func gain(_ points: some Sequence<Lane.Point>, layer: Int = 1) -> Lane {
    Lane(Lane.ID("music/gain", layer: layer), points)
  }

  /// The begin of a take, and a layer with the points of the level of the music.
  private var records: [JournalRecord] {
    [.begin(take: TakeFile.encode(Sample.bare)), .layer(id: 1, name: "layer 1")]
      + points.map { .point($0, address: "music/gain", layer: 1) }
  }

  private func bytes(_ records: [JournalRecord]) -> [UInt8] {
    JournalCoder.signature + records.flatMap(JournalCoder.bytes)
  }

  /// A take in whose first layer these points were recorded.
  private func recorded(_ points: some Sequence<Lane.Point>) -> Take {
    var take = Sample.bare
    take.record(.layer(1, name: "layer 1"))
    for point in points { take.record(.lanePoint(Lane.ID("music/gain", layer: 1), point)) }
    return take
  }

  private func recovered(_ take: Take, by records: [JournalRecord]) throws -> Take {
    var take = take
    try #require(JournalRecovery(bytes(records))).complete(&take)
    return take
  }

  @Test func recordOfAPointIsReadAsItWasWritten() throws {
    let record = JournalRecord.point(Lane.Point(1 << 40, -0.1), address: "pad 3/delay 2/time", layer: 7)
    #expect(JournalRecord(payload: record.payload[...]) == record)
    for (value, address) in [(Double.nan, "a"), (-.infinity, "a"), (1, "")] {
      let damaged = JournalRecord.point(Lane.Point(1, value), address: address, layer: 1)
      #expect(JournalRecord(payload: damaged.payload[...]) == nil)
    }
    let late = JournalRecord.point(Lane.Point(-1, 1), address: "a", layer: 1)
    #expect(JournalRecord(payload: late.payload[...]) == nil)
  }

  @Test func layerWithLanesAloneIsRecoveredAndItsUndoTakesThemBack() throws {
    try folder.write(bytes(records), to: store.journal(of: Sample.bare).lastComponent.shown)
    let found = store.recover()
    #expect(found.takes.map(\.lanes) == [[gain(points)]] && found.problems.isEmpty)
    var take = try #require(store.takes(of: Sample.key).takes.first?.take)
    #expect(take.lanes == [gain(points)] && take.layers.map(\.settings.name) == ["layer 1"])
    take.undo()
    #expect(take.lanes.isEmpty && take.layers.isEmpty)
    take.redo()
    #expect(take.lanes == [gain(points)])
    #expect(store.recover().takes.isEmpty)
  }

  @Test func hitsAndLanesOfALayerAreUndoneTogether() throws {
    let hits = Sample.hits(3)
    var take = try recovered(Sample.bare, by: records + (0..<3).map { .hit(hits[$0], layer: 1) })
    #expect(take.layers.map(\.hits) == [hits] && take.lanes == [gain(points)])
    take.undo()
    #expect(take.hitCount == 0 && take.lanes.isEmpty)
  }

  @Test func savedLaneIsCompletedAndTheTakeIsReported() throws {
    try store.save(recorded(points.prefix(1)))
    try folder.write(bytes(records), to: store.journal(of: Sample.bare).lastComponent.shown)
    #expect(store.recover().takes.map(\.lanes) == [[gain(points)]])
    let take = try #require(store.takes(of: Sample.key).takes.first?.take)
    #expect(take.lanes == [gain(points)] && take.layers.count == 1)
    #expect(try recovered(take, by: records) == take)
  }

  @Test func laterChangeOfOneFrameCounts() throws {
    let take = recorded([Lane.Point(10, -3), Lane.Point(20, -5)])
    #expect(try recovered(take, by: records).lanes == [gain(points)])
  }

  @Test func editsOfALaneSinceAreKept() throws {
    var take = recorded(points.prefix(2))
    take.setLanes([gain([Lane.Point(10, -4), Lane.Point(20, -6)])])
    let whole = try recovered(take, by: records)
    #expect(whole.lanes == [gain([Lane.Point(10, -4), Lane.Point(20, -6), Lane.Point(30, -9.25)])])
  }

  @Test func layerOfAnotherRecordingIsKeptBesideTheLanes() throws {
    var take = Sample.bare
    take.addLayer(name: "verse", hits: Sample.hits(4))
    let whole = try recovered(take, by: records)
    #expect(whole.layers.map(\.hits.count) == [4, 0] && whole.lanes == [gain(points, layer: 2)])
    #expect(try recovered(whole, by: records) == whole, "it is not recovered twice")
    let other = recorded([Lane.Point(11, -3), Lane.Point(12, -3)])
    #expect(try recovered(other, by: records).lanes.map(\.id.layer) == [1, 2])
  }

  @Test func undoneLayerIsNotRecovered() throws {
    let take = try recovered(Sample.bare, by: records + [.drop(layer: 1)])
    #expect(take.lanes.isEmpty && take.layers.isEmpty)
  }

  @Test func recordOfALaterVersionIsSkipped() throws {
    var later = records
    later.insert(.unknown([200, 1, 2, 3]), at: 3)
    #expect(JournalCoder.records(in: bytes(later))?.isWhole == true)
    #expect(try recovered(Sample.bare, by: later).lanes == [gain(points)])
  }

  @Test func lanesCountAsStoredInTheTakeFileOrItsJournal() throws {
    let take = recorded(points)
    #expect(!store.holdsHits(of: take, journals: []))
    let journal = try folder.write(bytes(records), to: "a.journal")
    #expect(store.holdsHits(of: take, journals: [journal]))
    try store.save(recorded(points.prefix(2)))
    #expect(!store.holdsHits(of: take, journals: []))
  }

  @Test func pointThatComesLateIsAtItsPlace() {
    let take = recorded([points[0], points[2], points[1], Lane.Point(20, -7)])
    #expect(take.lanes == [gain([points[0], Lane.Point(20, -7), points[2]])])
  }

  @Test func damagedJournalIsReadUpToTheDamage() {
    for damaged in DamagedBytes.variants(of: bytes(records), count: 1_000) {
      guard let recovery = JournalRecovery(damaged), case var take = recovery.begun else { continue }
      recovery.complete(&take)
      #expect(take.pointCount <= 3)
    }
  }
}
