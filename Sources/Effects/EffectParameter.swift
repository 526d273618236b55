import Glibc

/// A parameter of an effect or an instrument: its name, unit, range, initial value, and how a control moves it.
package struct EffectParameter: Hashable, Sendable {
  package enum Unit: Hashable, Sendable {
    case decibels, hertz, seconds, milliseconds, percent, beats, ratio
    /// One of several names; the value is the index of the name.
    case choice([String])
  }

  package enum Scale: Hashable, Sendable {
    case linear, logarithmic
  }

  /// In lower case, as it is typed and stored.
  package let name: String
  package let unit: Unit
  package let range: ClosedRange<Double>
  package let initial: Double
  package let scale: Scale

  /// Creates a parameter that moves continuously.
  ///
  /// - Precondition: the range of a logarithmic parameter is positive.
  package init(
    _ name: String, _ unit: Unit, _ range: ClosedRange<Double>, initial: Double, scale: Scale = .linear
  ) {
    precondition(range.contains(initial) && (scale == .linear || range.lowerBound > 0))
    self.name = name
    self.unit = unit
    self.range = range
    self.initial = initial
    self.scale = scale
  }

  /// Creates a parameter that has one of several names. Initially it has the first one.
  package init(_ name: String, choices: [String]) {
    self.init(name, .choice(choices), 0...Double(max(choices.count - 1, 0)), initial: 0)
  }

  /// Whether the value is the index of a name.
  package var isChoice: Bool {
    if case .choice = unit { true } else { false }
  }

  /// The nearest value that the parameter can have; the initial one for NaN.
  package func clamped(_ value: Double) -> Double {
    if value.isNaN { return initial }
    let value = min(max(value, range.lowerBound), range.upperBound)
    return isChoice ? value.rounded() : value
  }

  /// The position of a control that shows a value: 0 at the lower end of the range, 1 at the upper end.
  package func position(of value: Double) -> Double {
    let (low, high, value) = (range.lowerBound, range.upperBound, clamped(value))
    if low == high { return 0 }
    return scale == .linear ? (value - low) / (high - low) : log(value / low) / log(high / low)
  }

  /// The value that a control sets at a position, which is limited to 0…1.
  package func value(at position: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    let position = min(max(position, 0), 1)
    return clamped(scale == .linear ? low + position * (high - low) : low * pow(high / low, position))
  }
}

extension EffectParameter {
  /// A value as it is shown, with its unit: "−12.0 dB", "1.2 kHz", "3/4 beat".
  package func text(_ value: Double) -> String {
    let value = clamped(value)
    switch unit {
    case .decibels: return "\(Self.decimal(value, 1)) dB"
    case .hertz: return Self.frequency(value)
    case .seconds: return "\(Self.decimal(value, 2)) s"
    case .milliseconds: return "\(Self.decimal(value, value < 100 ? 1 : 0)) ms"
    case .percent: return "\(Self.decimal(value, 0)) %"
    case .beats: return Self.beats(value)
    case .ratio: return Self.decimal(value, value < 10 ? 2 : 1)
    case .choice(let names):
      let index = Int(value)
      return names.indices.contains(index) ? names[index] : ""
    }
  }

  private static func frequency(_ hertz: Double) -> String {
    hertz < 999.5
      ? "\(decimal(hertz, 0)) Hz" : "\(decimal(hertz / 1000, hertz < 9950 ? 1 : 0)) kHz"
  }

  /// A fraction if the value is one of note lengths, else a decimal number.
  private static func beats(_ value: Double) -> String {
    let name = value <= 1 ? "beat" : "beats"
    for denominator in [1, 2, 3, 4, 6, 8, 12, 16] {
      let numerator = (value * Double(denominator)).rounded()
      if numerator == 0 || abs(numerator / Double(denominator) - value) > 0.000_5 { continue }
      let fraction = denominator == 1 ? "\(Int(numerator))" : "\(Int(numerator))/\(denominator)"
      return "\(fraction) \(name)"
    }
    return "\(decimal(value, 2)) \(name)"
  }

  /// A number with a constant number of decimals and a true minus sign.
  private static func decimal(_ value: Double, _ decimals: Int) -> String {
    let scale = Int(pow(10, Double(decimals)))
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "−" : ""
    if decimals == 0 { return "\(sign)\(scaled)" }
    let digits = String(scaled % scale)
    return "\(sign)\(scaled / scale).\(String(repeating: "0", count: decimals - digits.count))\(digits)"
  }
}
