/// JSON as a file has it: members in their order and numbers as they were written, so that what is not known can be
/// written back.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// As it was written.
  case number(String)
  case string(String)
  /// An array of whole numbers, or of nothing.
  case integers([Int])
  case array([JSONValue])
  case object(JSONObject)

  package static func number(_ value: Double) -> JSONValue {
    let whole = value.rounded() == value && value.magnitude < 1e15
    return .number(whole ? "\(Int(value))" : "\(value)")
  }

  package static func number(_ value: Int) -> JSONValue { .number("\(value)") }
}

/// The members of an object; of two that have one name the first counts.
package struct JSONObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONValue
  }

  package private(set) var members: [Member] = []

  package init() {}

  package subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  package mutating func append(_ name: String, _ value: JSONValue?) {
    if let value { members.append(Member(name: name, value: value)) }
  }

  /// Takes a member out; what is left in the end is what nobody knew.
  package mutating func take(_ name: String) -> JSONValue? {
    guard let value = self[name] else { return nil }
    members.removeAll { $0.name == name }
    return value
  }

  package mutating func append(contentsOf other: JSONObject) {
    let known = Set(members.map(\.name))
    members += other.members.filter { !known.contains($0.name) }
  }
}
