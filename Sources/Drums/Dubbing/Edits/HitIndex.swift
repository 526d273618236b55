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

  private func rank(of frame: Int) -> Int { order.partitioningIndex { hits.frames[Int($0)] >= frame } }
}
