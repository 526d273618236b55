/// An object of a file, whose members are removed as they are read; each error names the member's place in the file.
///
/// A member that is null counts as absent.
package struct JSONMembers {
  /// The members that were not read.
  package private(set) var rest: JSONObject
  private let subject: String
  private let place: String

  /// Reads a file whose content is an object.
  ///
  /// - Parameter subject: the file's name, for errors.
  /// - Throws: `damaged` if the content is not JSON or not an object.
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
    self.subject = subject
    self.place = place
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

  // MARK: Values

  package mutating func textIfPresent(_ name: String) throws(FileError) -> String? {
    guard let value = remove(name) else { return nil }
    guard case .string(let text) = value else { throw error(name, "a text is expected") }
    return text
  }

  package mutating func text(_ name: String) throws(FileError) -> String {
    guard let text = try textIfPresent(name) else { throw error(name, "it is missing") }
    return text
  }

  /// Returns a path; the bytes of a path that is not UTF-8 are in a second member.
  package mutating func path(_ name: String) throws(FileError) -> FilePath {
    let text = try text(name)
    guard let base64 = remove(name + "Base64") else { return FilePath(text) }
    guard case .string(let encoded) = base64, let bytes = Base64.decode(encoded), !bytes.contains(0) else {
      throw error(name + "Base64", "base 64 is expected")
    }
    return FilePath(bytes: bytes)
  }

  package mutating func bool(_ name: String) throws(FileError) -> Bool {
    switch remove(name) {
    case nil: return false
    case .bool(let isTrue): return isTrue
    default: throw error(name, "true or false is expected")
    }
  }

  package mutating func numberIfPresent(
    _ name: String, in range: ClosedRange<Double>? = nil
  ) throws(FileError) -> Double? {
    guard let value = remove(name) else { return nil }
    guard case .number(let text) = value, let number = Double(text), number.isFinite,
      range?.contains(number) != false
    else { throw error(name, "a number\(JSONMembers.text(range)) is expected") }
    return number
  }

  package mutating func number(
    _ name: String, in range: ClosedRange<Double>? = nil
  ) throws(FileError) -> Double {
    guard let number = try numberIfPresent(name, in: range) else { throw error(name, "it is missing") }
    return number
  }

  package mutating func integerIfPresent(
    _ name: String, in range: ClosedRange<Int>? = nil
  ) throws(FileError) -> Int? {
    guard let value = remove(name) else { return nil }
    guard case .number(let text) = value,
      let number = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) }),
      range?.contains(number) != false
    else { throw error(name, "a whole number\(JSONMembers.text(range)) is expected") }
    return number
  }

  package mutating func integer(
    _ name: String, in range: ClosedRange<Int>? = nil
  ) throws(FileError) -> Int {
    guard let number = try integerIfPresent(name, in: range) else { throw error(name, "it is missing") }
    return number
  }

  private static func text<Bound>(_ range: ClosedRange<Bound>?) -> String {
    range.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? ""
  }

  // MARK: Arrays and objects

  package mutating func integersIfPresent(_ name: String) throws(FileError) -> [Int]? {
    guard let value = remove(name) else { return nil }
    guard case .integers(let numbers) = value else { throw error(name, "whole numbers are expected") }
    return numbers
  }

  package mutating func integers(_ name: String) throws(FileError) -> [Int] {
    guard let numbers = try integersIfPresent(name) else { throw error(name, "it is missing") }
    return numbers
  }

  package mutating func numbersIfPresent(_ name: String) throws(FileError) -> [Double]? {
    switch remove(name) {
    case nil: return nil
    case .integers(let numbers): return numbers.map { Double($0) }
    case .array(let values):
      let numbers = values.compactMap { if case .number(let text) = $0 { Double(text) } else { nil } }
      if numbers.count == values.count, numbers.allSatisfy(\.isFinite) { return numbers }
      fallthrough
    default: throw error(name, "numbers are expected")
    }
  }

  package mutating func texts(_ name: String) throws(FileError) -> [String] {
    switch remove(name) {
    case nil: throw error(name, "it is missing")
    case .integers(let numbers) where numbers.isEmpty: return []
    case .array(let values):
      let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
      if texts.count == values.count { return texts }
      fallthrough
    default: throw error(name, "texts are expected")
    }
  }

  package mutating func object(_ name: String) throws(FileError) -> JSONMembers? {
    guard let value = remove(name) else { return nil }
    return try JSONMembers(value, subject: subject, place: place.isEmpty ? name : "\(place).\(name)")
  }

  package mutating func objectsIfPresent(_ name: String) throws(FileError) -> [JSONMembers]? {
    let path = place.isEmpty ? name : "\(place).\(name)"
    switch remove(name) {
    case nil: return nil
    case .integers(let numbers) where numbers.isEmpty: return []
    case .array(let values):
      var list: [JSONMembers] = []
      for (index, value) in values.enumerated() {
        list.append(try JSONMembers(value, subject: subject, place: "\(path)[\(index)]"))
      }
      return list
    default: throw error(name, "objects are expected")
    }
  }

  package mutating func objects(_ name: String) throws(FileError) -> [JSONMembers] {
    guard let list = try objectsIfPresent(name) else { throw error(name, "it is missing") }
    return list
  }
}
