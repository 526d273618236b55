import Glibc

/// The one owner of a conversion of iconv's to UTF-8. Used by one thread at a time.
package struct CharsetConverter: ~Copyable {
  private let raw: iconv_t

  /// Nil for an encoding that iconv does not know.
  package init?(_ encoding: TextEncoding) {
    let raw = iconv_open("UTF-8", encoding.rawValue)
    // What iconv_open returns where it fails: (iconv_t) -1.
    guard let raw, Int(bitPattern: raw) != -1 else { return nil }
    self.raw = raw
  }

  deinit { iconv_close(raw) }

  /// The text; nil where not all of it is in that encoding.
  package static func text(_ bytes: [UInt8], _ encoding: TextEncoding) -> String? {
    guard let converter = CharsetConverter(encoding) else { return nil }
    return converter.utf8(bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text as UTF-8; nil where the bytes are none of that encoding.
  package func utf8(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    var input = bytes.map { CChar(bitPattern: $0) }
    // No encoding has a byte that stands for more than four of UTF-8's; the rest is for combining marks.
    var output = [CChar](repeating: 0, count: input.count * 4 + 32)
    iconv(raw, nil, nil, nil, nil)
    let written = input.withUnsafeMutableBufferPointer { from in
      output.withUnsafeMutableBufferPointer { into in convert(from, into) }
    }
    return written.map { output[..<$0].map { UInt8(bitPattern: $0) } }
  }

  /// - Returns: the bytes written.
  private func convert(
    _ from: UnsafeMutableBufferPointer<CChar>, _ into: UnsafeMutableBufferPointer<CChar>
  ) -> Int? {
    var (source, sourceLeft) = (from.baseAddress, from.count)
    var (target, targetLeft) = (into.baseAddress, into.count)
    let result = iconv(raw, &source, &sourceLeft, &target, &targetLeft)
    guard result != -1, sourceLeft == 0 else { return nil }
    // The last character may be held until it is known that nothing combines with it.
    guard iconv(raw, nil, nil, &target, &targetLeft) != -1 else { return nil }
    return into.count - targetLeft
  }
}
