/// The absolute paths in a line of text.
///
/// Names of folders and files may contain spaces: a path ends behind the word of its file name that has an extension, else behind
/// the first word of the name.
enum PathRange {
  private static let ends = ["; ", ": ", ", ", " /"]

  static func all(in text: String) -> [Range<String.Index>] {
    var (paths, rest) = ([Range<String.Index>](), text[...])
    while let start = start(in: rest, of: text) {
      let behind = text[text.index(after: start)...]
      let limit = ends.compactMap { behind.firstRange(of: $0)?.lowerBound }.min() ?? text.endIndex
      let end = end(of: text[start..<limit])
      // `/`, a key or a command.
      if end > text.index(after: start) { paths.append(start..<end) }
      rest = text[end...]
    }
    return paths
  }

  /// Returns `Disc 3/01 Allegro.flac` for `/music/Disc 3/01 Allegro.flac`: the names of a file or folder and of the folder that has it.
  static func name(_ path: Substring) -> Substring {
    let slashes = path.dropLast().indices.filter { path[$0] == "/" }
    return slashes.count > 2 ? path[slashes[slashes.count - 2]...].dropFirst() : path
  }

  /// Returns where the next word begins that is a path; nil if there is none.
  private static func start(in rest: Substring, of text: String) -> String.Index? {
    rest.indices.first {
      rest[$0] == "/" && ($0 == text.startIndex || text[text.index(before: $0)] == " ")
        && !rest[$0...].hasPrefix("/ ")
    }
  }

  private static func end(of path: Substring) -> String.Index {
    guard let slash = path.lastIndex(of: "/") else { return path.endIndex }
    let words = path[path.index(after: slash)...].split(separator: " ")
    let named = words.last { word in
      guard let dot = word.lastIndex(of: "."), dot > word.startIndex else { return false }
      let name = word[word.index(after: dot)...]
      return (1...5).contains(name.count) && name.allSatisfy { $0.isLetter || $0.isNumber }
    }
    return (named ?? words.first)?.endIndex ?? path.index(after: slash)
  }
}
