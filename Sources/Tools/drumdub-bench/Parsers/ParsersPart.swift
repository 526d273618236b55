import BenchmarkInputs
import SystemBase

/// Measures whether parsers need time in proportion to the size of their input: the bytes a second at 10 and 100 times a
/// size, against those at the size itself. The same number of bytes is parsed at each size.
enum ParsersPart {
  private static let size = 10_000
  private static let factors = [1, 10, 100]
  private static let rounds = 3
  /// Seconds after which a larger input is not tried, since a parser that is worse than linear would not end.
  private static let longest = 5.0

  static func measure(_ report: Report) throws {
    let home = try ScratchFolder()
    for (number, parser) in ParserInput.all.enumerated() {
      let inputs = try factors.map { factor in
        let file = "\(try home.makeFolder("\(number)-\(factor)"))/\(parser.fileName)"
        let bytes = parser.content(size * factor)
        try AtomicFile.replace(FilePath(file), with: bytes)
        return (input: ParserInput.Input(bytes: bytes, path: FilePath(file)), times: 100 / factor)
      }
      // Seconds for a byte, of each size.
      func cost(_ index: Int) throws -> Double {
        let (input, times) = inputs[index]
        let time = seconds { for _ in 0..<times { parser.parse(input) } }
        if time > longest { throw Failure("\(parser.name): \(time) s for 1 MB") }
        return time / Double(input.bytes.count * times)
      }
      do {
        for (index, factor) in factors.enumerated().dropFirst() {
          try report.race(
            "\(parser.name), × \(factor)", .speed(of: 1e-6, "MB/s"), rounds: rounds,
            beside: Peer(name: "at 10 kB") { try cost(0) }, .ratioAtLeast(0.5)
          ) { try cost(index) }
        }
      } catch {
        report.fail(Failure(error).message)
      }
    }
  }
}
