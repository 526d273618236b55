import Glibc
import TerminalTestSupport
import TestSupport
import Testing

/// Counts the heap calls of the audio thread in a separate program, since RealtimeSanitizer replaces malloc in this one.
@Suite struct AllocationTests {
  /// The optimised program that make names, for a minute; otherwise the slow debug build.
  private static let optimised = getenv("DRUMDUB_ALLOCATION_PROBE").map { String(cString: $0) }
  private static var seconds: Int { optimised == nil ? 5 : 60 }

  @Test func selfTestOfTheAllocationCounterFindsTwoAllocationsAndOneFree() throws {
    #expect(try Self.run("--self-test") == ["allocations": 2, "frees": 1])
  }

  @Test func busyMinuteOfRenderingAllocatesNothing() throws {
    let counts = try Self.run("\(Self.seconds)")
    #expect(counts["allocations"] == 0)
    #expect(counts["frees"] == 0)
    // That it was busy, in all ways; how often the music came in time is the machine's affair.
    let blocks = try #require(counts["blocks"])
    let least = [
      "hits": blocks / 4, "planned": blocks / 20, "limited": blocks / 2, "segments": blocks / 100,
      "seeks": blocks / 100, "rounds": blocks / 2000, "freePlans": blocks / 400, "stretched": blocks / 1000,
      "lostDevices": blocks / 300, "clickBlocks": blocks / 400, "moves": blocks / 100,
    ]
    #expect(blocks > Self.seconds * 60)
    for (name, count) in least { #expect(counts[name, default: 0] > count, "\(name)") }
  }

  /// - Returns: the `name=value` pairs that the probe prints.
  private static func run(_ argument: String) throws -> [String: Int] {
    let terminal = try PseudoTerminal(columns: 200, rows: 24)
    try terminal.spawn(optimised ?? path, [argument], environment: ["PATH=/usr/bin:/bin"])
    try terminal.expectEnd(.exited(0), seconds: 600)
    let pairs = terminal.text.split(whereSeparator: \.isWhitespace).map { $0.split(separator: "=") }
    return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), Int($0[1]) ?? -1) })
  }

  private static var path: String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = String(decoding: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return folder.joined(separator: "/") + "/allocation-probe"
  }
}
