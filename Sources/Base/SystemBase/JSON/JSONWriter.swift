package struct JSONWriter {
  package enum Layout: Hashable, Sendable {
    /// The layout of files: a line for each member of the outer objects, and an array of numbers in one line; a line
    /// feed ends it.
    case file
    /// The layout of reports that programs read: one line, members in the order of their names.
    case line
    /// The layout of reports that people read: a line for each value, members in the order of their names.
    case indented
  }

  /// The nesting level from which objects are written in one line in files.
  private static let widest = 3

  private let layout: Layout
  private var bytes: [UInt8] = []

  private init(_ layout: Layout) { self.layout = layout }

  package static func bytes(of value: JSONValue, layout: Layout = .file) -> [UInt8] {
    var writer = JSONWriter(layout)
    writer.write(value, depth: 0)
    if layout == .file { writer.bytes.append(0x0A) }
    return writer.bytes
  }

  /// Returns a report for standard output. Controls and characters that change the direction of text are escaped, since a
  /// terminal may obey them. If the output has another character set than UTF-8, which JSON needs, all other characters than
  /// ASCII are.
  package static func text(
    of value: JSONValue, layout: Layout, for characters: CharacterSet = .own
  ) -> String {
    let text = String(decoding: bytes(of: value, layout: layout), as: UTF8.self)
    let isUTF8 = characters.isUTF8
    if isUTF8, !text.unicodeScalars.contains(where: isObeyed) { return text }
    // They occur in strings only.
    return text.unicodeScalars.map { scalar in
      if scalar.isASCII && scalar.value != 0x7F || isUTF8 && !isObeyed(scalar) { return String(scalar) }
      return String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }.joined()
  }

  /// Returns whether a terminal may obey a character: DEL and the C1 controls, and those that change the direction of text.
  private static func isObeyed(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: write("null")
    case .bool(let isTrue): write(isTrue ? "true" : "false")
    case .number(let text): write(text)
    case .string(let text): write(quoted: text)
    case .integers(let numbers) where layout == .indented: write(.array(numbers.map(\.json)), depth: depth)
    case .integers(let numbers): write(numbers)
    case .encoded(let text): bytes += text
    case .array(let values): write(values, "[", "]", depth: depth) { $0.write($1, depth: depth + 1) }
    case .object(let object):
      let members = layout == .file ? object.members : object.sorted.members
      write(members, "{", "}", depth: depth) { writer, member in
        writer.write(quoted: member.name)
        writer.write(writer.layout == .indented ? " : " : ":")
        writer.write(member.value, depth: depth + 1)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, depth: Int,
    _ each: (inout JSONWriter, Element) -> Void
  ) {
    write(open)
    let hasLines = breaksLines(depth)
    for (index, element) in elements.enumerated() {
      if index > 0 { write(",") }
      if hasLines { breakLine(depth + 1) }
      each(&self, element)
    }
    if layout == .indented, elements.isEmpty { bytes.append(0x0A) }
    if hasLines, layout == .indented || !elements.isEmpty { breakLine(depth) }
    write(close)
  }

  private func breaksLines(_ depth: Int) -> Bool {
    switch layout {
    case .file: depth < JSONWriter.widest
    case .line: false
    case .indented: true
    }
  }

  private mutating func breakLine(_ depth: Int) {
    bytes.append(0x0A)
    bytes += repeatElement(0x20, count: layout == .indented ? depth * 2 : depth)
  }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ numbers: [Int]) {
    write("[")
    bytes.reserveCapacity(bytes.count + numbers.count * 8)
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(number)
    }
    write("]")
  }

  private mutating func write(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private mutating func write(quoted text: String) {
    write("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x08: write("\\b")
      case 0x09: write("\\t")
      case 0x0A: write("\\n")
      case 0x0C: write("\\f")
      case 0x0D: write("\\r")
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        write("\\u00" + (digits.count < 2 ? "0" : "") + digits)
      default: bytes.append(byte)
      }
    }
    write("\"")
  }
}
