import Glibc

/// A gain or a level in dB; 0 leaves a signal as it is, `silence` ends it.
package struct Decibels: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let value: Double

  package init(_ value: Double) { self.value = value }

  package static let unity = Decibels(0)
  package static let silence = Decibels(-.infinity)

  /// The factor by which samples are multiplied.
  package var factor: Float { Float(pow(10, value / 20)) }

  package static func < (left: Decibels, right: Decibels) -> Bool { left.value < right.value }
  package static func + (left: Decibels, right: Decibels) -> Decibels { Decibels(left.value + right.value) }
  package static func - (left: Decibels, right: Decibels) -> Decibels { Decibels(left.value - right.value) }

  package func clamped(to range: ClosedRange<Double>) -> Decibels {
    Decibels(min(max(value, range.lowerBound), range.upperBound))
  }
}
