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

    /// The part of a file that a request asks for, or the whole if the client knows another version.
    package static func part(
      of body: [UInt8], _ request: Request, version: String? = "\"1\"", limit: Int? = nil
    ) -> Answer {
      var answer = file(body, limit: limit)
      answer.headers.append("Accept-Ranges: bytes")
      if let version { answer.headers.append("ETag: \(version)") }
      let isKnown = request.fields["if-range"].map { $0 == version } ?? true
      guard let start = request.start, isKnown, start < body.count else { return answer }
      answer.status = "206 Partial Content"
      answer.body = Array(body[start...])
      answer.headers[0] = "Content-Length: \(body.count - start)"
      answer.headers.append("Content-Range: bytes \(start)-\(body.count - 1)/\(body.count)")
      return answer
    }

    /// An answer without content.
    package static func status(_ text: String, _ headers: String...) -> Answer {
      var answer = Answer()
      (answer.status, answer.headers) = (text, headers + ["Content-Length: 0"])
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

  /// What a client asks for.
  package struct Request: Sendable {
    package let method: String
    /// By their names in small letters.
    package let fields: [String: String]
    /// The first byte of the range; nil for the whole.
    package var start: Int? {
      let range = fields["range"].map { $0.dropFirst("bytes=".count).prefix { $0 != "-" } }
      return range.flatMap { Int($0) }
    }

    init(_ head: [UInt8]) {
      let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
      method = String(lines.first?.prefix { $0 != " " } ?? "")
      fields = Dictionary(
        lines.dropFirst().compactMap { line -> (String, String)? in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          return (line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  private let listener: Int32
  package let port: Int
  private let answer: @Sendable (Request, Int) -> Answer
  private let received = Mutex<[Request]>([])
  private let isStopping = Mutex(false)
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameter answers: those of the first connections; the last one is repeated. A question for the head alone (HEAD) has
  ///   the head of the next one.
  package convenience init(_ answers: [Answer]) throws {
    try self.init { _, index in answers[min(index, answers.count - 1)] }
  }

  /// - Parameter answer: returns the answer to a request, of which the number of those before it for content is told.
  package init(answer: @escaping @Sendable (Request, Int) -> Answer) throws {
    self.answer = answer
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
    thread.withLock { $0 = WorkerThread(name: "server") { [self] in acceptAll() } }
  }

  package func address(_ path: String = "/stream") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The requests so far.
  package var requests: [Request] { received.withLock { $0 } }

  /// The number of connections for content so far.
  package var connections: Int { requests.count { $0.method != "HEAD" } }

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
      _ = WorkerThread(name: "connection") { [self] in serve(connection) }
    }
  }

  private func serve(_ connection: Int32) {
    defer {
      // The end reaches the client even if a program that was started meanwhile has a duplicate of the descriptor.
      shutdown(connection, Int32(SHUT_WR))
      close(connection)
    }
    var head: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(connection, &part, part.count, 0)
      guard count > 0 else { return }
      head += part[..<count]
    }
    let request = Request(head)
    let index = received.withLock { requests in
      defer { requests.append(request) }
      return requests.count { $0.method != "HEAD" }
    }
    let answer = answer(request, index)
    let answerHead = (["HTTP/1.0 \(answer.status)"] + answer.headers + ["", ""]).joined(separator: "\r\n")
    if request.method == "HEAD" { return StreamServer.send(Array(answerHead.utf8), to: connection) }
    let body = answer.body.prefix(answer.limit ?? answer.body.count)
    StreamServer.send(Array(answerHead.utf8) + body, to: connection)
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
