import SystemBase
import TerminalUI

/// Finds a theme by its name in the user's folder `themes`, or else among those of the program.
package enum ThemeChoice {
  /// Reads a theme; waits for the disk; nil if there is none of this name that can be read.
  package static func read(_ name: String) -> ThemeFile? {
    for folder in folders {
      guard let bytes = try? FileBytes.read(folder.appending("\(name).theme"), limit: 1 << 16) else {
        continue
      }
      return ThemeFile(String(decoding: bytes, as: UTF8.self))
    }
    return nil
  }

  package static var names: [String] { FolderReader.names(in: folders, suffix: ".theme") }

  private static var folders: [FilePath] {
    let own = BaseFolders.resources?.appending("Themes")
    return [BaseFolders.configuration.appending("themes")] + (own.map { [$0] } ?? [])
  }

  /// Returns whether there is a theme of this name. Without the program's resources, any name is accepted.
  static func exists(_ name: FilePath) -> Bool {
    guard isName(name), let text = name.text else { return false }
    return BaseFolders.resources == nil
      || folders.contains { $0.appending("\(text).theme").exists }
  }

  /// Returns whether the text is a name and not a path.
  static func isName(_ text: FilePath) -> Bool {
    text.text.map { !$0.isEmpty && !$0.contains("/") && $0 != ".." } ?? false
  }
}
