import Dubbing

extension TimelineLayer {
  /// The frames of the range that is being selected, with or without hits in it; else those from the first selected hit to
  /// the end of the step of the last one. Nil if nothing is selected.
  var selectedFrames: Range<Int>? {
    if let rangeFrames, !rangeFrames.isEmpty { return rangeFrames }
    let (hits, grid) = (selection, grid)
    let frames = (take?.layers ?? []).flatMap { layer in
      hits.places(in: layer).map { layer.hits.frames[$0] }
    }
    guard let first = frames.min(), let last = frames.max() else { return nil }
    return first..<max(Int(grid.frame(ofStep: grid.step(at: last) + 1).rounded()), last + 1)
  }
}
