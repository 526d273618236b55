/// A path as the kernel stores it: bytes, not text.
///
/// A name that is not UTF-8 can be opened and shown. No byte is zero: the initialisers cut a path at the first zero
/// byte, which ends a path for the kernel.
package struct FilePath: Comparable, Hashable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    self.bytes = bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) } ?? bytes
  }

  package init(_ text: String) { self.init(bytes: text.utf8) }

  /// Orders paths by their bytes.
  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  package var isEmpty: Bool { bytes.isEmpty }
  package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The bytes after the last slash.
  package var lastComponent: FilePath { FilePath(bytes: bytes[nameStart...]) }

  /// The path before the last component, without its slash; empty for a bare name, `/` for the root's children.
  package var directory: FilePath {
    guard nameStart > 0 else { return FilePath(bytes: []) }
    return FilePath(bytes: bytes[..<max(nameStart - 1, 1)])
  }

  /// The lower-cased ASCII letters after the last dot of the name; empty if there is none.
  package var fileExtension: String {
    extensionDot.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self).lowercased() } ?? ""
  }

  /// The last component without its extension, escaped for display.
  package var stem: String {
    FilePath(bytes: bytes[nameStart..<(extensionDot ?? bytes.endIndex)]).shown
  }

  /// Returns the path of an entry of this folder; an absolute name is returned unchanged.
  package func appending(_ name: FilePath) -> FilePath {
    if isEmpty || name.isAbsolute { return name }
    let slash = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes: bytes + slash + name.bytes)
  }

  package func appending(_ name: String) -> FilePath { appending(FilePath(name)) }

  /// The path as text; nil if it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The path escaped for display: bytes that are not UTF-8, control characters and characters that change the
  /// direction of text are written as `\xE9`.
  package var shown: String {
    guard let text else { return bytes.map(FilePath.shownByte).joined() }
    guard text.unicodeScalars.contains(where: FilePath.isEscaped) else { return text }
    return text.unicodeScalars.map(FilePath.shownScalar).joined()
  }

  package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes + [0]).withUnsafeBufferPointer { buffer in
      try buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { preconditionFailure("an array of one byte or more") }
        return try body(start)
      }
    }
  }

  /// The index of the last dot of the name, unless the name begins with it; nil if there is none.
  private var extensionDot: Int? {
    bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > nameStart ? $0 : nil }
  }

  private var nameStart: Int { (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1 }

  private static func shownByte(_ byte: UInt8) -> String {
    byte < 0x80 ? shownScalar(Unicode.Scalar(byte)) : escaped(byte)
  }

  private static func shownScalar(_ scalar: Unicode.Scalar) -> String {
    isEscaped(scalar) ? UTF8.encode(scalar)?.map(escaped).joined() ?? "" : String(scalar)
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }
}
