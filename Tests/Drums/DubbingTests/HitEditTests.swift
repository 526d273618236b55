import SystemBase
import Testing

@testable import Dubbing

@Suite struct HitColumnsTests {
  private let hits = Sample.hits(6)

  @Test func recordedHitsCountFromZeroAndAddedOnesDownwards() {
    var columns = hits
    #expect(columns.ids == Array(0..<6) && columns.hasRecordedIDs)
    let added = Sample.hits(2, seed: 3).numbered(from: columns.firstID(ofAdded: 2))
    columns.replace(HitColumns(), by: added)
    #expect(columns.ids == Array(-2..<6) && !columns.hasRecordedIDs)
    #expect(columns[1] == added[1] && columns[2] == hits[0])
    #expect(columns.place(of: -2) == 0 && columns.place(of: 5) == 7 && columns.place(of: 6) == nil)
  }

  @Test func replacementKeepsTheOthersAndIgnoresMissingNumbers() {
    var columns = hits
    columns.replace(hits.hits(at: [1, 4]), by: HitColumns())
    #expect(columns.ids == [0, 2, 3, 5] && columns.count == 4)
    columns.replace(hits.hits(at: [1, 4]), by: HitColumns())
    #expect(columns.ids == [0, 2, 3, 5])
    columns.replace(HitColumns(), by: hits.hits(at: [1, 4]))
    #expect(columns == hits)
  }

  @Test func columnsWithNumbersThatDoNotAscendAreRefused() {
    func columns(_ ids: [Int]) -> HitColumns? {
      HitColumns(
        ids: ids, frames: [1, 2], pads: [1, 2], velocities: [1, 1], lengths: [0, 0], samples: [0, 0])
    }
    #expect(columns([-1, 4])?.ids == [-1, 4])
    #expect(columns([4, 4]) == nil && columns([1, 0]) == nil && columns([1]) == nil)
    #expect(columns([.min, 0]) == nil)
  }
}

@Suite struct HitEditTests {
  /// An edit of a random part of a layer: removes, changes and adds hits.
  private func edit(_ layer: Layer, _ random: inout SeededGenerator) -> HitEdit {
    let places = (0..<layer.hits.count).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let removed = layer.hits.hits(at: places)
    let kind = Int.random(in: 0..<3, using: &random)
    if kind == 0 { return HitEdit(layer: layer.id, removed: removed) }
    if kind == 1 {
      var moved = HitColumns()
      for index in 0..<removed.count {
        var hit = removed[index]
        hit.frame += Int.random(in: 0...500, using: &random)
        moved.append(hit, id: removed.ids[index])
      }
      return HitEdit(layer: layer.id, removed: removed, inserted: moved)
    }
    let added = Sample.hits(3, seed: random.next()).numbered(from: layer.hits.firstID(ofAdded: 3))
    return HitEdit(layer: layer.id, inserted: added)
  }

  @Test(arguments: 1...20) func undoRestoresHitsAndNumbersAlsoThroughTheFile(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var take = Sample.take()
    var states = [take]
    for _ in 0..<40 {
      take.replaceHits(take.layers.map { edit($0, &random) })
      if take.layers != states.last?.layers { states.append(take) }
    }
    #expect(try TakeFile.decode(TakeFile.encode(take), subject: "a") == take)
    for state in states.dropLast().reversed() {
      #expect(take.undo() != nil)
      #expect(take.layers == state.layers)
    }
    for state in states.dropFirst() {
      take.redo()
      #expect(take.layers == state.layers)
    }
    #expect(take.recordedHits(ofLayer: 1) == states[0].layers[0].hits)
  }

  @Test func editThatChangesNothingIsNoEdit() {
    var take = Sample.take()
    let before = take
    let same = take.layers[0].hits.hits(at: [0, 1])
    take.replaceHits([HitEdit(layer: 1, removed: same, inserted: same)])
    #expect(take == before)
  }

  @Test func fileWithHitsInTheHistoryThatCannotBeIsRefused() {
    var take = Sample.take()
    take.replaceHits([HitEdit(layer: 1, removed: take.layers[0].hits.hits(at: [2]))])
    let text = String(decoding: TakeFile.encode(take), as: UTF8.self)
    let broken = text.replacing("\"ids\":[2]", with: "\"ids\":[2,3]")
    #expect(broken != text)
    #expect(throws: FileError.self) { try TakeFile.decode(Array(broken.utf8), subject: "a") }
  }

  @Test(arguments: [
    #""ids":[0,1],"from":[1],"to":[2]"#, #""ids":[1,0],"from":[1,1],"to":[2,2]"#,
    #""ids":[0],"from":[-1],"to":[2]"#,
  ]) func fileWithMovedHitsThatCannotBeIsRefused(columns: String) throws {
    var take = Sample.take()
    take.replaceHits([HitEdit(layer: 1, moved: HitMoves(ids: [0], from: [1], to: [2]))])
    let text = String(decoding: TakeFile.encode(take), as: UTF8.self)
    let broken = text.replacing(#""ids":[0],"from":[1],"to":[2]"#, with: columns)
    #expect(broken != text)
    #expect(throws: FileError.self) { try TakeFile.decode(Array(broken.utf8), subject: "a") }
  }
}

/// Edits while hits are recorded, and a recording that is restored from its journal afterwards.
@Suite struct RecordingEditTests {
  private let hits = Sample.hits(6)

  private func recorded(_ range: Range<Int>) -> [TakeRecorder.Output] {
    range.map { .hit(hits[$0], id: $0, layer: 3) }
  }

  private func journal() -> JournalRecovery? {
    var bare = Sample.take()
    (bare.layers, bare.history) = ([], TakeHistory())
    var records: [JournalRecord] = [.begin(take: TakeFile.encode(bare)), .layer(id: 3, name: "layer 3")]
    records += (0..<6).map { .hit(hits[$0], layer: 3) } + [.length(77, hit: 3, layer: 3)]
    return JournalRecovery(JournalCoder.signature + records.flatMap(JournalCoder.bytes))
  }

  private func edited() -> Take {
    var take = Sample.take()
    take.record(.layer(3, name: "layer 3"))
    for output in recorded(0..<4) { take.record(output) }
    var moved = hits[3]
    moved.frame += 9
    var inserted = HitColumns()
    inserted.append(moved, id: 3)
    take.replaceHits([
      HitEdit(layer: 3, removed: hits.hits(at: [0, 3]), inserted: inserted),
      HitEdit(layer: 1, removed: take.layers[0].hits.hits(at: [5])),
    ])
    return take
  }

  @Test func lengthReachesItsHitAfterAnEditAndAfterItsUndo() throws {
    var take = edited()
    for output in recorded(4..<6) + [.length(77, hit: 3, layer: 3)] { take.record(output) }
    let layer = try #require(take.layer(3))
    #expect(layer.hits.ids == [1, 2, 3, 4, 5] && layer.hits.lengths == [0, 0, 77, 0, 0])
    #expect(layer.hits.frames[2] == hits.frames[3] + 9)
    take.undo()
    #expect(take.layer(3)?.hits.lengths == [0, 0, 0, 77, 0, 0])
    #expect(take.layer(3)?.hits.frames == hits.frames)
    take.redo()
    #expect(take.layer(3)?.hits == layer.hits)
  }

  /// The take was saved with the edit, and the program was killed.
  @Test func recoveryKeepsTheEditAndAddsWhatWasRecordedLater() throws {
    var restored = edited()
    try #require(journal()).complete(&restored)
    var whole = edited()
    for output in recorded(4..<6) + [.length(77, hit: 3, layer: 3)] { whole.record(output) }
    #expect(restored.layers == whole.layers && restored.history == whole.history)
    try #require(journal()).complete(&restored)
    #expect(restored.layers == whole.layers, "the second time changes nothing")
  }
}
