import MusicQuery
import SystemBase

/// The completion of the name of a folder, or of a file, that is being typed.
package struct FolderCompletion: Hashable, Sendable {
  /// The files that are candidates beside folders.
  package enum Files: Hashable, Sendable {
    case none, all
    /// Those whose names have one of these extensions, in lower case.
    case extensions(Set<String>)

    fileprivate func contains(_ file: FilePath) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .extensions(let extensions): extensions.contains(file.fileExtension)
      }
    }
  }

  package let typed: String
  /// The typed text, completed by the common beginning of all candidates; unchanged if there is none.
  package private(set) var text: String
  /// The candidates, if there are several.
  package private(set) var names: [String] = []

  /// Finds the folders whose names begin with the typed text. Any thread; blocks on file access.
  ///
  /// - Parameters:
  ///   - files: the files that are candidates, too.
  ///   - folder: converts a typed path to the path of a folder.
  package init(typed: String, files: Files = .none, folder: (String) -> FilePath) {
    self.typed = typed
    let start = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let (head, name) = (String(typed[..<start]), String(typed[start...]))
    text = typed
    let place = folder(head.isEmpty ? "." : head)
    let found = FolderCompletion.names(in: place, beginning: name, files)
    guard let first = found.first else { return }
    if found.count == 1 {
      text = head + first + (place.appending(first).isFolder ? "/" : "")
      return
    }
    names = found
    let common = found.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    if common.utf8.count >= name.utf8.count { text = head + common }
  }

  /// Returns hidden folders only if a dot was typed. If no name has the typed case, case is ignored.
  private static func names(in folder: FilePath, beginning start: String, _ files: Files) -> [String] {
    guard let reader = try? FolderReader(folder) else { return [] }
    var names: [FilePath] = []
    try? reader.forEach { name, _ in names.append(FilePath(bytes: name)) }
    let shown = names.filter { start.hasPrefix(".") || $0.bytes.first != UInt8(ascii: ".") }
    let folded = FoldedText.bytes(start)
    var found = shown.filter { $0.bytes.starts(with: start.utf8) }
    if found.isEmpty { found = shown.filter { FoldedText.bytes($0.shown).starts(with: folded) } }
    if files != .all { found.removeAll { !files.contains($0) && !folder.appending($0).isFolder } }
    return NaturalOrder.sorted(found).compactMap(\.text)
  }
}

extension String {
  /// Returns the characters with which both texts begin.
  package func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
