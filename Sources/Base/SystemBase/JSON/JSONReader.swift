/// The place of an error in a JSON text and its reason.
package struct JSONError: Error, Hashable, Sendable {
  package var line: Int
  package var column: Int
  package var reason: String
}

/// Reads JSON (RFC 8259). An array of whole numbers, as takes contain, is read without a `JSONValue` for each number.
package struct JSONReader {
  /// The limit of nesting; deeper values are an error, since they could overflow the stack.
  private static let deepest = 64

  package let bytes: [UInt8]
  package var position = 0

  package static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    // Editors of other systems begin a file with a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    reader.skipBlanks()
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    if reader.position < bytes.count { throw reader.error("something follows the end") }
    return value
  }

  package func error(_ reason: String) -> JSONError {
    let before = bytes[..<min(position, bytes.count)]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return JSONError(line: line, column: before.count - start + 1, reason: reason)
  }

  /// The next byte; 0 at the end. Valid JSON contains no zero byte.
  package var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    if depth > JSONReader.deepest { throw error("it is nested more than \(JSONReader.deepest) deep") }
    switch next {
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error("a value is expected") }
    position += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    var object = JSONObject()
    position += 1
    skipBlanks()
    if takes("}") { return object }
    while true {
      guard next == UInt8(ascii: "\"") else { throw error("a member's name is expected") }
      let name = try string()
      skipBlanks()
      guard takes(":") else { throw error("a colon is expected") }
      skipBlanks()
      object.append(name, try value(depth: depth + 1))
      skipBlanks()
      if takes("}") { return object }
      guard takes(",") else { throw error("a comma or the end of an object is expected") }
      skipBlanks()
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    skipBlanks()
    if takes("]") { return .integers([]) }
    if let numbers = integers() { return .integers(numbers) }
    var values: [JSONValue] = []
    while true {
      values.append(try value(depth: depth + 1))
      skipBlanks()
      if takes("]") { return .array(values) }
      guard takes(",") else { throw error("a comma or the end of an array is expected") }
      skipBlanks()
    }
  }

  package mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }
}
