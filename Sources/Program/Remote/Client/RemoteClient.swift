import Glibc
import SystemBase

/// The reason why a client cannot use a player.
package enum RemoteClientError: Error, Hashable, Sendable {
  /// No player serves the socket or the address.
  case noPlayer(String)
  case failed(FileError)
  /// The player does not answer, or its answer is not that of the protocol.
  case noAnswer
  case ended
  /// The player has refused a command, with its message.
  case refused(String)
}

/// A connection to a player that speaks the protocol of MPD. Blocks; one thread.
package final class RemoteClient {
  package typealias Pairs = [(name: String, value: String)]

  /// The place where a player is reached.
  package enum Place: Hashable, Sendable {
    case socket(FilePath)
    case network(NetworkAddress)

    /// Whether the player can read the files of this machine.
    package var isLocal: Bool { if case .socket = self { true } else { false } }

    package var text: String {
      switch self {
      case .socket(let path): path.shown
      case .network(let address): address.text
      }
    }
  }

  private static let timeout: Int32 = 5_000
  private static let longestLine = 1 << 20

  private let descriptor: Int32
  private var input: [UInt8] = []
  /// The buffer for the bytes of one read.
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)

  /// Connects and reads the greeting. `password`: nil if the player needs none.
  package init(_ place: Place, password: String? = nil) throws(RemoteClientError) {
    descriptor = try RemoteClient.connect(place)
    guard try line(timeout: RemoteClient.timeout).hasPrefix("OK MPD ") else { throw .noAnswer }
    if let password { _ = try send(MPDLine("password", [password])) }
  }

  deinit { close(descriptor) }

  private static func connect(_ place: Place) throws(RemoteClientError) -> Int32 {
    switch place {
    case .socket(let path):
      do throws(LocalSocketError) {
        return try LocalSocket.connect(to: path)
      } catch {
        if case .failed(let error) = error { throw .failed(error) }
        throw .noPlayer(path.shown)
      }
    case .network(let address):
      do throws(FileError) {
        return try address.connect()
      } catch {
        throw .failed(error)
      }
    }
  }

  /// Sends a command and returns the lines of its answer. `waits`: whether the answer may take any time, as that of
  /// `idle` does.
  package func send(_ command: MPDLine, waits: Bool = false) throws(RemoteClientError) -> Pairs {
    try write(Array((command.text + "\n").utf8))
    var pairs: Pairs = []
    while true {
      let line = try line(timeout: waits ? -1 : RemoteClient.timeout)
      if line == "OK" { return pairs }
      if line.hasPrefix("ACK ") { throw .refused(RemoteClient.message(line)) }
      guard let colon = line.firstRange(of: ": ") else { throw .noAnswer }
      pairs.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
    }
  }

  /// Waits for a change of some subsystems. `milliseconds`: the time after which it returns without a change; nil for
  /// none.
  package func awaitChange(of subsystems: [String], milliseconds: Int32?) throws(RemoteClientError) {
    guard let milliseconds else { return _ = try send(MPDLine("idle", subsystems), waits: true) }
    try write(Array((MPDLine("idle", subsystems).text + "\n").utf8))
    do throws(RemoteClientError) {
      if input.isEmpty { try wait(POLLIN, milliseconds) }
    } catch {
      guard case .noAnswer = error else { throw error }
      try write(Array("noidle\n".utf8))
    }
    while try line(timeout: RemoteClient.timeout) != "OK" {}
  }

  /// Returns the text behind `ACK [CODE@INDEX] {COMMAND}`.
  private static func message(_ line: String) -> String {
    line.firstRange(of: "} ").map { String(line[$0.upperBound...]) } ?? line
  }

  private func write(_ bytes: [UInt8]) throws(RemoteClientError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(POLLOUT, RemoteClient.timeout)
      } else if errno != EINTR {
        throw .ended
      }
    }
  }

  private func line(timeout: Int32) throws(RemoteClientError) -> String {
    while true {
      if let end = input.firstIndex(of: 0x0A) {
        let line = String(decoding: input[..<end], as: UTF8.self)
        input.removeFirst(end + 1)
        return line
      }
      guard input.count < RemoteClient.longestLine else { throw .noAnswer }
      try wait(POLLIN, timeout)
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { input += buffer[..<count] }
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { throw .ended }
    }
  }

  private func wait(_ events: Int32, _ milliseconds: Int32) throws(RemoteClientError) {
    var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    if poll(&watched, 1, milliseconds) == 0 { throw .noAnswer }
  }
}
