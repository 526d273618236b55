import Glibc

/// The values of parameters as text.
extension EffectParameter {
  /// Returns a value as it is shown, with its unit: "−12.0 dB", "1.2 kHz", "3/4 beat".
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
    case .whole: return Self.decimal(value, 0)
    case .choice(let names):
      let index = Int(value)
      return names.indices.contains(index) ? names[index] : ""
    }
  }

  /// Reads a value as it is shown, with or without its unit, its capitals and its spaces; a percentage is a place in the
  /// range of a parameter that is not a percentage itself. A length in beats may be dotted: `1/8.`, `1/8 dotted`.
  ///
  /// - Parameter tempo: in beats a minute, at which a length in beats is read from `300 ms`; nil if none is known.
  /// - Returns: nil if the text is not a value, or beyond the range.
  package func value(of text: String, tempo: Double? = nil) -> Double? {
    if case .choice(let names) = unit {
      let index =
        names.firstIndex(of: text)
        ?? names.firstIndex { EffectParameter.folded($0) == EffectParameter.folded(text) }
      return index.map(Double.init)
    }
    let text = EffectParameter.folded(text)
    if unit != .percent, text.hasSuffix("%") {
      return Double(text.dropLast()).flatMap { (0...100).contains($0) ? value(at: $0 / 100) : nil }
    }
    if unit == .beats, let tempo, let beats = EffectParameter.beats(ofTime: text, tempo: tempo) {
      return range.contains(beats) ? beats : nil
    }
    let suffixes = suffixes.filter { text.hasSuffix($0.key) }
    // The longest one: "ms" before "s", "khz" before "hz".
    let suffix = suffixes.max { $0.key.count < $1.key.count }
    var number = text.dropLast(suffix?.key.count ?? 0)
    var factor = suffix?.value ?? 1
    if unit == .beats, let undotted = EffectParameter.undotted(number) {
      number = undotted
      factor *= 1.5
    }
    guard let value = EffectParameter.number(number), range.contains(value * factor) else { return nil }
    return value * factor
  }

  /// Returns a text without what need not be typed.
  private static func folded(_ text: String) -> String {
    text.lowercased().map { $0 == "−" ? "-" : String($0) }.joined().filter { $0 != " " }
  }

  /// The texts behind a number, and the factors from them to the unit.
  private var suffixes: [String: Double] {
    switch unit {
    case .decibels: ["db": 1]
    case .hertz: ["khz": 1_000, "hz": 1]
    case .seconds: ["ms": 0.001, "s": 1]
    case .milliseconds: ["ms": 1, "s": 1_000]
    case .percent: ["%": 1]
    case .beats: ["beats": 1, "beat": 1]
    case .ratio, .whole, .choice: [:]
    }
  }

  /// Returns a decimal number or a fraction.
  private static func number(_ text: Substring) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == parts.count, (1...2).contains(parts.count) else { return nil }
    if parts.count == 1 { return numbers[0] }
    return numbers[1] == 0 ? nil : numbers[0] / numbers[1]
  }

  private static func frequency(_ hertz: Double) -> String {
    hertz < 999.5
      ? "\(decimal(hertz, 0)) Hz" : "\(decimal(hertz / 1000, hertz < 9950 ? 1 : 0)) kHz"
  }

  /// Returns a fraction if the value is one of note lengths, else a decimal number.
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

  /// Returns a number with a constant number of decimals and a true minus sign.
  private static func decimal(_ value: Double, _ decimals: Int) -> String {
    let scale = Int(pow(10, Double(decimals)))
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "−" : ""
    if decimals == 0 { return "\(sign)\(scaled)" }
    let digits = String(scaled % scale)
    return "\(sign)\(scaled / scale).\(String(repeating: "0", count: decimals - digits.count))\(digits)"
  }
}
