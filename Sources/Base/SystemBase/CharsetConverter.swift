import Glibc

/// Owns an iconv conversion, in most cases to UTF-8. Used by one thread at a time.
package struct CharsetConverter: ~Copyable {
  private let raw: iconv_t

  /// Fails if iconv does not support the encodings.
  package init?(from source: String, to target: String = "UTF-8") {
    let raw = iconv_open(target, source)
    // `iconv_open` returns (iconv_t) -1 on failure.
    guard let raw, Int(bitPattern: raw) != -1 else { return nil }
    self.raw = raw
  }

  deinit { iconv_close(raw) }

  /// Converts a text to UTF-8; nil if it is not valid in the encoding.
  package func utf8(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    var input = bytes.map { CChar(bitPattern: $0) }
    // One byte becomes at most four bytes of UTF-8; the rest is for combining marks.
    var output = [CChar](repeating: 0, count: input.count * 4 + 32)
    iconv(raw, nil, nil, nil, nil)
    let written = input.withUnsafeMutableBufferPointer { from in
      output.withUnsafeMutableBufferPointer { into in convert(from, into) }
    }
    return written.map { output[..<$0].map { UInt8(bitPattern: $0) } }
  }

  /// Converts bytes. Returns the number of bytes written; nil on failure.
  private func convert(
    _ from: UnsafeMutableBufferPointer<CChar>, _ into: UnsafeMutableBufferPointer<CChar>
  ) -> Int? {
    var (source, sourceLeft) = (from.baseAddress, from.count)
    var (target, targetLeft) = (into.baseAddress, into.count)
    let result = iconv(raw, &source, &sourceLeft, &target, &targetLeft)
    guard result != -1, sourceLeft == 0 else { return nil }
    // The last character may be buffered until it is certain that no combining mark follows.
    guard iconv(raw, nil, nil, &target, &targetLeft) != -1 else { return nil }
    return into.count - targetLeft
  }
}
