import AudioBase
import MusicLibrary
import TerminalUI

/// `drumdub info`: what files say of themselves.
struct InfoCommand {
  private let files: [FilePath]
  private let isJSON: Bool
  private let isHelp: Bool

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scan(
      arguments,
      for: [
        OptionName(long: "json", takesValue: false), OptionName(long: "help", short: "h", takesValue: false),
      ])
    isJSON = scanned.options.contains { $0.name == "json" }
    isHelp = scanned.options.contains { $0.name == "help" }
    files = scanned.words
    if files.isEmpty && !isHelp { throw UsageError("info needs a file") }
  }

  /// One file that cannot be read costs its own entry and exit code 1; the others are told all the same.
  func run() -> Int32 {
    if isHelp {
      print(HelpText.info)
      return 0
    }
    var failures = 0
    let tags = TagWorkers.pool(workers: 1)
    let report = FileReport(
      files: files.map { path in
        do throws(AudioError) {
          return .track(try tags.read(path))
        } catch {
          failures += 1
          let sentence = ErrorText.sentence(error, while: .reading)
          Messages.print(sentence)
          return .failure(path, sentence: sentence)
        }
      })
    guard let text = isJSON ? try? report.json() : report.text else {
      preconditionFailure("a report that JSON cannot hold")
    }
    print(text)
    return failures == 0 ? 0 : 1
  }
}
