import AudioBase
import Glibc
import SystemBase

/// A file of a web server that sends ranges of bytes, as the server describes it.
struct RemoteFile: Hashable, Sendable {
  /// The address as the user gave it.
  let origin: StreamAddress
  /// The address to which it was redirected.
  private(set) var address: StreamAddress
  let size: Int
  /// What changes with the content: the entity tag, and the date of the last change. Nil if the server does not state it.
  let tag: String?
  let modified: String?

  /// What an address is.
  enum Answer {
    case file(RemoteFile)
    /// A stream, or a server that does not send ranges, or does not answer as one of files.
    case stream
    /// An address that must not be opened.
    case refused(FileError)
  }

  private static let mostRedirections = 8

  /// Asks a server for a file. Waits for the network as long as the watch permits.
  static func find(_ origin: StreamAddress, _ watch: NetworkWatch) -> Answer {
    do throws(HTTPFailure) {
      let (response, address) = try request("HEAD", origin, at: origin, [], watch)
      let head = response.head
      guard head.status == 200, !head.isStation, let size = head.length, size > 0,
        head["accept-ranges"]?.lowercased() == "bytes"
      else { return .stream }
      return .file(
        RemoteFile(
          origin: origin, address: address, size: size, tag: head["etag"], modified: head["last-modified"]))
    } catch {
      if case .refused(let error) = error { return .refused(error) }
      return .stream
    }
  }

  /// What changes with each byte of the content; nil if it may change unnoticed.
  var validator: String? { strongTag ?? modified }

  /// Requests the content from a byte on.
  ///
  /// - Throws: `changed` of `RemoteFailure` if the file is another one now, `noRanges` if the server sends anything else.
  mutating func request(from start: Int, _ watch: NetworkWatch) throws(RemoteFailure) -> HTTPResponse {
    var fields = ["Range: bytes=\(start)-"]
    if let condition = validator { fields.append("If-Range: \(condition)") }
    let response: HTTPResponse
    do throws(HTTPFailure) {
      var found = try RemoteFile.request("GET", origin, at: address, fields, watch)
      // The address of a redirection may be valid for some minutes only.
      if [401, 403, 404, 410].contains(found.0.head.status), address != origin {
        found = try RemoteFile.request("GET", origin, at: origin, fields, watch)
      }
      (response, address) = found
    } catch {
      switch error {
      case .broken(let error): throw .broken(error)
      case .refused(let error): throw .ended(error)
      case .otherProtocol: throw .noRanges(problem("the server does not answer in HTTP"))
      }
    }
    try check(response.head, start)
    return response
  }

  /// A tag for which equal means equal in each byte (RFC 9110, section 8.8.1).
  private var strongTag: String? { tag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

  private func problem(_ detail: String) -> FileError {
    FileError(.readFailed, origin.shown, detail: detail)
  }

  /// Throws if the head of an answer is not that of this version from a byte on.
  private func check(_ head: HTTPHead, _ start: Int) throws(RemoteFailure) {
    switch head.status {
    case 206:
      guard let range = head.range else {
        throw .noRanges(problem("the server does not state what it sends"))
      }
      if differs(head) { throw .changed }
      if range.size != size {
        // The same version cannot have two sizes.
        if tag == nil || head["etag"] == nil { throw .changed }
        throw .noRanges(problem("the server states two sizes: \(size) and \(range.size) bytes"))
      }
      guard range.start == start else {
        throw .noRanges(problem("the server sends other bytes than were asked for"))
      }
    case 200:
      if differs(head) || head.length.map({ $0 != size }) ?? false { throw .changed }
      throw .noRanges(problem("the server sends the whole file in place of a part"))
    case 416: throw .changed
    case 408, 425, 429, 500...599: throw .broken(problem(RemoteFile.text(head.status)))
    default: throw .ended(problem(RemoteFile.text(head.status)))
    }
  }

  /// Whether an answer states another version than the known one.
  private func differs(_ head: HTTPHead) -> Bool {
    if let tag, let new = head["etag"] { return tag != new }
    if let modified, let new = head["last-modified"] { return modified != new }
    return false
  }

  private static func text(_ status: Int) -> String {
    switch status {
    case 401: "the server wants a name and a password (HTTP 401)"
    case 403: "the server refuses it (HTTP 403)"
    case 404, 410: "the server has no such file (HTTP \(status))"
    case 429, 503: "the server is busy (HTTP \(status))"
    default: "the server answers with HTTP \(status)"
    }
  }
}

/// Why bytes of a file could not be received.
enum RemoteFailure: Error {
  /// Another attempt may succeed.
  case broken(FileError)
  case ended(FileError)
  /// The server has another version of the file.
  case changed
  /// The server does not send the part that was asked for.
  case noRanges(FileError)
}

extension RemoteFile {
  /// Sends a request, and follows redirections. Returns the answer and the address that gave it.
  ///
  /// The name and the password of a user are sent to the server of `origin` only.
  private static func request(
    _ method: String, _ origin: StreamAddress, at start: StreamAddress, _ fields: [String],
    _ watch: NetworkWatch
  ) throws(HTTPFailure) -> (HTTPResponse, StreamAddress) {
    var address = start
    for _ in 0...mostRedirections {
      let isOwn =
        address.host == origin.host && address.port == origin.port && address.isSecure == origin.isSecure
      let response = try HTTPResponse(
        method, address, fields, credentials: address.credentials ?? (isOwn ? origin.credentials : nil), watch
      )
      guard [301, 302, 303, 307, 308].contains(response.head.status) else { return (response, address) }
      do throws(FileError) {
        address = try redirected(from: address, to: response.head["location"], of: origin)
      } catch {
        throw .refused(error)
      }
    }
    throw .refused(FileError(.readFailed, origin.shown, detail: "the server redirects without end"))
  }
}
