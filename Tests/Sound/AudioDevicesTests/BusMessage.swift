/// A message of D-Bus, as far as a small service has to know it; little-endian.
///
/// Source: D-Bus Specification, "Message Protocol" and "Marshalling".
struct BusMessage {
  enum Kind: UInt8 { case call = 1, reply, error, signal }

  private enum Field: UInt8 { case errorName = 4, replySerial, destination, sender, signature }

  let kind: Kind
  let serial: UInt32
  /// Of a call.
  let member: String
  let body: [UInt8]

  /// - Returns: nil where the bytes hold no whole message yet; else it and how many bytes it took.
  static func take(_ bytes: [UInt8]) -> (message: BusMessage, count: Int)? {
    guard bytes.count >= 16, let kind = Kind(rawValue: bytes[1]) else { return nil }
    let fields = Int(bytes.word(at: 12))
    let bodyStart = (16 + fields + 7) / 8 * 8
    let count = bodyStart + Int(bytes.word(at: 4))
    guard bytes.count >= count else { return nil }
    let message = BusMessage(
      kind: kind, serial: bytes.word(at: 8), member: member(Array(bytes[..<(16 + fields)])),
      body: Array(bytes[bodyStart..<count]))
    return (message, count)
  }

  /// Field 3.
  private static func member(_ header: [UInt8]) -> String {
    var place = 16
    while place + 4 < header.count {
      place = (place + 7) / 8 * 8
      let (code, type) = (header[place], header[place + 2])
      place += 4
      if type == UInt8(ascii: "g") {
        place += 2 + Int(header[place])
      } else if type == UInt8(ascii: "u") {
        place += 4
      } else {
        let length = Int(header.word(at: place))
        if code == 3 { return String(decoding: header[(place + 4)..<(place + 4 + length)], as: UTF8.self) }
        place += 5 + length
      }
    }
    return ""
  }

  /// The answer to this call.
  func reply(signature: String, _ body: [UInt8]) -> [UInt8] {
    bytes(.reply, [(.signature, signature)], body)
  }

  func refusal(_ name: String) -> [UInt8] { bytes(.error, [(.errorName, name)], []) }

  private func bytes(_ kind: Kind, _ texts: [(Field, String)], _ body: [UInt8]) -> [UInt8] {
    var fields = [Field.replySerial.rawValue, 1, UInt8(ascii: "u"), 0] + little(serial)
    for (field, text) in texts + [(.sender, "org.freedesktop.DBus")] where !text.isEmpty {
      fields += [UInt8](repeating: 0, count: (8 - fields.count % 8) % 8)
      let isSignature = field == .signature
      fields += [field.rawValue, 1, UInt8(ascii: isSignature ? "g" : "s"), 0]
      fields += isSignature ? [UInt8(text.utf8.count)] : little(UInt32(text.utf8.count))
      fields += Array(text.utf8) + [0]
    }
    let header = [UInt8(ascii: "l"), kind.rawValue, 1, 1] + little(UInt32(body.count)) + little(serial)
    let padding = [UInt8](repeating: 0, count: (8 - fields.count % 8) % 8)
    return header + little(UInt32(fields.count)) + fields + padding + body
  }
}

func little(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

extension [UInt8] {
  func word(at place: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(self[place + $1]) << (8 * $1) } }

  func longWord(at place: Int) -> UInt64 { UInt64(word(at: place)) | UInt64(word(at: place + 4)) << 32 }
}
