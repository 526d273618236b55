import Configuration
import SystemBase
import TerminalUI
import TrackTags

/// `drumdub info`: prints the metadata of files.
struct InfoCommand {
  private let files: [FilePath]
  private let isJSON: Bool
  /// The file that receives the picture of the one file.
  private let picture: FilePath?

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scanSubcommand(
      arguments,
      for: [
        OptionName(long: "json", takesValue: false), OptionName(long: "picture", takesValue: true),
      ])
    isJSON = scanned.has("json")
    picture = scanned.value("picture")
    files = scanned.operands
    if files.isEmpty { throw UsageError("info needs a file") }
    guard let picture else { return }
    if picture.isEmpty { throw UsageError("--picture needs the file to write") }
    if files.count > 1 { throw UsageError("--picture takes one file") }
    if isJSON { throw UsageError("--picture and --json cannot be combined") }
  }

  /// Reports all files; one that cannot be read has an error as its entry and makes the exit code 1.
  package func run() -> Int32 {
    if let picture { return PictureCommand(source: files[0], target: picture).run() }
    var failures = 0
    let tags = TagWorkers.pool(workers: 1)
    let library = IndexedFiles()
    var progress = LateProgress()
    let report = FileReport(
      files: files.enumerated().map { index, path in
        defer { progress.show("reading", index + 1, of: files.count) }
        do throws(FileError) {
          var track = try tags.read(path)
          library.applyRating(to: &track)
          guard let damage = track.damage else { return .track(track) }
          failures += 1
          let sentence = ErrorText.sentence(damage, while: .reading)
          progress.clear()
          Messages.print(sentence)
          return .damaged(track, sentence: sentence)
        } catch {
          failures += 1
          let sentence = ErrorText.sentence(error, while: .reading)
          progress.clear()
          Messages.print(sentence)
          return .failure(path, sentence: sentence)
        }
      })
    progress.clear()
    print(isJSON ? JSONReport.text(report) : report.text)
    return failures == 0 ? 0 : 1
  }
}

/// `drumdub info --picture`: writes the best picture of a file.
struct PictureCommand {
  let source: FilePath
  let target: FilePath

  package func run() -> Int32 {
    let picture: [UInt8]
    do throws(FileError) {
      picture = try bytes()
    } catch {
      Messages.print(ErrorText.sentence(error, while: .reading))
      return 1
    }
    do throws(FileError) {
      try AtomicFile(target, reading: source).write(picture)
      return 0
    } catch {
      Messages.print(ErrorText.sentence(error, while: .writing))
      return 1
    }
  }

  private func bytes() throws(FileError) -> [UInt8] {
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
