import Percussion

/// The frames of its sample that a pad with one sample plays.
extension Pad {
  /// Seconds of a large move of the start or the end.
  private static let largeMove = 0.01

  /// Sets the start or the end. Returns false if no frame would be played.
  mutating func setBound(_ field: PadEditor.Field, _ frame: Int?) -> Bool {
    guard let frame, frame >= 0, frame <= Int(Int32.max), let layer = layers.first,
      field == .start ? frame < layer.end ?? .max : frame > layer.start
    else { return false }
    if field == .start { layers[0].start = frame } else { layers[0].end = frame }
    return true
  }

  /// Moves the start or the end to the next zero crossing of the sample, or by 10 ms and on to one.
  mutating func moveBound(
    _ field: PadEditor.Field, _ direction: Int, isLarge: Bool, in sound: SampleSound
  ) {
    guard let layer = layers.first, sound.count > 0 else { return }
    let played = layer.played(of: sound.count)
    let present = field == .start ? played.lowerBound : played.upperBound
    let frame = sound.crossing(from: present, direction, distance: isLarge ? Pad.largeMove : 0)
    if field == .start {
      layers[0].start = min(frame, played.upperBound - 1)
    } else if field == .end {
      layers[0].end = frame == sound.count ? nil : max(frame, played.lowerBound + 1)
    }
  }
}
