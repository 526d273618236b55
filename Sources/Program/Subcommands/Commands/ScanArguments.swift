import Configuration
import SystemBase

/// The command line of `drumdub scan`.
struct ScanArguments {
  private(set) var isJSON = false
  private(set) var measuresLoudness = false
  private(set) var findsTempi = false
  /// Whether the folders are to be removed from the index.
  private(set) var removes = false
  private(set) var library: FilePath?
  /// Absolute paths, without links if they exist, as in the index.
  private(set) var folders: [FilePath] = []

  private static let names = [
    OptionName(long: "json", takesValue: false),
    OptionName(long: "loudness", takesValue: false),
    OptionName(long: "tempo", takesValue: false),
    OptionName(long: "remove", takesValue: false),
    LibraryChoice.option,
  ]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scanSubcommand(arguments, for: ScanArguments.names)
    for (name, value) in scanned.options {
      switch name {
      case "json": isJSON = true
      case "loudness": measuresLoudness = true
      case "tempo": findsTempi = true
      case "remove": removes = true
      case "library":
        guard !value.isEmpty else { throw UsageError("--library needs a file") }
        library = value
      default: break
      }
    }
    folders = scanned.operands.map(MusicFolder.absolute)
    if removes, folders.isEmpty { throw UsageError("--remove needs a folder") }
  }
}
