import CSystem
import Glibc
import SystemBase

/// An address of the network, `HOST:PORT`. The host may be a name, a number, `[IPv6]`, or `*` for all.
package struct NetworkAddress: Hashable, Sendable {
  package let host: String
  package let port: Int

  /// Reads an address of the form HOST:PORT; nil for other texts.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (1...65_535).contains(port)
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    (self.host, self.port) = (String(host), port)
  }

  package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether only programs of this machine reach it.
  package var isLoopback: Bool {
    var bytes = in_addr()
    if host == "localhost" || host == "::1" { return true }
    return inet_pton(AF_INET, host, &bytes) == 1 && UInt32(bigEndian: bytes.s_addr) >> 24 == 127
  }

  /// Whether a program can listen at it without asking a name server.
  package var isNumeric: Bool {
    var (short, long) = (in_addr(), in6_addr())
    return host == "*" || host == "localhost" || inet_pton(AF_INET, host, &short) == 1
      || inet_pton(AF_INET6, host, &long) == 1
  }

  /// Calls `body` with each socket address of the host, until it returns a descriptor. Blocks on name servers. Throws
  /// the reason why there is none.
  private func first(
    isListening: Bool, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) throws(FileError) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = isListening ? AI_PASSIVE : 0
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host == "*" ? nil : host, String(port), &hints, &found)
    guard result == 0 else { throw FileError(.notFound, text, detail: String(cString: gai_strerror(result))) }
    defer { freeaddrinfo(found) }
    var (next, number) = (found, ENOENT)
    while let entry = next?.pointee {
      next = entry.ai_next
      let kind = entry.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
      let descriptor = socket(entry.ai_family, kind, entry.ai_protocol)
      guard descriptor >= 0, let address = entry.ai_addr else { continue }
      if body(descriptor, address, entry.ai_addrlen) { return descriptor }
      number = errno
      close(descriptor)
    }
    throw FileError(.readFailed, text, detail: String(cString: strerror(number)))
  }

  /// Connects. Blocks. Returns the descriptor, which the caller closes.
  func connect() throws(FileError) -> Int32 {
    try first(isListening: false) { Glibc.connect($0, $1, $2) == 0 }
  }

  /// Listens. Returns the descriptor, which the caller closes. It does not block.
  func listen() throws(FileError) -> Int32 {
    try first(isListening: true) { descriptor, address, length in
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
      return bind(descriptor, address, length) == 0 && Glibc.listen(descriptor, 64) == 0
        && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    }
  }
}

/// Owns a listening socket of the network.
struct NetworkListener: ~Copyable {
  let descriptor: Int32

  init(_ address: NetworkAddress) throws(FileError) { descriptor = try address.listen() }

  deinit { close(descriptor) }
}
