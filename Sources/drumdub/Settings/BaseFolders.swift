import Glibc
import SystemBase

/// The user's folders by the XDG Base Directory Specification, and the program's own resources.
enum BaseFolders {
  static var configuration: FilePath { folder("XDG_CONFIG_HOME", ".config") }
  static var state: FilePath { folder("XDG_STATE_HOME", ".local/state") }
  static var data: FilePath { folder("XDG_DATA_HOME", ".local/share") }

  static var sessionFile: FilePath { state.appending("session.json") }
  static var takes: FilePath { data.appending("takes") }
  static var deviceFile: FilePath { state.appending("devices.json") }
  static var libraryFile: FilePath { data.appending("library.db") }
  static var configurationFile: FilePath { configuration.appending("config") }

  static var cache: FilePath { folder("XDG_CACHE_HOME", ".cache") }
  /// Bindings that were made on the help screen, in the configuration's words; read after it.
  static var keysFile: FilePath { configuration.appending("keys") }

  /// `$DRUMDUB_RESOURCES`, or `share/drumdub` beside the program, or the checkout that it was built in.
  static var resources: FilePath? {
    if let named = environment("DRUMDUB_RESOURCES") { return named }
    guard let program = program else { return nil }
    let installed = program.directory.directory.appending("share/drumdub")
    if isFolder(installed) { return installed }
    var folder = program.directory
    while folder != folder.directory {
      let candidate = folder.appending("Resources")
      if isFolder(candidate.appending("Kits")) { return candidate }
      folder = folder.directory
    }
    return nil
  }

  static func environment(_ name: String) -> FilePath? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return FilePath(
      bytes: UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) })
  }

  static func isThere(_ path: FilePath) -> Bool { path.withCString { access($0, F_OK) } == 0 }

  static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Relative values are to be ignored, says the specification.
  private static func folder(_ variable: String, _ fallback: String) -> FilePath {
    if let base = environment(variable), base.isAbsolute { return base.appending("drumdub") }
    return (environment("HOME") ?? FilePath("/")).appending(fallback).appending("drumdub")
  }

  /// The folder that relative paths start from; empty where it has been removed.
  static var current: FilePath {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&buffer, buffer.count) != nil else { return FilePath(bytes: []) }
    return FilePath(bytes: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  }

  private static var program: FilePath? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return FilePath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) })
  }
}
