import AudioBase
import Glibc

/// The command line of `drumdub scan`.
struct ScanArguments {
  private(set) var isHelp = false
  private(set) var isJSON = false
  private(set) var library = BaseFolders.libraryFile
  /// As the index has them: absolute and, where they are there, without links.
  private(set) var folders: [FilePath] = []

  private static let names = [
    OptionName(long: "json", takesValue: false),
    OptionName(long: "library", takesValue: true),
    OptionName(long: "help", short: "h", takesValue: false),
  ]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scan(arguments, for: ScanArguments.names)
    for (name, value) in scanned.options {
      switch name {
      case "json": isJSON = true
      case "library": library = BaseFolders.current.appending(value)
      default: isHelp = true
      }
    }
    if library == BaseFolders.current { throw UsageError("--library needs the name of a file") }
    folders = scanned.words.map(ScanArguments.absolute)
  }

  private static func absolute(_ word: FilePath) -> FilePath {
    if let real = word.withCString({ realpath($0, nil) }) {
      defer { free(real) }
      return FilePath(
        bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
    }
    // One that is not there now may be known to the index.
    var bytes = BaseFolders.current.appending(word).bytes
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return FilePath(bytes: bytes)
  }
}
