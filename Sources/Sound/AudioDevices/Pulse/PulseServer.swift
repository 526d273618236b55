import Glibc
import SystemBase

/// Finds the sound server of this user, as PulseAudio's client library does (pulse-client.conf(5)).
package enum PulseServer {
  /// Milliseconds after which a server that has a socket is asked again if it has not answered: it may be busy.
  static let retryInterval: Int32 = 2_000

  /// Whether a server may answer: its socket takes connections, or the user names a server.
  ///
  /// Takes microseconds; the library need not be loaded for it.
  package static var isListening: Bool {
    if let named = variable("PULSE_SERVER") {
      guard let socket = socket(in: named) else { return true }
      return takesConnections(socket)
    }
    return sockets.contains(where: takesConnections)
  }

  /// Whether a socket of a server exists. It takes connections a moment after it was made, which changes no folder; that of a
  /// killed server does no more.
  static var hasSocket: Bool { sockets.contains { FilePath($0).exists } }

  /// Returns the path of the socket in a server's address; nil if the address is one of the network.
  static func socket(in address: String) -> String? {
    // The id of a machine, in braces, may come first.
    let address = address.first == "{" ? String(address.drop { $0 != "}" }.dropFirst()) : address
    if address.hasPrefix("unix:") { return String(address.dropFirst(5)) }
    return address.hasPrefix("/") ? address : nil
  }

  /// The paths of the sockets of servers that the user does not name.
  static var sockets: [String] {
    if let named = variable("PULSE_SERVER") { return socket(in: named).map { [$0] } ?? [] }
    let folders = [
      variable("PULSE_RUNTIME_PATH"), variable("XDG_RUNTIME_DIR").map { "\($0)/pulse" }, "/run/pulse",
    ]
    return folders.compactMap { $0.map { "\($0)/native" } }
  }

  /// Returns a watch of the folders of the sockets, and of those above: a server that ends removes its folder.
  ///
  /// - Returns: nil if the server is one of the network.
  static func watch() -> FolderWatch? {
    let folders = sockets.map { FilePath($0).directory }
    return FolderWatch(folders + folders.map(\.directory))
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func takesConnections(_ path: String) -> Bool {
    guard let descriptor = try? LocalSocket.connect(to: FilePath(path)) else { return false }
    close(descriptor)
    return true
  }
}
