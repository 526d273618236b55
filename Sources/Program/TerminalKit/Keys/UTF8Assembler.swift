/// Assembles the bytes of one code point; drops bytes that are not UTF-8.
struct UTF8Assembler: Hashable, Sendable {
  enum Step {
    case more
    case scalar(Unicode.Scalar)
    /// The bytes are not UTF-8; `again` tells whether the last one may begin a new code point.
    case invalid(again: Bool)
  }

  private var bytes: [UInt8] = []

  var isPending: Bool { !bytes.isEmpty }

  mutating func append(_ byte: UInt8) -> Step {
    bytes.append(byte)
    let count = bytes.count
    do throws(Unicode.UTF8.ValidationError) {
      var scalars = try UTF8Span(validating: bytes.span).makeUnicodeScalarIterator()
      let scalar = scalars.next()
      bytes = []
      return scalar.map { .scalar($0) } ?? .invalid(again: false)
    } catch {
      if error.kind == .truncatedScalar, error.byteOffsets.upperBound == count { return .more }
      bytes = []
      return .invalid(again: count > 1)
    }
  }
}
