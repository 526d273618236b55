import CSystem
import Glibc

/// A pseudo-terminal and the program that runs in it.
package final class PseudoTerminal {
  package enum End: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    case stopped
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let master: Int32
  /// Kept open, so that the modes of the terminal can be read after the program has ended.
  private let slave: Int32
  private let name: String
  package private(set) var child: pid_t = 0
  /// The output so far without the dropped bytes.
  package private(set) var output: [UInt8] = []
  /// The number of dropped bytes.
  private var dropped = 0
  private var seenEnd: End?

  package init(columns: Int = 80, rows: Int = 24) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, which Swift does not import (ioctl_tty(2)).
    guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      throw Failure(description: "/dev/ptmx: \(String(cString: strerror(errno)))")
    }
    name = "/dev/pts/\(number)"
    slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw Failure(description: "open \(name)") }
    resize(columns: columns, rows: rows)
  }

  deinit {
    if child > 0 {
      Glibc.kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    close(slave)
    close(master)
  }

  /// Starts a program with the terminal as its controlling terminal, input, output and error output. It inherits no other file.
  package func spawn(_ program: String, _ arguments: [String] = [], environment: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, name, O_RDWR, 0)
    }
    drumdub_spawn_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // 0x80 is POSIX_SPAWN_SETSID: the first terminal that a new session opens becomes its controlling terminal.
    posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    let result = posix_spawn(&child, program, &actions, &attributes, &words, &variables)
    guard result == 0 else { throw Failure(description: "\(program): \(String(cString: strerror(result)))") }
  }

  package func resize(columns: Int, rows: Int) {
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  package func type(_ text: String) { type(Array(text.utf8)) }

  package func type(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

  /// The number of bytes that can be read. At 4,095 the terminal is full, and the next write of the program blocks.
  package var unread: Int {
    var count: Int32 = 0
    _ = ioctl(master, UInt(FIONREAD), &count)
    return Int(count)
  }

  /// The number of typed bytes that the program has not read.
  package var untaken: Int {
    var count: Int32 = 0
    _ = ioctl(slave, UInt(FIONREAD), &count)
    return Int(count)
  }

  /// Calls a closure with the program's side of the terminal.
  package func withDescriptor<Result>(_ body: (Int32) throws -> Result) rethrows -> Result { try body(slave) }

  package func signal(_ number: Int32) { if child > 0 { Glibc.kill(child, number) } }

  /// The number of bytes that the program has written so far.
  package var received: Int { dropped + output.count }

  /// Drops old output, but keeps at least this number of bytes.
  package func dropOutput(before kept: Int) {
    guard output.count > 2 * kept else { return }
    dropped += output.count - kept
    output.removeFirst(output.count - kept)
  }

  /// Reads available output, or waits for it for a time.
  package func read(milliseconds: Int32) { readSome(milliseconds: milliseconds) }

  /// How the program has ended; nil while it runs.
  package var end: End? {
    var status: Int32 = 0
    if seenEnd == nil, child > 0, waitpid(child, &status, WNOHANG) > 0 { ended(status) }
    return seenEnd
  }

  private func ended(_ status: Int32) {
    child = 0
    seenEnd = status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
  }

  /// The output so far as text.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Reads until the output from `start` on contains a text; throws after a number of seconds.
  package func wait(for words: String, from start: Int = 0, seconds: Double = Wait.patience) throws {
    let wanted = Array(words.utf8)
    try wait(seconds: seconds, "\"\(words)\"") { $0.output[min(start, $0.output.count)...].contains(wanted) }
  }

  /// Reads until the program has ended or, with `orStop`, has stopped.
  package func waitForEnd(orStop: Bool = false, seconds: Double = Wait.patience) throws -> End {
    if let seenEnd { return seenEnd }
    var status: Int32 = 0
    try wait(seconds: seconds, "the end") {
      waitpid($0.child, &status, WNOHANG | (orStop ? WUNTRACED : 0)) != 0
    }
    readSome(milliseconds: 0)
    if status & 0xFF == 0x7F { return .stopped }
    ended(status)
    return seenEnd ?? .stopped
  }

  /// The modes of the terminal as comparable numbers.
  package var modes: [UInt32] {
    var modes = termios()
    guard tcgetattr(slave, &modes) == 0 else { return [] }
    let keys = withUnsafeBytes(of: modes.c_cc) { $0.map { UInt32($0) } }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + keys
  }

  /// Reads until a condition holds; throws after a number of seconds.
  package func wait(
    seconds: Double = Wait.patience, _ what: String, until isDone: (PseudoTerminal) throws -> Bool
  ) throws {
    let start = now
    while try !isDone(self) {
      guard now - start < seconds else {
        throw Failure(description: "waited in vain for \(what); there was: \(text.debugDescription)")
      }
      readSome(milliseconds: 20)
    }
  }

  private var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func readSome(milliseconds: Int32) {
    var wanted = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    var limit = milliseconds
    while poll(&wanted, 1, limit) > 0, wanted.revents & Int16(POLLIN) != 0 {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = Glibc.read(master, &bytes, bytes.count)
      guard count > 0 else { return }
      output += bytes.prefix(count)
      limit = 0
    }
  }
}
