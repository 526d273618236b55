import Glibc
import Synchronization
import SystemBase

/// A small web server on 127.0.0.1 that sends sound as a radio station or as a file, with the faults that a test wants.
package final class StreamServer: Sendable {
  /// The answer to one connection.
  package struct Answer: Sendable {
    package var status = "200 OK"
    package var headers: [String] = []
    package var body: [UInt8] = []
    /// Bytes of the body after which the connection is closed, or waits if `stalls`.
    package var limit: Int?
    /// Whether the connection stays open after its last byte.
    package var stalls = false

    package init() {}

    /// A file with its length.
    package static func file(_ body: [UInt8], limit: Int? = nil) -> Answer {
      var answer = Answer()
      answer.headers = ["Content-Length: \(body.count)", "Content-Type: application/octet-stream"]
      (answer.body, answer.limit) = (body, limit)
      return answer
    }

    /// A station that sends MP3 and a title in each block of metadata.
    package static func station(_ mp3: [UInt8], name: String, titles: [String], limit: Int? = nil) -> Answer {
      let interval = 8_192
      var answer = Answer()
      answer.headers = ["Content-Type: audio/mpeg", "icy-name: \(name)", "icy-metaint: \(interval)"]
      for (index, start) in stride(from: 0, to: mp3.count, by: interval).enumerated() {
        let part = mp3[start..<min(start + interval, mp3.count)]
        answer.body += part
        if part.count == interval { answer.body += block(titles[min(index, titles.count - 1)]) }
      }
      answer.limit = limit
      return answer
    }

    /// The length in units of 16 bytes, then the text padded with zeros.
    private static func block(_ title: String) -> [UInt8] {
      let text = Array("StreamTitle='\(title)';".utf8)
      let units = (text.count + 15) / 16
      return [UInt8(units)] + text + [UInt8](repeating: 0, count: units * 16 - text.count)
    }
  }

  private let listener: Int32
  package let port: Int
  private let answers: [Answer]
  private let accepted = Mutex(0)
  private let isStopping = Mutex(false)
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameter answers: those of the first connections; the last one is repeated.
  package init(_ answers: [Answer]) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = listener
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    guard result else { throw Tool.Failure(description: "no socket: \(String(cString: strerror(errno)))") }
    port = Int(UInt16(bigEndian: address.sin_port))
    self.answers = answers
    thread.withLock { $0 = WorkerThread(name: "server") { [self] in acceptAll() } }
  }

  package func address(_ path: String = "/stream") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The number of connections so far.
  package var connections: Int { accepted.withLock { $0 } }

  /// Closes the port; open connections end with the test.
  package func stop() {
    isStopping.withLock { $0 = true }
    shutdown(listener, Int32(SHUT_RDWR))
    thread.withLock { $0.take() }?.join()
    close(listener)
  }

  private func acceptAll() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0, !isStopping.withLock({ $0 }) else {
        if connection >= 0 { close(connection) }
        return
      }
      let index = accepted.withLock { count in
        defer { count += 1 }
        return count
      }
      let answer = answers[min(index, answers.count - 1)]
      _ = WorkerThread(name: "connection") { StreamServer.serve(connection, answer) }
    }
  }

  private static func serve(_ connection: Int32, _ answer: Answer) {
    defer { close(connection) }
    var request: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(connection, &part, part.count, 0)
      guard count > 0 else { return }
      request += part[..<count]
    }
    let head = (["HTTP/1.0 \(answer.status)"] + answer.headers + ["", ""]).joined(separator: "\r\n")
    let body = answer.body.prefix(answer.limit ?? answer.body.count)
    send(Array(head.utf8) + body, to: connection)
    // Until the player hangs up.
    if answer.stalls { _ = recv(connection, &part, part.count, 0) }
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      done += count
    }
  }
}
