extension Lane {
  /// Returns the lane with a value that holds from the beginning of the track up to its first point; without one, or if it
  /// has a point there, the same lane.
  package func beginning(with value: Double?) -> Lane {
    guard let value, value.isFinite, let first = frames.first, first > 0 else { return self }
    // The value of lines moves only behind their first point.
    let frames = shape == .lines && first > 1 ? [0, first - 1] : [0]
    return Lane(
      id, frames: frames + self.frames, values: frames.map { _ in value } + values, shape: shape,
      unknown: unknown)
  }
}
