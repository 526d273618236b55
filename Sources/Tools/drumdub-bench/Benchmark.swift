import FoundationEssentials
import Glibc

/// Runs the program. Its exit code is 0 if all was measured, whatever the goals, 1 if not, 2 for a usage error.
enum Benchmark {
  static func run(_ words: [String]) -> Int32 {
    do {
      let arguments = try BenchmarkArguments(words)
      if arguments.wantsHelp {
        print(BenchmarkArguments.help)
        return 0
      }
      return report(arguments)
    } catch {
      complain(Failure(error).message)
      return 2
    }
  }

  private static func report(_ arguments: BenchmarkArguments) -> Int32 {
    let report = Report()
    for part in arguments.parts {
      // Shows progress, since some parts need a minute.
      if isatty(STDERR_FILENO) == 1 { complain("\(part.rawValue) …") }
      report.part = part
      do {
        try part.measure(report, arguments)
      } catch {
        report.fail(Failure(error).message)
      }
    }
    print(arguments.wantsJSON ? json(report) : Table.text(report))
    return report.failures.isEmpty ? 0 : 1
  }

  private static func json(_ report: Report) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(report) else { preconditionFailure("a figure that is no number") }
    return String(decoding: data, as: UTF8.self)
  }

  private static func complain(_ text: String) {
    let line = Array("drumdub-bench: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
