import AudioBase
import HostTools
import MusicLibrary
import SystemBase

/// A temporary folder, which is removed when it is released. It serves as home folder of programs that must not use the
/// user's files.
final class ScratchFolder {
  let path: String

  init() throws(Failure) {
    do throws(FileError) {
      path = try Scratch.makeFolder(for: "bench").shown
    } catch {
      throw Failure(error)
    }
  }

  deinit {
    guard let remover = ProgramFinder.find("rm") else { return }
    _ = try? Child(remover, ["-rf", "--", path], environment: []).waitForEnd()
  }

  /// The environment of a program with this home folder.
  var environment: [String] {
    [
      "HOME=\(path)", "XDG_CONFIG_HOME=\(path)/config", "XDG_DATA_HOME=\(path)/data",
      "XDG_STATE_HOME=\(path)/state", "XDG_CACHE_HOME=\(path)/cache", "XDG_RUNTIME_DIR=\(path)",
      "PATH=\(ProgramFinder.variable("PATH") ?? "/usr/bin:/bin")", "TERM=xterm-256color", "LANG=C.UTF-8",
    ]
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func makeFolder(_ name: String) throws(Failure) -> String {
    do throws(FileError) {
      try FileBytes.makeFolder(FilePath(file(name)))
    } catch {
      throw Failure(error)
    }
    return file(name)
  }

  func write(_ text: String, to name: String) throws(Failure) {
    do throws(FileError) {
      try AtomicFile.replace(FilePath(file(name)), with: Array(text.utf8))
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  init(_ error: LibraryError) { self.init(error.asFileError) }

  init(_ error: DeviceError) {
    self.init([error.subject, error.detail ?? "\(error.code)"].joined(separator: ": "))
  }

  init(_ error: FileError) {
    self.init([error.subject, error.detail ?? "\(error.code)"].joined(separator: ": "))
  }
}
