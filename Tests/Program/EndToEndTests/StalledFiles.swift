import HostTools
import TestSupport

/// Files that hang when they are read or written: see `HangingFiles`.
struct StalledFiles {
  /// For the environment of a program that is to find such files.
  let environment: [String]
  private let sandbox: Sandbox

  /// - Parameters:
  ///   - writing: part of the path of files whose `fsync` hangs; nil for none.
  ///   - filling: part of the path of files whose `write` hangs; nil for none.
  ///   - renaming: part of the path of files whose `rename` hangs; nil for none.
  init(_ sandbox: Sandbox, writing: String? = nil, filling: String? = nil, renaming: String? = nil) throws {
    self.sandbox = sandbox
    let source = try sandbox.write(HangingFiles.source.utf8, to: "shim/stall.c")
    let library = sandbox.file("shim/stall.so")
    try Tool.run("cc", ["-shared", "-fPIC", "-O1", "-o", library.shown, source.shown])
    environment = HangingFiles.environment(
      library: library.shown, log: sandbox.file("stall.log").shown, syncing: writing, writing: filling,
      renaming: renaming)
  }

  /// Whether a call of the program hangs.
  var isReached: Bool { sandbox.size(of: "stall.log") > 0 }
}
