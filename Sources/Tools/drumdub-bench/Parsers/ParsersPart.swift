import AudioBase
import SystemBase

/// Measures whether parsers need time in proportion to the size of their input: the bytes a second at 10 and 100 times a
/// size, against those at the size itself. The same number of bytes is parsed at each size.
struct ParsersPart {
  private static let size = 10_000
  private static let factors = [1, 10, 100]
  private static let rounds = 3
  /// Seconds after which a larger input is not tried, since a parser that is worse than linear would not end.
  private static let longest = 5.0

  func measure() throws(Failure) -> PartResult {
    let home = try ScratchFolder()
    var result = PartResult()
    for parser in TextParsers.all + FileParsers.all { try measure(parser, home, into: &result) }
    return result
  }

  private func measure(
    _ parser: ParserText, _ home: ScratchFolder, into result: inout PartResult
  ) throws(Failure) {
    var inputs: [(bytes: [UInt8], path: FilePath)] = []
    for factor in ParsersPart.factors {
      let folder = try home.makeFolder("\(result.figures.count)-\(factor)")
      let path = FilePath("\(folder)/\(parser.fileName)")
      let bytes = parser.content(ParsersPart.size * factor)
      do throws(FileError) { try AtomicFile.replace(path, with: bytes) } catch { throw Failure(error) }
      inputs.append((bytes, path))
    }
    var speeds: [[Double]] = ParsersPart.factors.map { _ in [] }
    for _ in 0..<ParsersPart.rounds {
      for (index, factor) in ParsersPart.factors.enumerated() {
        let count = ParsersPart.factors[ParsersPart.factors.count - 1] / factor
        let start = HostTime.now
        for _ in 0..<count { parser.parse(inputs[index].bytes, inputs[index].path) }
        let seconds = HostTime.now.seconds(since: start)
        speeds[index].append(Double(inputs[index].bytes.count * count) / seconds / 1e6)
        if seconds > ParsersPart.longest, index + 1 < inputs.count {
          return result.failures.append("parsers: \(parser.name): \(seconds) s for 1 MB")
        }
      }
    }
    for (index, factor) in ParsersPart.factors.enumerated().dropFirst() {
      result.figures.append(
        Figure(
          part: .parsers, what: "\(parser.name), × \(factor)", unit: "MB/s", value: speeds[index].median,
          peer: "at 10 kB", peerValue: speeds[0].median,
          ratio: zip(speeds[index], speeds[0]).map { $0 / $1 }.median, goal: .ratioAtLeast(0.5)))
    }
  }
}

/// A parser with the input that it is measured on.
struct ParserText {
  var name: String
  var fileName = "input"
  /// Makes an input of about so many bytes.
  var content: (Int) -> [UInt8]
  /// Parses an input, which is also in a file.
  var parse: ([UInt8], FilePath) -> Void

  /// Repeats a text up to a size.
  ///
  /// - Parameter unit: returns the text for each repetition, counted from 0.
  static func repeated(
    _ head: String = "", _ tail: String = "", separator: String = "", _ unit: @escaping (Int) -> String
  ) -> (Int) -> [UInt8] {
    { size in
      var bytes = Array(head.utf8)
      var index = 0
      while bytes.count + tail.utf8.count < size {
        if index > 0 { bytes += separator.utf8 }
        bytes += unit(index).utf8
        index += 1
      }
      return bytes + tail.utf8
    }
  }
}
