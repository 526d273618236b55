import AudioBase
import SystemBase

/// The addresses of music in the protocol: paths below the folders of the index. A value.
///
/// If the index has one folder, addresses begin below it; if it has several, they begin with the name of the folder.
/// Other files have absolute paths. Bytes that are not UTF-8 and control characters are written as `\xE9`. A part of a
/// file is `PATH#START`, with the disc frame at which it begins.
package struct MusicRoots: Hashable, Sendable {
  package struct Root: Hashable, Sendable {
    /// The name of the folder; empty if it is the only one.
    package var name: String
    package var path: FilePath
  }

  package private(set) var roots: [Root] = []

  /// Names the folders of the library. `folders`: those of the index; one below another one needs no name.
  package init(_ folders: [FilePath] = []) {
    let outer = folders.filter { folder in !folders.contains { folder != $0 && folder.isBelow($0) } }
    var names: Set<String> = []
    for path in outer {
      let base = path.lastComponent.shown
      var (name, number) = (base, 2)
      while !names.insert(name).inserted {
        name = "\(base) (\(number))"
        number += 1
      }
      roots.append(Root(name: outer.count > 1 ? name : "", path: path))
    }
  }

  // MARK: Addresses

  package func uri(_ path: FilePath) -> String {
    guard let root = roots.first(where: { path == $0.path || path.isBelow($0.path) }) else {
      return MusicRoots.text(path)
    }
    let start = root.path.bytes.count + (root.path.bytes.last == UInt8(ascii: "/") ? 0 : 1)
    let rest = MusicRoots.text(FilePath(bytes: path.bytes.dropFirst(start)))
    if root.name.isEmpty { return rest }
    return rest.isEmpty ? root.name : "\(root.name)/\(rest)"
  }

  /// Returns a path as an address has it. If anything is escaped, so is the backslash.
  package static func text(_ path: FilePath) -> String {
    let shown = path.shown
    if shown == path.text { return shown }
    let parts = path.bytes.split(separator: UInt8(ascii: "\\"), omittingEmptySubsequences: false)
    return parts.map { FilePath(bytes: $0).shown }.joined(separator: "\\x5C")
  }

  /// Returns the address of a track for clients. `location`: with an absolute path, or of a stream.
  package func uri(_ location: TrackLocation) -> String {
    if let address = location.address { return address.text }
    let file = uri(location.path)
    return location.section.map { "\(file)#\($0.start.frames)" } ?? file
  }

  // MARK: Paths

  /// Returns the paths that an address may stand for, the most likely one first; empty if there is none.
  package func paths(_ uri: String) -> [FilePath] {
    let literal = path(FilePath(uri))
    let unescaped = MusicRoots.unescaped(uri).flatMap { path($0) }
    return [literal, unescaped].compactMap(\.self)
  }

  /// Returns whether a path is that of a folder of the index, or leads to something in one.
  package func contain(_ path: FilePath) -> Bool {
    !MusicRoots.leadsUp(path) && roots.contains { path == $0.path || path.isBelow($0.path) }
  }

  private static func leadsUp(_ path: FilePath) -> Bool {
    path.bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  /// Returns the places that an address may stand for, the most likely one first.
  package func locations(_ uri: String) -> [TrackLocation] {
    var found = paths(uri).map { TrackLocation(path: $0) }
    if let mark = uri.lastIndex(of: "#"), let frame = Int32(uri[uri.index(after: mark)...]),
      let section = TrackSection(start: DiscTime(frames: Int(frame)))
    {
      found += paths(String(uri[..<mark])).map { TrackLocation(path: $0, section: section) }
    }
    return found
  }

  private func path(_ uri: FilePath) -> FilePath? {
    if uri.isAbsolute { return uri }
    // No address leads out of the folders.
    if MusicRoots.leadsUp(uri) { return nil }
    if roots.count == 1 { return uri.isEmpty ? roots[0].path : roots[0].path.appending(uri) }
    let parts = uri.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let first = parts.first, let root = roots.first(where: { $0.name.utf8.elementsEqual(first) }) else {
      return nil
    }
    let rest = FilePath(bytes: uri.bytes.dropFirst(first.count + 1))
    return rest.isEmpty ? root.path : root.path.appending(rest)
  }

  /// Replaces escapes such as `\xE9` by their bytes; nil without escapes.
  private static func unescaped(_ text: String) -> FilePath? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    var hasEscapes = false
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), rest.count >= 3,
        let value = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(3)
        hasEscapes = true
      } else {
        bytes.append(byte)
      }
    }
    return hasEscapes ? FilePath(bytes: bytes) : nil
  }
}
