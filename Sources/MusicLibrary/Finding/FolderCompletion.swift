import SystemBase

/// The completion of the name of a folder that is being typed.
package struct FolderCompletion: Hashable, Sendable {
  package let typed: String
  /// The typed text, completed as far as all candidates agree; unchanged if there is no candidate.
  package private(set) var text: String
  /// The candidates, if there are several.
  package private(set) var names: [String] = []

  /// Finds the folders whose names begin with the typed text. Any thread; blocks on file access.
  ///
  /// - Parameter folder: converts a typed path to the path of a folder.
  package init(typed: String, folder: (String) -> FilePath) {
    self.typed = typed
    let start = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let (head, name) = (String(typed[..<start]), String(typed[start...]))
    text = typed
    let found = FolderCompletion.folders(in: folder(head.isEmpty ? "." : head), beginning: name)
    guard let first = found.first else { return }
    if found.count == 1 {
      text = head + first + "/"
      return
    }
    names = found
    let common = found.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    if common.utf8.count >= name.utf8.count { text = head + common }
  }

  /// Returns hidden folders only if a dot was typed. If no name has the typed case, case is ignored.
  private static func folders(in folder: FilePath, beginning start: String) -> [String] {
    guard let reader = try? FolderReader(folder) else { return [] }
    var names: [FilePath] = []
    try? reader.forEach { name, _ in names.append(FilePath(bytes: name)) }
    let shown = names.filter { start.hasPrefix(".") || $0.bytes.first != UInt8(ascii: ".") }
    let folded = FoldedText.bytes(start)
    var found = shown.filter { $0.bytes.starts(with: start.utf8) }
    if found.isEmpty { found = shown.filter { FoldedText.bytes($0.shown).starts(with: folded) } }
    let folders = found.filter { (try? FileStatus(folder.appending($0)))?.isFolder ?? false }
    return NaturalOrder.sorted(folders).compactMap(\.text)
  }
}

extension String {
  /// Returns the characters with which both texts begin.
  package func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
