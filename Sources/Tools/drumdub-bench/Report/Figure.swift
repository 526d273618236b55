/// A measured value, beside that of a peer if there is one.
struct Figure: Codable {
  let part: String
  let what: String
  let unit: String
  let value: Double
  let peer: String?
  let peerValue: Double?
  let ratio: Double?
  let goal: String?
  /// Whether the goal is met; nil without a goal, or if it refers to a peer that is missing.
  let met: Bool?
}

enum Goal {
  case ratioAtLeast(Double)
  case ratioAtMost(Double)
  case atMost(Double)
  case atLeast(Double)

  func text(_ unit: String) -> String {
    switch self {
    case .ratioAtLeast(let bound): "ratio ≥ \(Decimals.text(bound))"
    case .ratioAtMost(let bound): "ratio ≤ \(Decimals.text(bound))"
    case .atMost(let bound): "≤ \(Decimals.text(bound)) \(unit)"
    case .atLeast(let bound): "≥ \(Decimals.text(bound)) \(unit)"
    }
  }

  func isMet(_ value: Double, ratio: Double?) -> Bool? {
    switch self {
    case .ratioAtLeast(let bound): ratio.map { $0 >= bound }
    case .ratioAtMost(let bound): ratio.map { $0 <= bound }
    case .atMost(let bound): value <= bound
    case .atLeast(let bound): value >= bound
    }
  }
}

/// What the figure of a row is of measured numbers: seconds, or a fraction for `percent`.
struct Unit: Sendable {
  let name: String
  let value: @Sendable (Double) -> Double

  static let seconds = number("s")
  static let milliseconds = Unit(name: "ms") { $0 * 1e3 }
  static let microseconds = Unit(name: "µs") { $0 * 1e6 }
  static let percent = Unit(name: "%") { $0 * 100 }

  static func number(_ name: String) -> Unit { Unit(name: name) { $0 } }

  /// How much is done in a second: by default, how much faster than real time a sound of so many seconds is computed.
  static func speed(of amount: Double, _ name: String = "× real time") -> Unit {
    Unit(name: name) { amount / $0 }
  }
}

/// A figure of many values, of which there is one at least.
struct Statistic: Sendable {
  let name: String
  let value: @Sendable ([Double]) -> Double

  static let median = Statistic(name: "median") { $0.median }
  static let worst = percentile(100, "worst")
  static let range = Statistic(name: "p99 − p1") { $0.percentile(99) - $0.percentile(1) }

  static func percentile(_ percent: Double, _ name: String? = nil) -> Statistic {
    Statistic(name: name ?? "p\(Int(percent))") { $0.percentile(percent) }
  }
}

extension [Double] {
  /// The median of at least one value; of an even number of values, the mean of the middle two.
  var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Returns the smallest value that this percentage of the values, of which there is one, does not exceed.
  func percentile(_ percent: Double) -> Double {
    let rank = (Double(count) * percent / 100).rounded(.up)
    return sorted()[Swift.max(Int(rank) - 1, 0)]
  }
}
