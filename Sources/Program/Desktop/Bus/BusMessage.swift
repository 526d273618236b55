import CSDBus
import Glibc

/// An error of D-Bus, or the error that another program replies with.
package struct BusError: Error, Hashable, Sendable {
  /// The name of the error, or the call that failed.
  package var name: String
  package var detail: String

  package init(_ name: String, _ detail: String) { (self.name, self.detail) = (name, detail) }

  /// Creates the error of a call of sd-bus. `result`: a negative errno.
  init(_ result: Int32, _ call: String) { self.init(call, String(cString: strerror(-result))) }

  static func check(_ result: Int32, _ call: String) throws(BusError) {
    if result < 0 { throw BusError(result, call) }
  }

  package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
  package static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
  package static let readOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
}

/// Owns a message of sd-bus. Main thread.
struct BusMessage: ~Copyable {
  let raw: OpaquePointer

  /// Makes a message of values by a call of sd-bus.
  static func of(
    _ values: [BusValue], by call: String, _ make: (inout OpaquePointer?) -> Int32
  ) throws(BusError) -> BusMessage {
    var new: OpaquePointer?
    try BusError.check(make(&new), call)
    guard let new else { throw BusError(-ENOMEM, call) }
    let message = BusMessage(raw: new)
    for value in values { try message.append(value) }
    return message
  }

  deinit { drumdub_sd_bus_message_unref(raw) }

  // MARK: Writing

  private borrowing func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .byte(let number): try append(number, "y")
    case .boolean(let flag): try append(Int32(flag ? 1 : 0), "b")
    case .int16(let number): try append(number, "n")
    case .uint16(let number): try append(number, "q")
    case .int32(let number): try append(number, "i")
    case .uint32(let number): try append(number, "u")
    case .int64(let number): try append(number, "x")
    case .uint64(let number): try append(number, "t")
    case .double(let number): try append(number, "d")
    case .descriptor(let descriptor): try append(descriptor, "h")
    case .string(let text): try append(text, "s")
    case .path(let text): try append(text, "o")
    case .signature(let text): try append(text, "g")
    case .array(let element, let values): try append(values, in: "a", element)
    case .dictionary(let members):
      let entries = members.sorted { $0.key < $1.key }
      try append(entries.map { .entry(.string($0.key), .variant($0.value)) }, in: "a", "{sv}")
    case .entry(let key, let value): try append([key, value], in: "e", key.signature + value.signature)
    case .structure(let values): try append(values, in: "r", values.map(\.signature).joined())
    case .variant(let value): try append([value], in: "v", value.signature)
    }
  }

  private borrowing func append(_ number: some BitwiseCopyable, _ type: Unicode.Scalar) throws(BusError) {
    let result = withUnsafeBytes(of: number) {
      drumdub_sd_bus_message_append_basic(raw, CChar(type.value), $0.baseAddress)
    }
    try BusError.check(result, "sd_bus_message_append_basic")
  }

  /// Appends a text up to its first zero, which no text of D-Bus can hold.
  private borrowing func append(_ text: String, _ type: Unicode.Scalar) throws(BusError) {
    let result = text.withCString { drumdub_sd_bus_message_append_basic(raw, CChar(type.value), $0) }
    try BusError.check(result, "sd_bus_message_append_basic")
  }

  private borrowing func append(
    _ values: [BusValue], in type: Unicode.Scalar, _ contents: String
  ) throws(BusError) {
    try BusError.check(
      drumdub_sd_bus_message_open_container(raw, CChar(type.value), contents), "sd_bus_message_open_container"
    )
    for value in values { try append(value) }
    try BusError.check(drumdub_sd_bus_message_close_container(raw), "sd_bus_message_close_container")
  }
}

/// Reads the values of a received message, which sd-bus owns.
struct BusMessageReader {
  /// The depth to which containers are read, which D-Bus limits as well.
  private static let mostNested = 64

  private let raw: OpaquePointer

  init(_ raw: OpaquePointer) { self.raw = raw }

  /// Returns all values from the current position to the end of the message or container.
  func values(depth: Int = 0) throws(BusError) -> [BusValue] {
    guard depth < BusMessageReader.mostNested else { throw BusError(-EBADMSG, "sd_bus_message_read") }
    var values: [BusValue] = []
    while let value = try next(depth) { values.append(value) }
    return values
  }

  private func next(_ depth: Int) throws(BusError) -> BusValue? {
    var type = CChar(0)
    var contents: UnsafePointer<CChar>?
    let result = drumdub_sd_bus_message_peek_type(raw, &type, &contents)
    try BusError.check(result, "sd_bus_message_peek_type")
    if result == 0 { return nil }
    let inner = contents.map { String(cString: $0) } ?? ""
    switch UnicodeScalar(UInt8(bitPattern: type)) {
    case "y": return .byte(try basic(type, 0))
    case "b": return .boolean(try basic(type, Int32(0)) != 0)
    case "n": return .int16(try basic(type, 0))
    case "q": return .uint16(try basic(type, 0))
    case "i": return .int32(try basic(type, 0))
    case "u": return .uint32(try basic(type, 0))
    case "x": return .int64(try basic(type, 0))
    case "t": return .uint64(try basic(type, 0))
    case "d": return .double(try basic(type, 0))
    case "h": return .descriptor(try basic(type, -1))
    case "s": return .string(try text(type))
    case "o": return .path(try text(type))
    case "g": return .signature(try text(type))
    case "a": return array(of: inner, try container(type, inner, depth))
    case "r": return .structure(try container(type, inner, depth))
    case "v": return try container(type, inner, depth).first.map { .variant($0) }
    case "e":
      let pair = try container(type, inner, depth)
      guard pair.count == 2 else { throw BusError(-EBADMSG, "sd_bus_message_read") }
      return .entry(pair[0], pair[1])
    default: throw BusError(-EBADMSG, "sd_bus_message_read")
    }
  }

  private func basic<Number: BitwiseCopyable>(_ type: CChar, _ initial: Number) throws(BusError) -> Number {
    var number = initial
    let result = withUnsafeMutableBytes(of: &number) {
      drumdub_sd_bus_message_read_basic(raw, type, $0.baseAddress)
    }
    try BusError.check(result, "sd_bus_message_read_basic")
    return number
  }

  private func text(_ type: CChar) throws(BusError) -> String {
    var text: UnsafePointer<CChar>?
    try BusError.check(drumdub_sd_bus_message_read_basic(raw, type, &text), "sd_bus_message_read_basic")
    return text.map { String(cString: $0) } ?? ""
  }

  private func container(_ type: CChar, _ contents: String, _ depth: Int) throws(BusError) -> [BusValue] {
    try BusError.check(
      drumdub_sd_bus_message_enter_container(raw, type, contents), "sd_bus_message_enter_container")
    let values = try values(depth: depth + 1)
    try BusError.check(drumdub_sd_bus_message_exit_container(raw), "sd_bus_message_exit_container")
    return values
  }

  private func array(of element: String, _ values: [BusValue]) -> BusValue {
    guard element == "{sv}" else { return .array(of: element, values) }
    var members: [String: BusValue] = [:]
    for case .entry(.string(let name), .variant(let value)) in values { members[name] = value }
    return .dictionary(members)
  }
}

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

  // MARK: The contents of values that other programs send; nil for another type

  /// The value without its variants.
  private var content: BusValue { if case .variant(let value) = self { value.content } else { self } }

  package var text: String? {
    switch content {
    case .string(let text), .path(let text), .signature(let text): text
    default: nil
    }
  }

  /// A number of any type.
  package var number: Double? {
    switch content {
    case .byte(let number): Double(number)
    case .int16(let number): Double(number)
    case .uint16(let number): Double(number)
    case .int32(let number): Double(number)
    case .uint32(let number): Double(number)
    case .int64(let number): Double(number)
    case .uint64(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  package var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }

  package var elements: [BusValue]? {
    switch content {
    case .array(_, let values), .structure(let values): values
    default: nil
    }
  }

  /// The values of a dictionary without their variants.
  package var members: [String: BusValue]? {
    if case .dictionary(let members) = content { members } else { nil }
  }
}
