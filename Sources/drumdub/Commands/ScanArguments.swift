import Glibc
import SystemBase

/// The command line of `drumdub scan`.
struct ScanArguments {
  private(set) var isHelp = false
  private(set) var isJSON = false
  private(set) var measuresLoudness = false
  /// Whether the folders are to be removed from the index.
  private(set) var removes = false
  private(set) var library: FilePath?
  /// Absolute paths, without links if they exist, as in the index.
  private(set) var folders: [FilePath] = []

  private static let names = [
    OptionName(long: "json", takesValue: false),
    OptionName(long: "loudness", takesValue: false),
    OptionName(long: "remove", takesValue: false),
    LibraryChoice.option,
    OptionName(long: "help", short: "h", takesValue: false),
  ]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scan(arguments, for: ScanArguments.names)
    for (name, value) in scanned.options {
      switch name {
      case "json": isJSON = true
      case "loudness": measuresLoudness = true
      case "remove": removes = true
      case "library":
        guard !value.isEmpty else { throw UsageError("--library needs a file") }
        library = value
      default: isHelp = true
      }
    }
    folders = scanned.words.map(ScanArguments.absolute)
    if removes, !isHelp, folders.isEmpty { throw UsageError("--remove needs a folder") }
  }

  static func absolute(_ word: FilePath) -> FilePath {
    if let real = word.withCString({ realpath($0, nil) }) {
      defer { free(real) }
      return FilePath(
        bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
    }
    // A folder that does not exist now may be in the index.
    var bytes = BaseFolders.current.appending(word).bytes
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return FilePath(bytes: bytes)
  }
}
