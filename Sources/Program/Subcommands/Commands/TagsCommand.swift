import AudioBase
import Configuration
import MusicLibrary
import SystemBase
import TerminalUI
import TrackTags

/// `drumdub tags`: changes the tags of files.
struct TagsCommand {
  private let files: [FilePath]
  private let isJSON: Bool
  private let texts: [TagName: String]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scanSubcommand(arguments, for: ["set=", "json"])
    isJSON = scanned.has("json")
    files = scanned.operands
    var texts: [TagName: String] = [:]
    for option in scanned.options where option.name == "set" {
      let (name, text) = try TagsCommand.setting(option.value)
      texts[name] = text
    }
    self.texts = texts
    if files.isEmpty { throw UsageError("tags needs a file") }
    if texts.isEmpty { throw UsageError("tags needs --set NAME=TEXT; drumdub info prints the tags") }
  }

  private static func setting(_ value: FilePath) throws(UsageError) -> (TagName, String) {
    guard let text = value.text, let sign = text.firstIndex(of: "=") else {
      throw UsageError("--set must be NAME=TEXT, not \(value.shown)")
    }
    let given = String(text[..<sign])
    guard let name = TagName(usual: given) else {
      let names = TagName.usual.map(\.name).joined(separator: ", ")
      throw UsageError("--set: there is no tag \(PrintedText.escaped(given)); the tags are \(names)")
    }
    let content = String(text[text.index(after: sign)...])
    guard name.accepts(content) else { throw UsageError("--set: \(TagText.expected(name))") }
    return (name, content)
  }

  /// Changes all files; one that cannot be changed has an error as its entry and makes the exit code 1.
  package func run() -> Int32 {
    let workers = TagWorkers.pool(workers: 1)
    let library = IndexedFiles()
    var progress = LateProgress()
    let entries = files.enumerated().map { index, file in
      defer { progress.show("changing tags", index + 1, of: files.count) }
      return entry(file, workers, library, &progress)
    }
    progress.clear()
    if isJSON {
      print(JSONReport.text(FileReport(files: entries)))
    } else {
      for case .track(let track) in entries { print("changed \(track.path.shown)") }
    }
    return entries.contains { if case .failure = $0 { true } else { false } } ? 1 : 0
  }

  private func entry(
    _ path: FilePath, _ workers: TagWorkerPool, _ library: IndexedFiles, _ progress: inout LateProgress
  ) -> FileReport.Entry {
    do throws(FileError) {
      let done = try workers.edit(path, .set(texts))
      guard var track = done.track else { return .track(TrackInfo(path: path)) }
      library.store(track, rating: texts[.rating].map { .set(TrackRating($0)) } ?? .ofFile)
      library.applyRating(to: &track)
      return .track(track)
    } catch {
      let sentence = ErrorText.sentence(error, while: .tagging)
      progress.clear()
      Messages.print(sentence)
      return .failure(path, sentence: sentence)
    }
  }
}
