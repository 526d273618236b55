import AudioBase

/// Hits in columns of equal length, one for each member, as in files.
///
/// Each hit has a number, by which edits and the journal name it. Hits are in the order of their numbers: recorded hits
/// count from 0, and hits that an edit has added count down from −1.
package struct HitColumns: Hashable, Sendable, RandomAccessCollection {
  package private(set) var ids: [Int] = []
  package private(set) var frames: [Int] = []
  package private(set) var pads: [Int] = []
  package private(set) var velocities: [Int] = []
  package private(set) var lengths: [Int] = []
  package private(set) var samples: [Int] = []

  private static var columns: [WritableKeyPath<HitColumns, [Int]>] {
    [\.ids, \.frames, \.pads, \.velocities, \.lengths, \.samples]
  }

  package init() {}

  package init(_ hits: some Sequence<TakeHit>) { for hit in hits { append(hit) } }

  package var startIndex: Int { 0 }
  package var endIndex: Int { frames.count }
  /// The number of hits and notes, without the movements of controllers.
  package var struckCount: Int { pads.count { !TakeControl.numbers.contains($0) } }

  package subscript(index: Int) -> TakeHit {
    TakeHit(
      frame: frames[index], pad: pads[index], velocity: velocities[index], length: lengths[index],
      sample: samples[index])
  }

  /// Returns the hits at places in ascending order.
  package func hits(at places: some Collection<Int>) -> HitColumns {
    if places.count == count { return self }
    return HitColumns.columns.reduce(into: HitColumns()) { columns, path in
      let column = self[keyPath: path]
      columns[keyPath: path] = places.map { column[$0] }
    }
  }

  /// Returns the edit that moves hits at ascending places to those of the new frames of all hits, within `frameRange`.
  func edit(movingAt places: [Int], to frames: [Int], layer: Int) -> HitEdit {
    HitEdit(
      layer: layer,
      moved: HitMoves(
        ids: places.map { ids[$0] }, from: places.map { self.frames[$0] }, to: places.map { frames[$0] }))
  }

  package mutating func append(_ hit: TakeHit) { append(hit, id: Swift.max((ids.last ?? -1) + 1, 0)) }

  /// Adds a hit whose number is greater than those of all others.
  package mutating func append(_ hit: TakeHit, id: Int) {
    precondition(ids.last.map { $0 < id } ?? true, "numbers of hits ascend")
    ids.append(id)
    frames.append(hit.frame)
    pads.append(hit.pad)
    velocities.append(hit.velocity)
    lengths.append(hit.length)
    samples.append(hit.sample)
  }

  // MARK: Numbers

  /// Returns the place of a hit by its number; nil if there is none. The nearer before it `first` is, the faster.
  package func place(of id: Int, from first: Int = 0) -> Int? {
    // The numbers of recorded hits follow each other.
    if first < count, ids[first] <= id, id - ids[first] < count - first {
      let place = first + id - ids[first]
      if ids[place] == id { return place }
    }
    var (low, step) = (first, 1)
    while low + step <= count, ids[low + step - 1] < id {
      low += step
      step *= 2
    }
    low = ids[low..<Swift.min(low + step, count)].partitioningIndex { $0 >= id }
    return low < count && ids[low] == id ? low : nil
  }

  /// Returns the number of the first of some hits that an edit adds; the others have the following ones.
  package func firstID(ofAdded count: Int) -> Int { Swift.min(ids.first ?? 0, 0) - count }

  package func numbered(from first: Int) -> HitColumns {
    var columns = self
    columns.ids = Array(first..<(first + count))
    return columns
  }

  /// Records how long a hit's pad was held. Returns whether there is such a hit.
  @discardableResult
  package mutating func setLength(_ length: Int, of id: Int) -> Bool {
    guard let place = place(of: id) else { return false }
    lengths[place] = length
    return true
  }

  /// Returns the highest velocity in each of `count` equal parts of the first frames of a track, of which there are more than 0.
  package func loudest(inParts count: Int, of frameCount: Int) -> [UInt8] {
    var loudest = [UInt8](repeating: 0, count: count)
    frames.withUnsafeBufferPointer { frames in
      velocities.withUnsafeBufferPointer { velocities in
        // Most hits are in the part of the one before: a division takes longer than the rest.
        var (place, part) = (0, 0..<0)
        for hit in frames.indices where (0..<frameCount).contains(frames[hit]) {
          if !part.contains(frames[hit]) {
            place = frames[hit] * count / frameCount
            func start(_ place: Int) -> Int { (place * frameCount + count - 1) / count }
            part = start(place)..<start(place + 1)
          }
          loudest[place] = Swift.max(loudest[place], UInt8(clamping: velocities[hit]))
        }
      }
    }
    return loudest
  }

  // MARK: Edits

  /// Performs an edit. Numbers that there are not are ignored.
  mutating func apply(_ edit: HitEdit) {
    if edit.removed != edit.inserted { replace(edit.removed, by: edit.inserted) }
    var first = 0
    for (id, frame) in zip(edit.moved.ids, edit.moved.to) {
      guard let place = place(of: id, from: first) else { continue }
      frames[place] = frame
      first = place
    }
  }

  /// Removes hits by their numbers, and inserts others. Numbers that there are not are ignored.
  mutating func replace(_ removed: HitColumns, by inserted: HitColumns) {
    if removed.ids == inserted.ids, replaceInPlace(removed, by: inserted) { return }
    var result = HitColumns()
    let capacity = count + inserted.count - Swift.min(removed.count, count)
    for column in HitColumns.columns { result[keyPath: column].reserveCapacity(capacity) }
    var (own, gone, new) = (0, 0, 0)
    while own < count || new < inserted.count {
      if new < inserted.count, own == count || inserted.ids[new] <= ids[own] {
        if own < count, ids[own] == inserted.ids[new] { own += 1 }
        result.append(inserted[new], id: inserted.ids[new])
        new += 1
        continue
      }
      while gone < removed.count, removed.ids[gone] < ids[own] { gone += 1 }
      if gone == removed.count || removed.ids[gone] != ids[own] { result.append(self[own], id: ids[own]) }
      own += 1
    }
    self = result
  }

  /// Replaces hits that all exist, else returns false. A column in which nothing changes is not copied.
  private mutating func replaceInPlace(_ removed: HitColumns, by inserted: HitColumns) -> Bool {
    if inserted.ids == ids {
      self = inserted
      return true
    }
    guard let places = places(of: inserted.ids) else { return false }
    for column in HitColumns.columns {
      let new = inserted[keyPath: column]
      // Columns that are one in memory are equal without a comparison.
      if removed[keyPath: column] != new { HitColumns.set(new, at: places, in: &self[keyPath: column]) }
    }
    return true
  }

  /// Returns the places of hits by their numbers, which ascend; nil if there is none for one of them.
  private func places(of wanted: [Int]) -> [Int]? {
    var places: [Int] = []
    places.reserveCapacity(wanted.count)
    for id in wanted {
      guard let place = place(of: id, from: places.last ?? 0) else { return nil }
      places.append(place)
    }
    return places
  }

  private static func set(_ values: [Int], at places: [Int], in column: inout [Int]) {
    for (place, value) in zip(places, values) { column[place] = value }
  }
}

extension HitColumns {
  package static let padRange = 1...128
  package static let velocityRange = 1...127
  package static let sampleRange = 0...65_535
  package static let frameRange = 0...(1 << 52)
  static let idRange = -(1 << 52)...(1 << 52)

  /// Fails for columns of different lengths or invalid values. `ids` are ascending numbers; nil for recorded hits.
  package init?(
    ids: [Int]? = nil, frames: [Int], pads: [Int], velocities: [Int], lengths: [Int], samples: [Int]
  ) {
    let columns = [
      (frames, HitColumns.frameRange), (velocities, HitColumns.velocityRange),
      (lengths, HitColumns.frameRange), (samples, HitColumns.sampleRange),
    ]
    for (column, range) in columns {
      guard column.count == frames.count, column.allSatisfy(range.contains) else { return nil }
    }
    guard pads.count == frames.count,
      pads.allSatisfy({
        HitColumns.padRange.contains($0) || TakeNote.numbers.contains($0) || TakeControl.numbers.contains($0)
      })
    else { return nil }
    let ids = ids ?? Array(frames.indices)
    guard ids.count == frames.count, ids.allSatisfy(HitColumns.idRange.contains),
      zip(ids, ids.dropFirst()).allSatisfy(<)
    else { return nil }
    (self.ids, self.frames, self.pads) = (ids, frames, pads)
    (self.velocities, self.lengths, self.samples) = (velocities, lengths, samples)
  }

  /// Whether the numbers are those that recorded hits have.
  var hasRecordedIDs: Bool { ids.first ?? 0 == 0 && ids.last ?? -1 == count - 1 }
}
