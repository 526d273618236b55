import SystemBase

/// A tar archive made by hand, since tar(1) refuses to make dangerous ones. Source: POSIX, pax, "ustar".
package struct TarFile {
  package struct Entry: Sendable {
    var path: String
    var type: String
    var target = ""
    var content: [UInt8] = []

    package static func file(_ path: String, _ content: String) -> Entry {
      Entry(path: path, type: "0", content: Array(content.utf8))
    }
    package static func folder(_ path: String) -> Entry { Entry(path: path + "/", type: "5") }
    package static func link(_ path: String, type: String, to target: String) -> Entry {
      Entry(path: path, type: type, target: target)
    }
  }

  package private(set) var bytes: [UInt8] = []

  package init(_ entries: [Entry]) {
    for entry in entries {
      bytes += TarFile.header(entry) + entry.content
      bytes += Array(repeating: 0, count: (512 - entry.content.count % 512) % 512)
    }
    bytes += Array(repeating: 0, count: 1024)
  }

  package func write(to path: FilePath) throws { try FileBytes.write(bytes, to: path) }

  private static func header(_ entry: Entry) -> [UInt8] {
    func field(_ text: String, _ size: Int) -> [UInt8] {
      let bytes = Array(text.utf8.prefix(size))
      return bytes + Array(repeating: 0, count: size - bytes.count)
    }
    func octal(_ number: Int, _ digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
    var header = field(entry.path, 100) + field("0000644", 8) + field("0000000", 8) + field("0000000", 8)
    header += field(octal(entry.content.count, 11), 12) + field("00000000000", 12) + field("        ", 8)
    header += field(entry.type, 1) + field(entry.target, 100) + field("ustar", 6) + field("00", 2)
    header += Array(repeating: 0, count: 512 - header.count)
    // The sum is that of the header with blanks in its place.
    header[148...155] = [0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20]
    let sum = header.reduce(0) { $0 + Int($1) }
    header.replaceSubrange(148..<156, with: field(octal(sum, 6), 7) + [0x20])
    return header
  }
}
