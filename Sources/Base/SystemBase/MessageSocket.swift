import CSystem
import Glibc

/// A connection to another process of the user on this machine. It carries messages and open descriptors (unix(7),
/// SOCK_SEQPACKET).
///
/// No function waits. One thread at a time.
package struct MessageConnection: ~Copyable {
  package struct Received: ~Copyable {
    package enum Content: Hashable, Sendable {
      /// No message has arrived yet.
      case nothing
      case message([UInt8])
      /// The other process has closed its end or has ended, or the message was too long.
      case closed
    }

    package let content: Content
    /// The descriptors that came with the message; nil if there are none.
    package var descriptors: PassedDescriptors?
  }

  /// The largest message in bytes.
  package static let mostBytes = 16_384

  /// The descriptor for `poll`.
  package let descriptor: Int32

  deinit { close(descriptor) }

  /// Connects to the process of this user that listens at a path.
  ///
  /// - Throws: `noServer` if no process does; `failed` with `.notPermitted` if one of another user does.
  package static func connect(to path: FilePath) throws(LocalSocketError) -> MessageConnection {
    let connection = MessageConnection(descriptor: try LocalSocket.connect(to: path, .messages))
    guard connection.ownPeer != nil else {
      throw .failed(FileError(.notPermitted, path.shown, detail: "another user listens there"))
    }
    return connection
  }

  /// Sends a message with copies of open descriptors. Returns false if the other end is closed or does not read.
  @discardableResult
  package func send(_ message: [UInt8], passing descriptors: [Int32] = []) -> Bool {
    precondition(descriptors.count <= Int(DRUMDUB_MOST_DESCRIPTORS), "a few descriptors")
    return drumdub_local_send(descriptor, message, message.count, descriptors, Int32(descriptors.count))
      == message.count
  }

  package func receive() -> Received {
    var bytes = [UInt8](repeating: 0, count: MessageConnection.mostBytes)
    var passed = [Int32](repeating: -1, count: Int(DRUMDUB_MOST_DESCRIPTORS))
    var count: Int32 = 0
    let length = drumdub_local_receive(descriptor, &bytes, bytes.count, &passed, &count)
    if length < 0 && (errno == EAGAIN || errno == EINTR) { return Received(content: .nothing) }
    return Received(
      content: length > 0 ? .message(Array(bytes.prefix(length))) : .closed,
      descriptors: count > 0 ? PassedDescriptors(Array(passed.prefix(Int(count)))) : nil)
  }

  /// The process at the other end when the connection was made; nil unless it belongs to this user.
  package var ownPeer: pid_t? {
    var (user, process) = (uid_t(), pid_t())
    guard drumdub_local_peer(descriptor, &user, &process) == 0, user == geteuid() else { return nil }
    return process
  }
}

/// Owns descriptors that another process has passed.
package struct PassedDescriptors: ~Copyable {
  package let list: [Int32]

  init(_ list: [Int32]) { self.list = list }

  deinit { for descriptor in list { close(descriptor) } }
}

extension LocalListener {
  /// Returns the next connection of a process of this user to a socket for messages; nil if there is none. Those of other
  /// users are closed.
  package func accept() -> MessageConnection? {
    while true {
      let descriptor = drumdub_accept(descriptor)
      if descriptor < 0 { return nil }
      let connection = MessageConnection(descriptor: descriptor)
      if connection.ownPeer != nil { return connection }
    }
  }
}
