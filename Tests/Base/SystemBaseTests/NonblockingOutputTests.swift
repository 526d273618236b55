import Glibc
import SystemBase
import TestSupport
import Testing

@Suite struct NonblockingOutputTests {
  /// A pipe or a pair of sockets; both ends are closed when it is released.
  private final class Ends {
    let reader, writer: Int32

    init(isPipe: Bool) {
      var ends: [Int32] = [-1, -1]
      if isPipe {
        precondition(pipe(&ends) == 0)
      } else {
        precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        ends.reverse()
      }
      (reader, writer) = (ends[0], ends[1])
    }

    deinit {
      close(reader)
      close(writer)
    }

    func read(_ count: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: count)
      let number = Glibc.read(reader, &bytes, count)
      return Array(bytes.prefix(max(number, 0)))
    }

    var isNonblocking: Bool { fcntl(writer, F_GETFL) & O_NONBLOCK != 0 }
  }

  private struct State: Hashable {
    let waits, hasFailed: Bool

    init(_ output: borrowing NonblockingOutput) {
      (waits, hasFailed) = (output.pendingCount > 0, output.hasFailed)
    }

    init(waits: Bool = false, hasFailed: Bool = false) { (self.waits, self.hasFailed) = (waits, hasFailed) }
  }

  private static let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }

  /// A socket cannot be opened a second time.
  @Test(arguments: [true, false]) func bytesThatTheReaderDoesNotAcceptAreWrittenLaterInOrder(isPipe: Bool) {
    let ends = Ends(isPipe: isPipe)
    var output = NonblockingOutput(ends.writer)
    for start in stride(from: 0, to: Self.content.count, by: 100_000) {
      output.send(Array(Self.content[start..<(start + 100_000)]))
    }
    let waiting = output.pendingCount
    #expect(waiting > 0 && waiting < Self.content.count && !ends.isNonblocking)
    var received: [UInt8] = []
    while output.isBusy {
      received += ends.read(50_000)
      output.writePending()
    }
    while received.count < Self.content.count { received += ends.read(50_000) }
    let difference = zip(received, Self.content).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(received.count == Self.content.count && difference == nil)
    #expect(State(output) == State() && !ends.isNonblocking)
  }

  @Test(arguments: [true, false]) func theEndDoesNotWaitForAReaderThatAcceptsNothing(isPipe: Bool) {
    let ends = Ends(isPipe: isPipe)
    var output = NonblockingOutput(ends.writer)
    output.send(Self.content)
    output.finish(Array("end".utf8))
    #expect(State(output) == State())
    #expect(ends.read(1) == [0])
  }

  @Test(arguments: [0, NonblockingOutput.timeout]) func unreadTerminalStillGetsTheLastBytes(
    timeout: Double
  ) throws {
    let terminal = try PseudoTerminal()
    terminal.withDescriptor { descriptor in
      var output = NonblockingOutput(descriptor)
      output.send(Self.content.map { 0x20 + $0 % 64 })
      #expect(State(output) == State(waits: true))
      output.finish(Array("the end".utf8), dropsPending: true, timeout: timeout)
    }
    terminal.read(milliseconds: 0)
    #expect(terminal.text.hasSuffix("the end"))
    #expect(terminal.output.count < Self.content.count)
  }

  @Test func aReaderThatIsGoneIsNoticed() throws {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    signal(SIGPIPE, SIG_IGN)
    var output = NonblockingOutput(ends[1])
    output.send([1])
    #expect(State(output) == State())
    close(ends[0])
    // A program that another test is starting has a duplicate of the reader's end until it runs.
    try Wait.until("the failure") {
      output.send([2])
      return output.hasFailed
    }
    #expect(State(output) == State(hasFailed: true))
    close(ends[1])
  }

  /// The file keeps what other programs write to it.
  @Test func aRegularFileIsNotOpenedAgain() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "lines")
    let descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    #expect(FileBytes.writeAll([1, 2], to: descriptor))
    var output = NonblockingOutput(descriptor)
    output.send([3, 4])
    #expect(FileBytes.writeAll([5], to: descriptor))
    output.send([6])
    #expect(try FileBytes.read(path, limit: 100) == [1, 2, 3, 4, 5, 6])
  }
}
