/// A measured value, beside that of a peer if there is one.
struct Figure: Encodable {
  var part: Part
  var what: String
  var unit: String
  var value: Double
  var peer: String?
  var peerValue: Double?
  /// The value divided by the peer's.
  var ratio: Double?
  var goal: Goal?

  /// Whether the goal is met; nil without a goal, or if it refers to a peer that is missing.
  var isMet: Bool? {
    switch goal {
    case .ratioAtLeast(let bound): ratio.map { $0 >= bound }
    case .ratioAtMost(let bound): ratio.map { $0 <= bound }
    case .atMost(let bound): value <= bound
    case nil: nil
    }
  }

  private enum Member: String, CodingKey {
    case part, what, unit, value, peer, peerValue, ratio, goal, met
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(part.rawValue, forKey: .part)
    try members.encode(what, forKey: .what)
    try members.encode(unit, forKey: .unit)
    try members.encode(value, forKey: .value)
    try members.encodeIfPresent(peer, forKey: .peer)
    try members.encodeIfPresent(peerValue, forKey: .peerValue)
    try members.encodeIfPresent(ratio, forKey: .ratio)
    try members.encodeIfPresent(goal?.text(unit: unit), forKey: .goal)
    try members.encodeIfPresent(isMet, forKey: .met)
  }
}

/// The limit of a figure.
enum Goal {
  case ratioAtLeast(Double)
  case ratioAtMost(Double)
  /// The limit in the unit of the figure.
  case atMost(Double)

  func text(unit: String) -> String {
    switch self {
    case .ratioAtLeast(let bound): "ratio ≥ \(Decimals.text(bound))"
    case .ratioAtMost(let bound): "ratio ≤ \(Decimals.text(bound))"
    case .atMost(let bound): "≤ \(Decimals.text(bound)) \(unit)"
    }
  }
}
