import SystemBase

/// The paths below a folder, as an interval of bytes: `from` ≤ path < `to`.
struct PathRange {
  let from: [UInt8]
  let to: [UInt8]

  init(below folder: FilePath) {
    var name = folder.bytes
    while name.last == UInt8(ascii: "/") { name.removeLast() }
    from = name + [UInt8(ascii: "/")]
    // The byte behind the slash.
    to = name + [UInt8(ascii: "0")]
  }
}
