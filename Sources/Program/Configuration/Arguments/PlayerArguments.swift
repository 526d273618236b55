import SystemBase
import TerminalUI

/// The command line that opens the player.
package struct PlayerArguments {
  package enum Action { case play, add, next, help, version }

  package private(set) var action = Action.play
  /// Files, folders and playlists; `file:` addresses as the paths that they name.
  package let operands: [FilePath]
  private let scanned: OptionScanner.Result
  private var chosen: [(setting: Setting, value: FilePath)] = []

  private static let names: [OptionName] =
    ["h,help", "V,version", "config=", "add", "next", "detach", "safe", "system[=]"]
    + Setting.all.map { OptionName($0.isFlag ? $0.name : "\($0.name)=") }

  package init(_ arguments: [FilePath]) throws(UsageError) {
    scanned = try OptionScanner.scan(arguments, for: PlayerArguments.names)
    operands = scanned.operands.map(\.ofFileURL)
    for (name, value) in scanned.options {
      switch name {
      case "help": action = .help
      case "version": action = .version
      case "add": action = .add
      case "next": action = .next
      default:
        if let setting = try? Setting.named(name) {
          chosen.append((setting, setting.isFlag ? FilePath("yes") : value))
        }
      }
    }
    if scanned.has("system"), let word = operands.first {
      throw UsageError("--system plays no files, but \(word.shown) is named")
    }
    // Invalid values are reported before anything is opened.
    var trial = Settings()
    try apply(to: &trial)
  }

  /// Returns the configuration file's settings with the command line's over them.
  package func settings() throws(UsageError) -> (Settings, [ConfigurationFile.Warning]) {
    let configuration = scanned.value("config")
    var file = ConfigurationFile(path: configuration ?? BaseFolders.configurationFile)
    do throws(FileError) {
      file.read(try FileBytes.read(file.path, limit: 1 << 20))
    } catch {
      // The default configuration file may be missing; one that was named must exist.
      if configuration != nil || error.code != .notFound {
        throw UsageError(ErrorText.sentence(error, while: .reading))
      }
    }
    if configuration == nil, let bytes = try? FileBytes.read(BaseFolders.keysFile, limit: 1 << 20) {
      file.readKeys(bytes)
    }
    var settings = file.settings
    settings.system = scanned.value("system").map { $0.isEmpty ? .any : .named($0.shown) }
    (settings.isDetached, settings.isSafe) = (scanned.has("detach"), scanned.has("safe"))
    try apply(to: &settings)
    if let address = settings.listen, !address.isLoopback, settings.remotePassword == nil {
      throw UsageError(
        "--listen \(address.text) is open to the network: set remote-password in the configuration, or listen at "
          + "127.0.0.1:\(address.port)")
    }
    return (settings, file.warnings)
  }

  private func apply(to settings: inout Settings) throws(UsageError) {
    for (setting, _) in chosen {
      settings.sources[setting.name] = .option
      settings.given.insert(setting.name)
    }
    for (setting, value) in chosen where !setting.apply(&settings, value) {
      throw UsageError(
        "--\(setting.name) must be \(setting.expected), not \(value.shown): \(setting.summary)")
    }
  }
}
