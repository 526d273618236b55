import AudioBase
import CFFmpeg
import SystemBase

/// The head of an answer of a web server (RFC 9112).
struct HTTPHead {
  let status: Int
  /// The names in small letters.
  private let fields: [(name: String, value: String)]

  /// Reads a head without the empty line at its end; nil if it is not one of HTTP.
  init?(_ bytes: some Collection<UInt8>) {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3,
      let status = Int(words[1])
    else { return nil }
    self.status = status
    fields = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimming { $0 == " " || $0 == "\t" }
      return (line[..<colon].lowercased(), String(value))
    }
  }

  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Whether the server sends an endless stream (SHOUTcast's protocol).
  var isStation: Bool { fields.contains { $0.name.hasPrefix("icy-") } }

  /// The length of the content in bytes; nil if the server does not state it.
  var length: Int? {
    let isChunked = self["transfer-encoding"].map { $0.lowercased() != "identity" } ?? false
    let isPacked = self["content-encoding"].map { $0.lowercased() != "identity" } ?? false
    return isChunked || isPacked ? nil : self["content-length"].flatMap(HTTPHead.number)
  }

  /// The first byte of a range, and the size of the whole file (RFC 9110, section 14.4); nil if it is not stated.
  var range: (start: Int, size: Int)? {
    let words = self["content-range"]?.split(separator: " ") ?? []
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/")
    guard parts.count == 2, let size = HTTPHead.number(parts[1]) else { return nil }
    let ends = parts[0].split(separator: "-")
    guard ends.count == 2, let start = HTTPHead.number(ends[0]) else { return nil }
    return (start, size)
  }

  /// Accepts digits alone, fewer than would overflow.
  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.count <= 18 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}

/// Why a request failed.
enum HTTPFailure: Error {
  /// The connection was not made, was lost, or the server is busy: another attempt may succeed.
  case broken(FileError)
  /// Another attempt would fail, too.
  case refused(FileError)
  /// The server answers, but not as one of files.
  case otherProtocol
}

/// An answer of a web server, whose content is received in parts. The connection ends with it. Used by one thread.
final class HTTPResponse {
  let head: HTTPHead
  private let connection: OpaquePointer
  private let watch: NetworkWatch
  private let subject: String
  /// The start of the content, which arrived with the head.
  private var early: ArraySlice<UInt8>

  private static let longestHead = 1 << 16

  /// Sends a request and receives the head of the answer. Waits for the network as long as the watch permits.
  ///
  /// - Parameters:
  ///   - fields: lines of the request, without those that each request has.
  ///   - credentials: the name and the password of a user, as in an address.
  init(
    _ method: String, _ address: StreamAddress, _ fields: [String] = [], credentials: Substring?,
    _ watch: NetworkWatch
  ) throws(HTTPFailure) {
    (self.watch, subject) = (watch, address.shown)
    do throws(FileError) { try FFmpegLibrary.load(for: "an address", address.shown) } catch {
      throw .refused(error)
    }
    var error: Int32 = 0
    let place =
      "\(address.isSecure ? "tls" : "tcp")://\(HTTPResponse.bracketed(address.host)):\(address.port)"
    guard let connection = drumdub_ffmpeg_connect(place, watch.raw, &error) else {
      throw .broken(HTTPResponse.failure(error, watch, address.shown))
    }
    self.connection = connection
    let request = HTTPResponse.request(method, address, fields, credentials)
    do throws(HTTPFailure) {
      error = drumdub_ffmpeg_send(connection, request, Int32(request.utf8.count))
      guard error >= 0 else { throw .broken(HTTPResponse.failure(error, watch, address.shown)) }
      (head, early) = try HTTPResponse.receiveHead(connection, watch, address.shown)
    } catch {
      // A class whose initialisation fails has no deinitialiser.
      drumdub_ffmpeg_disconnect(connection)
      throw error
    }
  }

  deinit { drumdub_ffmpeg_disconnect(connection) }

  /// Receives some bytes of the content; none at its end.
  func receive(atMost count: Int) throws(FileError) -> ArraySlice<UInt8> {
    if !early.isEmpty {
      let part = early.prefix(count)
      early = early.dropFirst(part.count)
      return part
    }
    return try HTTPResponse.receive(connection, atMost: count, watch, subject)
  }

  private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  private static func request(
    _ method: String, _ address: StreamAddress, _ fields: [String], _ credentials: Substring?
  ) -> String {
    var lines = [
      "\(method) \(address.target) HTTP/1.1", "Host: \(address.place)", "User-Agent: drumdub", "Accept: */*",
      "Accept-Encoding: identity", "Connection: close",
    ]
    if let credentials {
      let plain = HTTPResponse.unescaped(credentials)
      lines.append("Authorization: Basic \(Base64.encode(plain.contains(0x3A) ? plain : plain + [0x3A]))")
    }
    return (lines + fields + ["", ""]).joined(separator: "\r\n")
  }

  /// Returns the octets of a text in which percent signs and digits stand for some.
  private static func unescaped(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == 0x25, digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func receiveHead(
    _ connection: OpaquePointer, _ watch: NetworkWatch, _ subject: String
  ) throws(HTTPFailure) -> (HTTPHead, ArraySlice<UInt8>) {
    var bytes: [UInt8] = []
    var searched = 0
    while bytes.count < longestHead {
      let part: ArraySlice<UInt8>
      do throws(FileError) {
        part = try receive(connection, atMost: 1 << 12, watch, subject)
      } catch {
        throw .broken(error)
      }
      if part.isEmpty { break }
      bytes += part
      for index in searched..<max(bytes.count - 3, searched)
      where bytes[index] == 0x0D && bytes[index...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A]) {
        guard let head = HTTPHead(bytes[..<index]) else { throw .otherProtocol }
        return (head, bytes[(index + 4)...])
      }
      searched = max(bytes.count - 3, 0)
    }
    if bytes.isEmpty { throw .broken(closed(subject)) }
    throw .otherProtocol
  }

  private static func receive(
    _ connection: OpaquePointer, atMost count: Int, _ watch: NetworkWatch, _ subject: String
  ) throws(FileError) -> ArraySlice<UInt8> {
    var got: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      got = drumdub_ffmpeg_receive(connection, buffer.baseAddress, Int32(buffer.count))
      filled = max(Int(got), 0)
    }
    guard got >= 0 else { throw failure(got, watch, subject) }
    return bytes[...]
  }

  static func closed(_ subject: String) -> FileError {
    FileError(.readFailed, subject, detail: "the server closed the connection")
  }

  private static func failure(_ error: Int32, _ watch: NetworkWatch, _ subject: String) -> FileError {
    let seconds = Int(watch.timeout.rounded())
    let detail = watch.isLate ? "the server does not answer for \(seconds) s" : FFmpegLibrary.message(error)
    return FileError(.readFailed, subject, detail: detail)
  }
}
