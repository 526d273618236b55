/// The order of hits by their frames.
package enum FrameOrder {
  /// The average distance from which on hits are not sorted by insertion.
  private static let farthest = 16

  /// Returns the places of frames, those of the earliest first; equal frames keep their order.
  ///
  /// The hits of a take are in order, or near to their places after an edit. They are sorted by insertion, which takes as
  /// many steps as there are hits and places between.
  package static func places(of frames: [Int]) -> [Int32] {
    var order = Array(0..<Int32(frames.count))
    var steps = frames.count * farthest
    for index in order.indices.dropFirst() where frames[index] < frames[Int(order[index - 1])] {
      var place = index
      repeat {
        order[place] = order[place - 1]
        place -= 1
      } while place > 0 && frames[index] < frames[Int(order[place - 1])]
      order[place] = Int32(index)
      steps -= index - place
      if steps < 0 {
        order.sort { (frames[Int($0)], $0) < (frames[Int($1)], $1) }
        break
      }
    }
    return order
  }
}
