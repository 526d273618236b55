/// A JSON value that keeps the order of members and the digits of numbers, so that unknown members can be written back
/// unchanged.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The digits of the number as they are in the file.
  case number(String)
  case string(String)
  /// An array of whole numbers, or an empty array.
  case integers([Int])
  case array([JSONValue])
  case object(JSONObject)
  /// The text of a value in one line, which takes less memory than the value. Readers return none.
  case encoded([UInt8])

  /// Returns the shortest text that reads back as the same number; null for infinity and NaN, which JSON does not have.
  package static func number(_ value: Double) -> JSONValue {
    if !value.isFinite { return .null }
    let text = "\(value)"
    return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  package static func number(_ value: Int) -> JSONValue { .number("\(value)") }

  /// Returns a long array of objects, which are made and encoded one after the other.
  package static func encoded(_ objects: some Sequence<JSONObject>) -> JSONValue {
    var text: [UInt8] = []
    for object in objects {
      text.append(UInt8(ascii: text.isEmpty ? "[" : ","))
      text += JSONWriter.bytes(of: .object(object), layout: .line)
    }
    return .encoded(text.isEmpty ? Array("[]".utf8) : text + [UInt8(ascii: "]")])
  }
}

/// The members of an object. If two have the same name, the first one counts.
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

  /// Appends a member, unless its value is absent.
  package mutating func append(_ name: String, _ value: (some JSONRepresentable)?) {
    // `value.map(\.json)` would allocate a key path in each call, since the type of the value is generic.
    append(name, value?.json)
  }

  /// Appends `path`; for a path that is not UTF-8 escaped, with its bytes as `pathBase64`.
  package mutating func append(path: FilePath) {
    append("path", path.text ?? path.shown)
    append("pathBase64", path.text == nil ? Base64.encode(path.bytes) : nil)
  }

  /// Removes a member and returns its value. After all known members were removed, the unknown ones are left.
  package mutating func remove(_ name: String) -> JSONValue? {
    guard let value = self[name] else { return nil }
    members.removeAll { $0.name == name }
    return value
  }

  package mutating func append(contentsOf other: JSONObject) {
    let known = Set(members.map(\.name))
    members += other.members.filter { !known.contains($0.name) }
  }

  var sorted: JSONObject {
    var sorted = self
    sorted.members.sort { $0.name < $1.name }
    return sorted
  }
}

package protocol JSONRepresentable {
  var json: JSONValue { get }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object of members in their order, without those whose values are absent.
  package init(dictionaryLiteral elements: (String, (any JSONRepresentable)?)...) {
    for (name, value) in elements { append(name, value?.json) }
  }

  /// Creates an object of the members that a program knows, and of unknown ones with other names.
  package init(_ known: JSONObject, unknown: JSONObject) {
    self = known
    append(contentsOf: unknown)
  }
}

extension JSONValue: JSONRepresentable {
  package var json: JSONValue { self }
}

extension JSONObject: JSONRepresentable {
  package var json: JSONValue { .object(self) }
}

extension String: JSONRepresentable {
  package var json: JSONValue { .string(self) }
}

extension Bool: JSONRepresentable {
  package var json: JSONValue { .bool(self) }
}

extension Int: JSONRepresentable {
  package var json: JSONValue { .number(self) }
}

extension Int32: JSONRepresentable {
  package var json: JSONValue { .number(Int(self)) }
}

extension Int64: JSONRepresentable {
  package var json: JSONValue { .number(Int(self)) }
}

extension Double: JSONRepresentable {
  package var json: JSONValue { .number(self) }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
  package var json: JSONValue { .array(map { $0.json }) }
}
