import CUchardet

/// Texts in other encodings than UTF-8.
enum TextDecoder {
  /// The encoding that a text seems to be in; nil where nothing is known of it.
  static func guess(_ bytes: [UInt8]) -> String? {
    var name = [CChar](repeating: 0, count: 64)
    guard drumdub_guess_encoding(bytes, bytes.count, &name, name.count) != 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The text; nil where not all of it is in that encoding.
  static func text(_ bytes: [UInt8], _ encoding: String) -> String? {
    // No encoding has characters that take more than four times their bytes in UTF-8.
    var valid = true
    let text = String(unsafeUninitializedCapacity: bytes.count * 4) { buffer in
      let count = drumdub_to_utf8(encoding, bytes, bytes.count, buffer.baseAddress, buffer.count)
      valid = count >= 0
      return max(count, 0)
    }
    return valid ? text : nil
  }
}
