import Glibc

/// The reason why a socket cannot be opened.
package enum LocalSocketError: Error, Hashable, Sendable {
  /// Another program serves the socket.
  case inUse
  /// No program serves the socket.
  case noServer
  case failed(FileError)
}

/// Owns a listening socket in the file system (unix(7)) and its name. The file is removed when it is released.
package struct LocalListener: ~Copyable, Sendable {
  package let descriptor: Int32
  private let path: FilePath
  /// Identifies the file, which another program may have replaced.
  private let node: [UInt64]

  private static let backlog: Int32 = 64

  /// Creates the socket, which only this user can reach, and its folder. The socket of a program that has ended is replaced.
  /// Throws `inUse` if another program serves the socket.
  package init(_ path: FilePath, _ kind: LocalSocket.Kind = .stream) throws(LocalSocketError) {
    let folder = path.directory
    // Not the folders above it, which belong to the system.
    guard folder.withCString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
      throw LocalSocket.failure(folder, "mkdir")
    }
    // Two programs that start at the same time replace the socket one after the other.
    let lock = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard lock >= 0 else { throw LocalSocket.failure(folder, "open") }
    defer { close(lock) }
    guard fchmod(lock, 0o700) == 0 else { throw LocalSocket.failure(folder, "chmod") }
    while flock(lock, LOCK_EX) < 0 && errno == EINTR {}
    if path.exists {
      if let other = try? LocalSocket.connect(to: path, kind) {
        close(other)
        throw .inUse
      }
      FileBytes.remove(path)
    }
    let descriptor = try LocalSocket.make(kind)
    let result = try LocalSocket.withAddress(path) { bind(descriptor, $0, $1) }
    guard result == 0, path.withCString({ chmod($0, 0o600) }) == 0, let node = path.node,
      listen(descriptor, LocalListener.backlog) == 0
    else {
      let error = LocalSocket.failure(path, "bind")
      close(descriptor)
      throw error
    }
    (self.descriptor, self.path, self.node) = (descriptor, path, node)
  }

  deinit {
    if path.node == node { FileBytes.remove(path) }
    close(descriptor)
  }
}

/// Sockets in the file system. They do not block and are closed on exec.
package enum LocalSocket {
  package enum Kind: Hashable, Sendable {
    case stream
    /// Messages with bounds, for `MessageConnection`.
    case messages
  }

  /// Connects to a socket, whose descriptor the caller closes. Throws `noServer` if it does not exist or no program serves it.
  package static func connect(
    to path: FilePath, _ kind: Kind = .stream
  ) throws(LocalSocketError) -> Int32 {
    let descriptor = try make(kind)
    let result = try withAddress(path) { Glibc.connect(descriptor, $0, $1) }
    // A full queue of connections belongs to a program that runs.
    if result == 0 || errno == EAGAIN { return descriptor }
    let number = errno
    close(descriptor)
    if [ENOENT, ECONNREFUSED, ENOTDIR, ENOTSOCK].contains(number) { throw .noServer }
    throw .failed(FileError(errno: number, path.shown, call: "connect"))
  }

  fileprivate static func make(_ kind: Kind) throws(LocalSocketError) -> Int32 {
    let type = kind == .stream ? SOCK_STREAM : SOCK_SEQPACKET
    let flags =
      Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, flags, 0)
    guard descriptor >= 0 else { throw .failed(FileError(errno: errno, "socket", call: "socket")) }
    return descriptor
  }

  fileprivate static func failure(_ path: FilePath, _ call: String) -> LocalSocketError {
    .failed(FileError(errno: errno, path.shown, call: call, writing: true))
  }

  fileprivate static func withAddress(
    _ path: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(LocalSocketError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.bytes.count < room else {
      throw .failed(FileError(.unsupported, path.shown, detail: "it is longer than \(room - 1) bytes"))
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.bytes) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
