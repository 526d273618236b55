import Synchronization
import SystemBase
import TerminalUI

/// The values that complete the argument of a command. The names of kits and themes are those that their folders had last:
/// a thread reads the folders, since a disk may hang, and not before the first call, since it reads each kit. Any thread.
package final class ArgumentChoices: Sendable {
  private struct Names {
    var kits: [String] = []
    var themes: [String] = []
    var areRead = true
  }

  private let names = Mutex(Names())

  package init() {}

  package func choices(_ name: String, _ argument: String) -> [String] {
    switch name {
    case "set":
      var words = argument.split(separator: " ", omittingEmptySubsequences: false)[...]
      if words.first == "-s" { words.removeFirst() }
      guard words.count > 1 else { return Setting.all.filter(\.isLive).map(\.name) }
      return values(of: words.first.map(String.init) ?? "", words.last.map(String.init) ?? "")
    default:
      return values(of: name, argument.split(separator: " ").last.map(String.init) ?? "")
    }
  }

  /// Returns the values that complete the argument of a command. `typed`: the last word of the argument.
  private func values(of name: String, _ typed: String) -> [String] {
    guard let setting = try? Setting.named(name) else { return [] }
    switch setting.completion {
    case .themes:
      readNames()
      return names.withLock { $0.themes }
    case .kits:
      readNames()
      return names.withLock { $0.kits }
    case .words(let words): return words
    case .names(let names):
      let typedNames = typed.split { !$0.isLetter }
      let before = typed.lastIndex { !$0.isLetter }.map { typed[...$0] } ?? ""
      return names.filter { name in !typedNames.contains { $0 == name } }.map { before + $0 }
    case .alternatives:
      return setting.value.contains("|") ? setting.value.split(separator: "|").map(String.init) : []
    }
  }

  /// Reads the names of kits and themes for the next call, unless they are being read.
  package func readNames() {
    let mustRead = names.withLock { names in
      defer { names.areRead = false }
      return names.areRead
    }
    if !mustRead { return }
    _ = WorkerThread(name: "names", isBackground: true) { [self] in
      let found = Names(kits: KitFolders.catalog.names, themes: ThemeChoice.names)
      names.withLock { $0 = found }
    }
  }
}

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
