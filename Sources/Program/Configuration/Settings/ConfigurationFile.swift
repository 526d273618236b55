import Application
import Controls
import SystemBase

/// Reads the settings of configuration files. Lines with errors are skipped and reported.
package struct ConfigurationFile {
  /// A skipped line.
  package struct Warning: Hashable, Sendable {
    package let path: FilePath
    package let line: Int
    package let error: ConfigurationError
  }

  package private(set) var settings = Settings()
  package private(set) var warnings: [Warning] = []
  package let path: FilePath

  package init(path: FilePath) { self.path = path }

  package mutating func read(_ bytes: [UInt8]) {
    for (number, line) in ConfigurationLine.lines(of: bytes) {
      do throws(ConfigurationError) {
        try apply(line, number)
      } catch {
        warnings.append(Warning(path: path, line: number, error: error))
      }
    }
  }

  mutating func readKeys(_ bytes: [UInt8]) {
    let configured = settings.bindings
    settings.bindings = []
    read(bytes)
    (settings.bindings, settings.savedBindings) = (configured, settings.bindings)
  }

  private mutating func apply(_ line: ConfigurationLine, _ number: Int) throws(ConfigurationError) {
    switch line {
    case .setting(let name, let value):
      try Setting.named(name).assign(value, to: &settings)
      settings.sources[name] = .file(line: number)
      settings.given.insert(name)
    case .binding(let binding): settings.bindings.append(binding)
    case .invalid(let error): throw error
    }
  }

  /// Writes a setting into the bytes of a file. The last line that sets it gets the value and keeps its comment; without
  /// such a line, one is appended. All other lines stay as they are.
  package static func setting(_ name: String, to value: FilePath, in bytes: [UInt8]) -> [UInt8] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
    let own = ConfigurationLine.lines(of: bytes).last {
      if case .setting(name, _) = $0.line { true } else { false }
    }
    let text = Array(name.utf8) + [UInt8(ascii: "=")] + value.bytes
    if let number = own?.number {
      lines[number - 1] = text + ConfigurationLine.comment(of: lines[number - 1])
    } else {
      if lines.last == [] { lines.removeLast() }
      lines += [text, []]
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}

/// The index of a subcommand.
package enum LibraryChoice {

  /// Returns the path of the index that a subcommand uses. `given`: the value of `--library`; nil: that of the
  /// configuration file, or else the default.
  package static func path(_ given: FilePath?) -> FilePath {
    if let given { return BaseFolders.current.appending(given) }
    return settings().library ?? BaseFolders.libraryFile
  }

  /// Returns the settings of the configuration file, for subcommands.
  package static func settings() -> Settings {
    var file = ConfigurationFile(path: BaseFolders.configurationFile)
    // Errors in it are reported when the player starts.
    if let bytes = try? FileBytes.read(file.path, limit: 1 << 20) { file.read(bytes) }
    return file.settings
  }
}

/// The keys of the settings.
extension Settings {
  /// The keys of these settings, and those without the bindings that were made while the program ran.
  package var keyMaps: (current: KeyMaps, defaults: KeyMaps) {
    var maps = KeyMaps(padKeys: padKeys, layout: keyLayout)
    for binding in bindings { maps.apply(binding) }
    let defaults = maps
    for binding in savedBindings { maps.apply(binding) }
    return (maps, defaults)
  }
}
