import SystemBase

/// Which index a subcommand works with.
enum LibraryChoice {
  static let option = OptionName(long: "library", takesValue: true)

  /// - Parameter given: behind `--library`; else the configuration file says, else the user's own.
  static func path(_ given: FilePath?) -> FilePath {
    if let given { return BaseFolders.current.appending(given) }
    var file = ConfigurationFile(path: BaseFolders.configurationFile)
    // Errors in it are reported when the player starts.
    if let bytes = try? FileBytes.read(file.path, limit: 1 << 20) { file.read(bytes) }
    return file.settings.library ?? BaseFolders.libraryFile
  }
}
