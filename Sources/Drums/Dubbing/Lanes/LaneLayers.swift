import AudioBase

/// Lanes of one value in several layers: each recording replaces the lanes of earlier ones while the value was touched.
extension Lane {
  /// Seconds between two points of a recording over which the value was not touched.
  ///
  /// A value that is held is recorded again after half a second of music at the latest, and released half a second of the
  /// user's time after its last change.
  package static let touchGap = 1.2

  /// Returns what is heard of lanes, by their addresses: of the lanes of one address, the later layer counts where it was
  /// touched, and those of the take come first. A lane of another shape than the earlier ones counts alone.
  ///
  /// - Parameter rate: that of the frames.
  package static func heard(_ lanes: [Lane], rate: SampleRate) -> [String: Lane] {
    let gap = FrameCount(seconds: touchGap, at: rate).value
    var heard: [String: Lane] = [:]
    for lane in lanes.sorted(by: { $0.id < $1.id }) {
      heard[lane.id.address] = heard[lane.id.address]?.replaced(by: lane, gap: gap) ?? lane
    }
    return heard
  }

  /// Returns the lane with the points of a later recording in place of those over which the value was touched. It goes on
  /// `gap` frames after the last point of a touch that was not released.
  func replaced(by pass: Lane, gap: Int) -> Lane {
    guard shape == pass.shape else { return pass }
    var frames: [Int] = []
    var values: [Double] = []
    var (place, start) = (0, 0)
    while start < pass.count {
      var end = start + 1
      while end < pass.count, pass.frames[end] - pass.frames[end - 1] <= gap { end += 1 }
      let next = first(from: pass.frames[start])
      frames += self.frames[place..<next] + pass.frames[start..<end]
      values += self.values[place..<next] + pass.values[start..<end]
      place = first(from: pass.frames[end - 1] + 1)
      let release = pass.frames[end - 1] + gap
      if shape == .steps, place == count || self.frames[place] > release,
        let value = value(at: release), value != values.last
      {
        // The recording has ended while the value was held.
        frames.append(release)
        values.append(value)
      }
      start = end
    }
    frames += self.frames[place...]
    values += self.values[place...]
    return Lane(id, frames: frames, values: values, shape: shape)
  }
}
