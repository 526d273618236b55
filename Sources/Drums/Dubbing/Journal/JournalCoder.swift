/// A journal as bytes: a signature, then records, each with its length and checksum before it.
///
/// Records are only appended. A record that a crash has cut off is recognised by its checksum and dropped.
package enum JournalCoder {
  package static let signature = Array("DRUMDUB\u{1}".utf8)
  /// The limit of the bytes of a record: a take without hits has a few hundred.
  private static let longest = 1 << 20

  package static func bytes(of record: JournalRecord) -> [UInt8] {
    let payload = record.payload
    return LittleEndian.bytes(of: UInt32(payload.count)) + LittleEndian.bytes(of: CRC32.of(payload)) + payload
  }

  /// Decodes all records up to the first incomplete one, after which `isWhole` is false; nil if this is no journal.
  package static func records(in bytes: [UInt8]) -> (records: [JournalRecord], isWhole: Bool)? {
    guard bytes.starts(with: signature) else { return nil }
    var records: [JournalRecord] = []
    var rest = bytes[signature.count...]
    while let (record, end) = first(of: rest) {
      records.append(record)
      rest = rest[end...]
    }
    return (records, rest.isEmpty)
  }

  private static func first(of bytes: ArraySlice<UInt8>) -> (JournalRecord, end: Int)? {
    guard bytes.count >= 8 else { return nil }
    let length = Int(LittleEndian.number(bytes) as UInt32)
    let payload = bytes.dropFirst(8).prefix(length)
    guard length <= longest, payload.count == length,
      CRC32.of(payload) == LittleEndian.number(bytes.dropFirst(4)),
      let record = JournalRecord(payload: payload)
    else { return nil }
    return (record, payload.endIndex)
  }
}

/// The checksum of IEEE 802.3, as zlib and PNG have it.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }

  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }
}
