import Dubbing

extension TimelineLayer {
  /// The frames from the first selected hit to the end of the step of the last one; nil if no hit is selected.
  var selectedFrames: Range<Int>? {
    let (hits, grid) = (selection, grid)
    let frames = (take?.layers ?? []).flatMap { layer in
      hits.places(in: layer).map { layer.hits.frames[$0] }
    }
    guard let first = frames.min(), let last = frames.max() else { return nil }
    return first..<max(Int(grid.frame(ofStep: grid.step(at: last) + 1).rounded()), last + 1)
  }
}
