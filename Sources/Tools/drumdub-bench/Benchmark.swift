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
      if let path = arguments.table {
        print(MarkdownTable.text(try Results.read(path)))
        return 0
      }
      return report(arguments)
    } catch {
      complain(Failure(error).message)
      return 2
    }
  }

  private static func report(_ arguments: BenchmarkArguments) -> Int32 {
    let report = Report(isQuick: arguments.isQuick)
    for part in arguments.parts {
      // Shows progress, since some parts need a minute.
      if isatty(STDERR_FILENO) == 1 { complain("\(part.rawValue) …") }
      report.measure(part, arguments)
    }
    print(arguments.wantsJSON ? report.results.json : Table.text(report))
    return report.failures.isEmpty ? 0 : 1
  }

  private static func complain(_ text: String) {
    let line = Array("drumdub-bench: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
