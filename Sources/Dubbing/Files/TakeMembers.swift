import SystemBase

/// An object of a take's file, its members taken out one by one; each error names its place in the file.
struct TakeMembers {
  /// What has not been taken.
  private(set) var rest: JSONObject
  private let subject: String
  private let place: String

  init(_ value: JSONValue, subject: String, place: String) throws(FileError) {
    self.subject = subject
    self.place = place
    rest = JSONObject()
    guard case .object(let object) = value else { throw error(nil, "an object is expected") }
    rest = object
  }

  func error(_ name: String?, _ reason: String) -> FileError {
    let path = [place, name ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    return FileError(.damaged, subject, detail: path.isEmpty ? reason : "\(path): \(reason)")
  }

  // MARK: Values

  mutating func text(_ name: String) throws(FileError) -> String {
    guard case .string(let text) = rest.take(name) else { throw error(name, "a text is expected") }
    return text
  }

  /// Bytes that are no text stand in a second member.
  mutating func path(_ name: String) throws(FileError) -> FilePath {
    let text = try text(name)
    guard let base64 = rest.take(name + "Base64") else { return FilePath(text) }
    guard case .string(let encoded) = base64, let bytes = Base64.decode(encoded), !bytes.contains(0) else {
      throw error(name + "Base64", "base 64 is expected")
    }
    return FilePath(bytes: bytes)
  }

  mutating func bool(_ name: String) throws(FileError) -> Bool {
    switch rest.take(name) {
    case nil: return false
    case .bool(let isTrue): return isTrue
    default: throw error(name, "true or false is expected")
    }
  }

  mutating func numberIfPresent(
    _ name: String, in range: ClosedRange<Double>
  ) throws(FileError) -> Double? {
    guard let value = rest.take(name) else { return nil }
    guard case .number(let text) = value, let number = Double(text), range.contains(number) else {
      throw error(name, "a number from \(range.lowerBound) to \(range.upperBound) is expected")
    }
    return number
  }

  mutating func number(_ name: String, in range: ClosedRange<Double>) throws(FileError) -> Double {
    guard let number = try numberIfPresent(name, in: range) else { throw error(name, "it is missing") }
    return number
  }

  mutating func integerIfPresent(_ name: String, in range: ClosedRange<Int>) throws(FileError) -> Int? {
    guard let value = rest.take(name) else { return nil }
    guard case .number(let text) = value, let number = Int(text), range.contains(number) else {
      throw error(name, "a whole number from \(range.lowerBound) to \(range.upperBound) is expected")
    }
    return number
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(FileError) -> Int {
    guard let number = try integerIfPresent(name, in: range) else { throw error(name, "it is missing") }
    return number
  }

  /// Seconds since 1970.
  mutating func date(_ name: String) throws(FileError) -> Int? {
    guard let value = rest.take(name) else { return nil }
    guard case .string(let text) = value, let seconds = Timestamp.seconds(text) else {
      throw error(name, "a time such as 2026-05-01T12:00:00Z is expected")
    }
    return seconds
  }

  // MARK: Arrays and objects

  mutating func integersIfPresent(_ name: String) throws(FileError) -> [Int]? {
    guard let value = rest.take(name) else { return nil }
    guard case .integers(let numbers) = value else { throw error(name, "whole numbers are expected") }
    return numbers
  }

  mutating func integers(_ name: String) throws(FileError) -> [Int] {
    guard let numbers = try integersIfPresent(name) else { throw error(name, "it is missing") }
    return numbers
  }

  mutating func object(_ name: String) throws(FileError) -> TakeMembers? {
    guard let value = rest.take(name) else { return nil }
    return try TakeMembers(value, subject: subject, place: place.isEmpty ? name : "\(place).\(name)")
  }

  mutating func objects(_ name: String) throws(FileError) -> [TakeMembers] {
    let path = place.isEmpty ? name : "\(place).\(name)"
    switch rest.take(name) {
    case nil: return []
    case .integers(let numbers) where numbers.isEmpty: return []
    case .array(let values):
      var list: [TakeMembers] = []
      for (index, value) in values.enumerated() {
        list.append(try TakeMembers(value, subject: subject, place: "\(path)[\(index)]"))
      }
      return list
    default: throw error(name, "objects are expected")
    }
  }
}
