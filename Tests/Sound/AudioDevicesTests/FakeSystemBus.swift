import Glibc
import Synchronization
import SystemBase

/// A system bus with RealtimeKit as its only service, or without a service.
final class FakeSystemBus: Sendable {
  struct Grant: Hashable {
    var thread: UInt64
    var priority: UInt32
    /// The process's RLIMIT_RTTIME as it asked.
    var limit: UInt64
  }

  enum Service { case missing, refusing, granting }

  /// For `$DBUS_SYSTEM_BUS_ADDRESS`.
  let address: String
  private let service: Service
  private let socket: Int32
  private let asked = Mutex<[Grant]>([])

  /// - Parameter path: of the socket; short enough for one.
  init(_ service: Service, path: FilePath) {
    self.service = service
    address = "unix:path=\(path.shown)"
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    precondition(path.bytes.count < MemoryLayout.size(ofValue: name.sun_path))
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.bytes) }
    let bound = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    precondition(bound == 0 && listen(socket, 4) == 0, "\(errno)")
    _ = WorkerThread(name: "bus") { [self] in serve() }
  }

  /// What was asked of the service.
  var grants: [Grant] { asked.withLock { $0 } }

  /// One after the other, until the process ends.
  private func serve() {
    while true {
      let connection = accept(socket, nil, nil)
      if connection < 0 { return }
      converse(connection)
      close(connection)
    }
  }

  private func converse(_ connection: Int32) {
    var waiting: [UInt8] = []
    var hasBegun = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(connection, &buffer, buffer.count)
      if count <= 0 { return }
      waiting += buffer[..<count]
      while let answer = hasBegun ? answerToMessage(&waiting) : answerToLine(&waiting, &hasBegun) {
        if !answer.isEmpty { _ = write(connection, answer, answer.count) }
      }
    }
  }

  /// D-Bus Specification, "Authentication Protocol"; every client is accepted.
  private func answerToLine(_ waiting: inout [UInt8], _ hasBegun: inout Bool) -> [UInt8]? {
    guard let end = waiting.firstIndex(of: 0x0A) else { return nil }
    let line = String(decoding: waiting[..<end].filter { $0 > 0x0D }, as: UTF8.self)
    waiting.removeSubrange(...end)
    let answer =
      switch line {
      case "BEGIN": ""
      case "AUTH EXTERNAL": "DATA\r\n"
      case "NEGOTIATE_UNIX_FD": "ERROR\r\n"
      default: "OK 0123456789abcdef0123456789abcdef\r\n"
      }
    hasBegun = line == "BEGIN"
    return Array(answer.utf8)
  }

  private func answerToMessage(_ waiting: inout [UInt8]) -> [UInt8]? {
    guard let (message, count) = BusMessage.take(waiting) else { return nil }
    waiting.removeSubrange(..<count)
    if message.member == "Hello" {
      return message.reply(signature: "s", little(UInt32(4)) + Array(":1.1".utf8) + [0])
    }
    guard service != .missing else { return message.refusal("org.freedesktop.DBus.Error.ServiceUnknown") }
    switch message.member {
    case "Get": return property(message)
    case "MakeThreadRealtime":
      note(message)
      return service == .granting
        ? message.reply(signature: "", []) : message.refusal("org.freedesktop.DBus.Error.AccessDenied")
    default: return message.refusal("org.freedesktop.DBus.Error.UnknownMethod")
    }
  }

  private func property(_ message: BusMessage) -> [UInt8] {
    let text = String(decoding: message.body, as: UTF8.self)
    if text.contains("MaxRealtimePriority") {
      return message.reply(signature: "v", [1, UInt8(ascii: "i"), 0, 0] + little(Int32(15)))
    }
    return message.reply(signature: "v", [1, UInt8(ascii: "x"), 0, 0, 0, 0, 0, 0] + little(Int64(200_000)))
  }

  private func note(_ message: BusMessage) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_RTTIME.rawValue), &limit)
    let grant = Grant(
      thread: message.body.longWord(at: 0), priority: message.body.word(at: 8), limit: UInt64(limit.rlim_cur))
    asked.withLock { $0.append(grant) }
  }
}
