/// A value of D-Bus's type system.
package indirect enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case path(String)
  case signature(String)
  /// A file descriptor. In a received message it is valid until the handler of the message returns.
  case descriptor(Int32)
  /// An array of values of one type. `of`: the signature of an element.
  case array(of: String, [BusValue])
  /// Names with variants: `a{sv}`.
  case dictionary([String: BusValue])
  /// An entry of another dictionary: an element of `array(of: "{…}", …)`.
  case entry(BusValue, BusValue)
  case structure([BusValue])
  case variant(BusValue)

  /// The type as text, as in the D-Bus specification.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .array(let element, _): "a" + element
    case .dictionary: "a{sv}"
    case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
    case .structure(let members): "(\(members.map(\.signature).joined()))"
    case .variant: "v"
    }
  }

  package static func strings(_ texts: [String]) -> BusValue { .array(of: "s", texts.map { .string($0) }) }
  package static func paths(_ paths: [String]) -> BusValue { .array(of: "o", paths.map { .path($0) }) }
}

/// The contents of values that other programs send; nil for another type.
extension BusValue {
  package var text: String? {
    switch self {
    case .string(let text), .path(let text), .signature(let text): text
    case .variant(let value): value.text
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .descriptor, .array,
      .dictionary, .entry, .structure:
      nil
    }
  }

  /// A number of any type.
  package var number: Double? {
    switch self {
    case .byte(let number): Double(number)
    case .int16(let number): Double(number)
    case .uint16(let number): Double(number)
    case .int32(let number): Double(number)
    case .uint32(let number): Double(number)
    case .int64(let number): Double(number)
    case .uint64(let number): Double(number)
    case .double(let number): number
    case .variant(let value): value.number
    case .boolean, .string, .path, .signature, .descriptor, .array, .dictionary, .entry, .structure: nil
    }
  }

  package var boolean: Bool? {
    switch self {
    case .boolean(let value): value
    case .variant(let value): value.boolean
    case .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .path, .signature,
      .descriptor, .array, .dictionary, .entry, .structure:
      nil
    }
  }

  package var elements: [BusValue]? {
    switch self {
    case .array(_, let values), .structure(let values): values
    case .variant(let value): value.elements
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .path,
      .signature, .descriptor, .dictionary, .entry:
      nil
    }
  }

  /// The values of a dictionary without their variants.
  package var members: [String: BusValue]? {
    switch self {
    case .dictionary(let members): members
    case .variant(let value): value.members
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .path,
      .signature, .descriptor, .array, .entry, .structure:
      nil
    }
  }
}
