/// An object of a file, whose members are removed as they are read; each error names the member's place in the file.
///
/// A member that is null counts as absent.
package struct JSONMembers {
  /// The members that were not read.
  package private(set) var rest: JSONObject
  private let subject: String
  private let place: String

  /// Reads a file whose content is an object; `subject` is its name in errors. Throws `damaged` if it is not JSON or not an
  /// object.
  package init(_ bytes: [UInt8], subject: String) throws(FileError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(bytes)
    } catch {
      let place = "invalid JSON in line \(error.line), column \(error.column)"
      throw FileError(.damaged, subject, detail: "\(place): \(error.reason)")
    }
    try self.init(value, subject: subject, place: "")
  }

  private init(_ value: JSONValue, subject: String, place: String) throws(FileError) {
    (self.subject, self.place) = (subject, place)
    rest = JSONObject()
    guard case .object(let object) = value else { throw error(nil, "an object is expected") }
    rest = object
  }

  package func error(_ name: String?, _ reason: String) -> FileError {
    let path = [place, name ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    return FileError(.damaged, subject, detail: path.isEmpty ? reason : "\(path): \(reason)")
  }

  /// Removes a member; nil for one that is absent or null.
  package mutating func remove(_ name: String) -> JSONValue? {
    let value = rest.remove(name)
    return value == .null ? nil : value
  }

  /// Removes a member and converts its value; nil for one that is absent or null.
  ///
  /// - Throws: if the conversion returns nil, that `expected` is.
  private mutating func value<Value>(
    _ name: String, _ expected: @autoclosure () -> String, _ convert: (JSONValue) -> Value?
  ) throws(FileError) -> Value? {
    guard let value = remove(name) else { return nil }
    guard let converted = convert(value) else { throw error(name, "\(expected()) expected") }
    return converted
  }

  private func present<Value>(_ value: Value?, _ name: String) throws(FileError) -> Value {
    guard let value else { throw error(name, "it is missing") }
    return value
  }

  // MARK: Values

  package mutating func textIfPresent(_ name: String) throws(FileError) -> String? {
    try value(name, "a text is") { if case .string(let text) = $0 { text } else { nil } }
  }

  package mutating func text(_ name: String) throws(FileError) -> String {
    let text = try textIfPresent(name)
    return try present(text, name)
  }

  /// Returns a path; the bytes of a path that is not UTF-8 are in a second member.
  package mutating func path(_ name: String) throws(FileError) -> FilePath {
    let text = try text(name)
    let bytes = try value(name + "Base64", "base 64 is") { value -> [UInt8]? in
      guard case .string(let encoded) = value, let bytes = Base64.decode(encoded) else { return nil }
      return bytes.contains(0) ? nil : bytes
    }
    return bytes.map { FilePath(bytes: $0) } ?? FilePath(text)
  }

  package mutating func bool(_ name: String) throws(FileError) -> Bool {
    try value(name, "true or false is") { if case .bool(let isTrue) = $0 { isTrue } else { nil } } ?? false
  }

  package mutating func numberIfPresent(
    _ name: String, in range: ClosedRange<Double>? = nil
  ) throws(FileError) -> Double? {
    try value(name, "a number\(JSONMembers.text(range)) is") { value in
      guard case .number(let text) = value, let number = Double(text), number.isFinite else { return nil }
      return range?.contains(number) != false ? number : nil
    }
  }

  package mutating func number(
    _ name: String, in range: ClosedRange<Double>? = nil
  ) throws(FileError) -> Double {
    let number = try numberIfPresent(name, in: range)
    return try present(number, name)
  }

  package mutating func integerIfPresent(
    _ name: String, in range: ClosedRange<Int>? = nil
  ) throws(FileError) -> Int? {
    try value(name, "a whole number\(JSONMembers.text(range)) is") { value in
      guard case .number(let text) = value,
        let number = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) })
      else { return nil }
      return range?.contains(number) != false ? number : nil
    }
  }

  package mutating func integer(
    _ name: String, in range: ClosedRange<Int>? = nil
  ) throws(FileError) -> Int {
    let number = try integerIfPresent(name, in: range)
    return try present(number, name)
  }

  private static func text<Bound>(_ range: ClosedRange<Bound>?) -> String {
    range.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? ""
  }

  // MARK: Arrays and objects

  package mutating func integersIfPresent(_ name: String) throws(FileError) -> [Int]? {
    try value(name, "whole numbers are") { if case .integers(let numbers) = $0 { numbers } else { nil } }
  }

  package mutating func integers(_ name: String) throws(FileError) -> [Int] {
    let numbers = try integersIfPresent(name)
    return try present(numbers, name)
  }

  package mutating func numbersIfPresent(_ name: String) throws(FileError) -> [Double]? {
    try value(name, "numbers are") { value in
      if case .integers(let numbers) = value { return numbers.map { Double($0) } }
      let numbers = JSONMembers.elements(value) {
        if case .number(let text) = $0 { Double(text) } else { nil }
      }
      return numbers?.allSatisfy(\.isFinite) == true ? numbers : nil
    }
  }

  package mutating func texts(_ name: String) throws(FileError) -> [String] {
    let texts = try value(name, "texts are") { value in
      JSONMembers.elements(value) { if case .string(let text) = $0 { text } else { nil } }
    }
    return try present(texts, name)
  }

  /// Converts the elements of an array; nil if it is none, or if one is of another type. An empty array counts as one of
  /// whole numbers.
  private static func elements<Element>(
    _ value: JSONValue, _ convert: (JSONValue) -> Element?
  ) -> [Element]? {
    if value == .integers([]) { return [] }
    guard case .array(let values) = value else { return nil }
    let elements = values.compactMap(convert)
    return elements.count == values.count ? elements : nil
  }

  package mutating func object(_ name: String) throws(FileError) -> JSONMembers? {
    guard let value = remove(name) else { return nil }
    return try JSONMembers(value, subject: subject, place: place.isEmpty ? name : "\(place).\(name)")
  }

  package mutating func objectsIfPresent(_ name: String) throws(FileError) -> [JSONMembers]? {
    let path = place.isEmpty ? name : "\(place).\(name)"
    guard let values = try value(name, "objects are", { JSONMembers.elements($0) { $0 } }) else { return nil }
    var list: [JSONMembers] = []
    for (index, value) in values.enumerated() {
      list.append(try JSONMembers(value, subject: subject, place: "\(path)[\(index)]"))
    }
    return list
  }

  package mutating func objects(_ name: String) throws(FileError) -> [JSONMembers] {
    let list = try objectsIfPresent(name)
    return try present(list, name)
  }
}
