import Glibc

/// A parameter of an effect or an instrument: its name, unit, range, initial value, and how a control moves it.
package struct EffectParameter: Hashable, Sendable {
  package enum Unit: Hashable, Sendable {
    case decibels, hertz, seconds, milliseconds, percent, beats, ratio
    /// A whole number of anything.
    case whole
    /// One of several names; the value is the index of the name.
    case choice([String])
  }

  package enum Scale: Hashable, Sendable {
    case linear, logarithmic
  }

  /// In lower case, as it is typed and stored.
  package let name: String
  /// The name that is shown.
  package let title: String
  package let unit: Unit
  package let range: ClosedRange<Double>
  package let initial: Double
  package let scale: Scale

  /// Creates a parameter that moves continuously.
  ///
  /// - Precondition: the range of a logarithmic parameter is positive.
  package init(
    _ name: String, _ unit: Unit, _ range: ClosedRange<Double>, initial: Double, scale: Scale = .linear,
    title: String? = nil
  ) {
    precondition(range.contains(initial) && (scale == .linear || range.lowerBound > 0))
    self.name = name
    self.title = title ?? name
    (self.unit, self.range, self.initial, self.scale) = (unit, range, initial, scale)
  }

  /// Creates a parameter that has one of several names. Initially it has the first one.
  package init(_ name: String, choices: [String]) {
    self.init(name, .choice(choices), 0...Double(max(choices.count - 1, 0)), initial: 0)
  }

  /// Whether the value is the index of a name.
  package var isChoice: Bool {
    if case .choice = unit { true } else { false }
  }

  /// Returns the nearest value that the parameter can have; the initial one for NaN.
  package func clamped(_ value: Double) -> Double {
    if value.isNaN { return initial }
    let value = min(max(value, range.lowerBound), range.upperBound)
    return isChoice || unit == .whole ? value.rounded() : value
  }

  /// Returns the position of a control that shows a value: 0 at the lower end of the range, 1 at the upper end.
  package func position(of value: Double) -> Double {
    let (low, high, value) = (range.lowerBound, range.upperBound, clamped(value))
    if low == high { return 0 }
    return scale == .linear ? (value - low) / (high - low) : log(value / low) / log(high / low)
  }

  /// Returns the value that a control sets at a position, which is limited to 0…1.
  package func value(at position: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    let position = min(max(position, 0), 1)
    return clamped(scale == .linear ? low + position * (high - low) : low * pow(high / low, position))
  }
}
