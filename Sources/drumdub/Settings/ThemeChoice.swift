import SystemBase
import TerminalUI

/// Finds a theme by its name: the user's own in the configuration's folder `themes`, else one that ships.
enum ThemeChoice {
  static func theme(_ name: String, colours: Int) -> Theme {
    if colours == 0 { return .monochrome }
    let folders = [BaseFolders.configuration.appending("themes"), BaseFolders.resources?.appending("Themes")]
    for folder in folders.compactMap({ $0 }) {
      guard let bytes = try? FileBytes.read(folder.appending("\(name).theme"), limit: 1 << 16) else {
        continue
      }
      return ThemeFile(String(decoding: bytes, as: UTF8.self)).theme(colours: colours)
    }
    return .monochrome
  }

  /// A name, no path.
  static func isName(_ text: FilePath) -> Bool {
    text.text.map { !$0.isEmpty && !$0.contains("/") && $0 != ".." } ?? false
  }
}
