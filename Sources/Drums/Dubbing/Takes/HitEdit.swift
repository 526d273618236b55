/// Hits of one layer that are replaced by others or moved: the parts of all edits of hits. The inverse exchanges them.
package struct HitEdit: Hashable, Sendable {
  package let layer: Int
  package internal(set) var removed: HitColumns
  package internal(set) var inserted: HitColumns
  /// Hits that are neither removed nor inserted.
  package let moved: HitMoves

  package init(
    layer: Int, removed: HitColumns = HitColumns(), inserted: HitColumns = HitColumns(),
    moved: HitMoves = HitMoves()
  ) {
    (self.layer, self.removed, self.inserted, self.moved) = (layer, removed, inserted, moved)
  }

  var inverse: HitEdit {
    HitEdit(layer: layer, removed: inserted, inserted: removed, moved: moved.inverse)
  }

  package var isEmpty: Bool { removed == inserted && moved.from == moved.to }

  /// The numbers of hits that it removes and inserts; it does both to those that it changes.
  package var removedCount: Int { removed.count + moved.ids.count }
  package var insertedCount: Int { inserted.count + moved.ids.count }

  /// Returns by how many the edit changes the number of hits at or after a frame.
  package func countChange(from frame: Int) -> Int {
    func count(_ frames: [Int]) -> Int { frames.count { $0 >= frame } }
    return count(inserted.frames) + count(moved.to) - count(removed.frames) - count(moved.from)
  }
}

/// Hits that only get other frames, in columns of equal length.
package struct HitMoves: Hashable, Sendable {
  /// The numbers of the hits, which ascend.
  let ids: [Int]
  let from: [Int]
  let to: [Int]

  package init() { self.init(ids: [], from: [], to: []) }

  init(ids: [Int], from: [Int], to: [Int]) { (self.ids, self.from, self.to) = (ids, from, to) }

  /// Fails if the columns differ in length or contain what no hit can have.
  init?(read ids: [Int], from: [Int], to: [Int]) {
    guard from.count == ids.count, to.count == ids.count, ids.allSatisfy(HitColumns.idRange.contains),
      zip(ids, ids.dropFirst()).allSatisfy(<), (from + to).allSatisfy(HitColumns.frameRange.contains)
    else { return nil }
    self.init(ids: ids, from: from, to: to)
  }

  var inverse: HitMoves { HitMoves(ids: ids, from: to, to: from) }
}
