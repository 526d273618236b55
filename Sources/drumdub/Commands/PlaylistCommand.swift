import Playlists
import SystemBase
import TerminalUI

/// `drumdub playlist`: prints the entries of a playlist.
struct PlaylistCommand {
  private let file: FilePath
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
    file = scanned.words.first ?? FilePath("")
    if isHelp { return }
    if scanned.words.isEmpty { throw UsageError("playlist needs a file") }
    if scanned.words.count > 1 { throw UsageError("playlist takes one file") }
  }

  func run() -> Int32 {
    if isHelp {
      print(HelpText.playlist)
      return 0
    }
    do throws(FileError) {
      let playlist = try PlaylistReader().read(file)
      print(isJSON ? JSONReport.text(playlist) : playlist.text)
      return 0
    } catch {
      Messages.print(ErrorText.listSentence(error))
      return 1
    }
  }
}
