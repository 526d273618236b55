/// Writes JSON: a member of the outer objects a line, arrays of numbers in one.
package struct JSONWriter {
  /// Objects this deep are written in one line.
  private static let widest = 3

  private var bytes: [UInt8] = []

  package static func bytes(of value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value, depth: 0)
    writer.bytes.append(0x0A)
    return writer.bytes
  }

  private mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: write("null")
    case .bool(let isTrue): write(isTrue ? "true" : "false")
    case .number(let text): write(text)
    case .string(let text): write(quoted: text)
    case .integers(let numbers): write(numbers)
    case .array(let values): write(values, "[", "]", depth: depth) { $0.write($1, depth: depth + 1) }
    case .object(let object):
      write(object.members, "{", "}", depth: depth) { writer, member in
        writer.write(quoted: member.name)
        writer.write(":")
        writer.write(member.value, depth: depth + 1)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, depth: Int,
    _ each: (inout JSONWriter, Element) -> Void
  ) {
    write(open)
    for (index, element) in elements.enumerated() {
      if index > 0 { write(",") }
      if depth < JSONWriter.widest { breakLine(depth + 1) }
      each(&self, element)
    }
    if depth < JSONWriter.widest && !elements.isEmpty { breakLine(depth) }
    write(close)
  }

  private mutating func breakLine(_ depth: Int) {
    bytes.append(0x0A)
    for _ in 0..<depth { bytes.append(0x20) }
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
      case 0x0A: write("\\n")
      case 0x09: write("\\t")
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        write("\\u00" + (digits.count < 2 ? "0" : "") + digits)
      default: bytes.append(byte)
      }
    }
    write("\"")
  }
}
