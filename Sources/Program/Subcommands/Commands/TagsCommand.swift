import AudioBase
import Configuration
import MusicLibrary
import SystemBase
import TerminalUI
import TrackTags

/// `drumdub info`: prints the metadata of files.
struct InfoCommand {
  private let files: [FilePath]
  private let isJSON: Bool
  /// The file that receives the picture of the one file.
  private let picture: FilePath?

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    isJSON = scanned.has("json")
    picture = scanned.value("picture")
    files = scanned.operands
    if files.isEmpty { throw UsageError("info needs a file") }
    guard let picture else { return }
    if picture.isEmpty { throw UsageError("--picture needs the file to write") }
    if files.count > 1 { throw UsageError("--picture takes one file") }
    if isJSON { throw UsageError("--picture and --json cannot be combined") }
  }

  /// Reports all files. One that cannot be read has an error as its entry and makes the exit code 1. One whose sound ends
  /// early has its tags and the reason.
  package func run() -> Int32 {
    if let picture { return write(pictureOf: files[0], to: picture) }
    var failures = 0
    let tags = TagWorkers.pool(workers: 1)
    let library = IndexedFiles()
    var progress = LateProgress()
    func fail(_ error: FileError) -> String {
      failures += 1
      let sentence = ErrorText.sentence(error, while: .reading)
      progress.clear()
      Messages.print(sentence)
      return sentence
    }
    let report = FileReport(
      files: files.enumerated().map { index, path in
        defer { progress.show("reading", index + 1, of: files.count) }
        do throws(FileError) {
          var track = try tags.read(path)
          library.applyRating(to: &track)
          guard let damage = track.damage else { return FileReport.Entry(track) }
          guard damage.code == .endsEarly else { return FileReport.Entry(track, error: fail(damage)) }
          let reason = ErrorText.reason(damage)
          progress.clear()
          Messages.print("\(path.shown): \(reason)")
          return FileReport.Entry(track, damage: reason)
        } catch {
          return FileReport.Entry(path, error: fail(error))
        }
      })
    progress.clear()
    print(isJSON ? JSONReport.text(report) : report.text)
    return failures == 0 ? 0 : 1
  }

  /// Writes the best picture of a file, for `--picture`.
  private func write(pictureOf source: FilePath, to target: FilePath) -> Int32 {
    var action = ErrorText.Activity.reading
    do throws(FileError) {
      let picture = try picture(of: source)
      action = .writing
      try AtomicFile(target, reading: source).write(picture)
      return 0
    } catch {
      Messages.print(ErrorText.sentence(error, while: action))
      return 1
    }
  }

  private func picture(of source: FilePath) throws(FileError) -> [UInt8] {
    let workers = TagWorkers.pool(workers: 1)
    let finder = PictureFinder { path throws(FileError) in try workers.picture(of: path) }
    if let found = try finder.best(for: source) { return found.data.bytes }
    guard let resources = BaseFolders.resources else {
      throw FileError(.notFound, "Artwork/no-artwork.png", detail: "set DRUMDUB_RESOURCES")
    }
    let picture = try FileBytes.read(resources.appending("Artwork/no-artwork.png"), limit: 1 << 20)
    Messages.print("\(source.shown) and its folder have no picture: wrote the program's placeholder picture")
    return picture
  }
}

/// `drumdub tags`: changes the tags of files.
struct TagsCommand {
  private let files: [FilePath]
  private let isJSON: Bool
  private let texts: [TagName: String]

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
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
      for entry in entries where entry.error == nil { print("changed \(entry.path.shown)") }
    }
    return entries.contains { $0.error != nil } ? 1 : 0
  }

  private func entry(
    _ path: FilePath, _ workers: TagWorkerPool, _ library: IndexedFiles, _ progress: inout LateProgress
  ) -> FileReport.Entry {
    do throws(FileError) {
      let done = try workers.edit(path, .set(texts))
      guard var track = done.track else { return FileReport.Entry(TrackInfo(path: path)) }
      library.store(track, rating: texts[.rating].map { .set(TrackRating($0)) } ?? .ofFile)
      library.applyRating(to: &track)
      return FileReport.Entry(track)
    } catch {
      let sentence = ErrorText.sentence(error, while: .tagging)
      progress.clear()
      Messages.print(sentence)
      return FileReport.Entry(path, error: sentence)
    }
  }
}
