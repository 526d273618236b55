import Percussion

/// The velocities of a layer, which the form for a pad changes by their bounds, and its part.
extension SampleLayer {
  private static let allVelocities = 1...127

  /// Moves the lowest or the highest velocity within its bounds.
  mutating func moveVelocity(_ field: PadEditor.Field, by step: Int) {
    let (present, all) = (velocities, SampleLayer.allVelocities)
    if field == .lowest {
      let velocity = max(present.lowerBound + step, all.lowerBound)
      _ = setVelocity(field, to: min(velocity, present.upperBound))
    } else {
      let velocity = min(present.upperBound + step, all.upperBound)
      _ = setVelocity(field, to: max(velocity, present.lowerBound))
    }
  }

  /// Sets the lowest or the highest velocity. Returns false if the range would be empty.
  mutating func setVelocity(_ field: PadEditor.Field, to velocity: Int) -> Bool {
    let (low, high) =
      field == .lowest ? (velocity, velocities.upperBound) : (velocities.lowerBound, velocity)
    guard SampleLayer.allVelocities.contains(velocity), low <= high else { return false }
    velocities = low...high
    return true
  }

  mutating func resetVelocity(_ field: PadEditor.Field) {
    let all = SampleLayer.allVelocities
    _ = setVelocity(field, to: field == .lowest ? all.lowerBound : all.upperBound)
  }

  mutating func movePart(by step: Int) {
    part = min(max(part + step, SampleLayer.parts.lowerBound), SampleLayer.parts.upperBound)
  }
}

extension Pad {
  /// The lowest velocities that no layer of part 0 plays; nil if each is played.
  package var freeVelocities: ClosedRange<Int>? {
    let played = layers.filter { $0.part == 0 }.map(\.velocities)
    let free = (1...127).filter { velocity in !played.contains { $0.contains(velocity) } }
    guard let first = free.first else { return nil }
    let count = zip(free, first...).prefix { $0 == $1 }.count
    return first...first + count - 1
  }
}
