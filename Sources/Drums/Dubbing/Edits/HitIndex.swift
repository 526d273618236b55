import AudioBase
import MixEngine

/// The hits of a layer in the order of their frames.
package struct HitIndex: Sendable {
  package let hits: HitColumns
  /// The places of the hits, those of the earliest first.
  private let order: [Int32]
  /// The pads that are struck, in ascending order.
  package let pads: [Int]

  package init(_ hits: HitColumns) {
    self.hits = hits
    order = FrameOrder.places(of: hits.frames)
    var isStruck = [Bool](repeating: false, count: TakeHit.numbers.count)
    for pad in hits.pads { isStruck[pad] = true }
    pads = isStruck.indices.filter { isStruck[$0] }
  }

  /// The frame of the last hit; nil without hits.
  package var lastFrame: Int? { order.last.map { hits.frames[Int($0)] } }

  /// Returns the places of the hits in a range of frames, those of the earliest first.
  package func places(in range: Range<Int>) -> some RandomAccessCollection<Int32> {
    order[rank(of: range.lowerBound)..<rank(of: range.upperBound)]
  }

  /// Returns the place of the next hit, after a frame or before it; nil if there is none. `pad` is nil for all pads.
  package func place(beside frame: Int, forward: Bool, pad: Int?) -> Int? {
    let wanted = { (place: Int32) in pad == nil || hits.pads[Int(place)] == pad }
    return forward
      ? order[rank(of: frame + 1)...].first(where: wanted).map(Int.init)
      : order[..<rank(of: frame)].last(where: wanted).map(Int.init)
  }

  private func rank(of frame: Int) -> Int {
    let frames = hits.frames
    return order.partitioningIndex { frames[Int($0)] >= frame }
  }

  /// Returns the highest velocities in columns of rows.
  ///
  /// - Parameters:
  ///   - edges: the first frame of each column, and that behind the last one; they ascend.
  ///   - rows: the rows of pads, below `rowCount`; that of 0 has the hits of all other pads.
  package func levels(in edges: [Int], rows: [Int: Int], rowCount: Int) -> HitLevels {
    var table = [Int](repeating: rows[0] ?? -1, count: TakeHit.numbers.count)
    for (pad, row) in rows where table.indices.contains(pad) { table[pad] = row }
    let ranks = edges.map(rank)
    var levels = HitLevels(columns: edges.count - 1, rowCount: rowCount)
    order.withUnsafeBufferPointer { order in
      hits.pads.withUnsafeBufferPointer { pads in
        hits.velocities.withUnsafeBufferPointer { velocities in
          hits.lengths.withUnsafeBufferPointer { lengths in
            table.withUnsafeBufferPointer { rows in
              for column in 0..<levels.columns {
                let places = UnsafeBufferPointer(rebasing: order[ranks[column]..<ranks[column + 1]])
                levels.add(places, column, pads, velocities, lengths, rows)
              }
            }
          }
        }
      }
    }
    return levels
  }
}

/// The highest velocities of hits in columns of rows, as the timeline shows them.
package struct HitLevels: Sendable {
  package let columns: Int
  private var velocities: [UInt8]
  /// The places of the hits that sound on, the earliest first.
  package private(set) var held: [Int32] = []

  fileprivate init(columns: Int, rowCount: Int) {
    self.columns = columns
    velocities = [UInt8](repeating: 0, count: columns * rowCount)
  }

  /// Returns the highest velocity in a column of a row; 0 without a hit.
  package func velocity(row: Int, column: Int) -> Int { Int(velocities[row * columns + column]) }

  /// Adds the hits of a column.
  fileprivate mutating func add(
    _ places: UnsafeBufferPointer<Int32>, _ column: Int, _ pads: UnsafeBufferPointer<Int>,
    _ velocities: UnsafeBufferPointer<Int>, _ lengths: UnsafeBufferPointer<Int>,
    _ rows: UnsafeBufferPointer<Int>
  ) {
    for place in places {
      let (index, row) = (Int(place), rows[pads[Int(place)]])
      if row < 0 { continue }
      let (cell, velocity) = (row * columns + column, UInt8(clamping: velocities[index]))
      if self.velocities[cell] < velocity { self.velocities[cell] = velocity }
      if lengths[index] > 0 { held.append(place) }
    }
  }
}
