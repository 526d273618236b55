import AudioBase
import Configuration
import Containers
import Dubbing
import Playlists
import SystemBase
import TakeExchange
import TerminalUI
import TrackTags

/// `drumdub takes`: lists, renames, deletes, restores and imports takes.
enum TakesCommand {
  case list(isJSON: Bool, files: [FilePath])
  case rename(id: String, name: String)
  case delete(ids: [String])
  case restore(ids: [String])
  case importMIDI(MIDIImport)
  case importTake(SharedImport)
  case pack(TakePacking)
  case timing(TakeTiming)

  /// Processes all takes; one that fails makes the exit code 1.
  package func run() -> Int32 {
    let store = TakeStore(folder: BaseFolders.takes)
    return switch self {
    case .list(let isJSON, let files): list(store, isJSON, files)
    case .rename(let id, let name): attempt { () throws(FileError) in try rename(store, id, name) }
    case .delete(let ids):
      attempt(ids) { id throws(FileError) in
        let take = try store.delete(id)
        print("deleted \(take.name); drumdub takes restore \(take.id) brings it back")
      }
    case .restore(let ids):
      attempt(ids) { id throws(FileError) in print("restored \(try store.restore(id).name)") }
    case .importMIDI(let midi): attempt { () throws(FileError) in try midi.run(store) }
    case .importTake(let shared): attempt { () throws(FileError) in try shared.run(store) }
    case .pack(let packing): attempt { () throws(FileError) in try packing.run(store) }
    case .timing(let timing): attempt { () throws(FileError) in try timing.run(store) }
    }
  }

  private func attempt(_ body: () throws(FileError) -> Int32) -> Int32 {
    Messages.reporting(TakesCommand.sentence, body)
  }

  private func attempt(_ ids: [String], _ body: (String) throws(FileError) -> Void) -> Int32 {
    let codes = ids.map { id in
      attempt { () throws(FileError) in
        try body(id)
        return 0
      }
    }
    return codes.max() ?? 0
  }

  static func sentence(_ error: FileError) -> String {
    if error.code == .notFound, error.subject.hasPrefix("take ") {
      let reason = error.detail.map { "\($0): write more of it" } ?? "drumdub takes lists them"
      return "there is no \(error.subject): \(reason)"
    }
    return ErrorText.sentence(error, while: .reading)
  }

  private func rename(_ store: TakeStore, _ id: String, _ name: String) throws(FileError) -> Int32 {
    let old = try store.change(id) { take in
      take.rename(to: name)
      take.modified = Timestamp.now
    }
    print("renamed \(old.name) to \(name)")
    return 0
  }

  private func list(_ store: TakeStore, _ isJSON: Bool, _ files: [FilePath]) -> Int32 {
    var problems = store.recover().problems
    let found = store.all()
    problems += found.problems
    let dubs = files.filter { $0.bytes.suffix(4) == Array(".dub".utf8)[...] }
    let tracks = files.filter { !dubs.contains($0) }
    var takes: [(take: Take, path: FilePath)] = []
    if !tracks.isEmpty { takes = found.takes.filter(isOf(tracks, &problems)) }
    if files.isEmpty { takes = found.takes }
    takes += read(dubs, &problems)
    for problem in problems { Messages.print(ErrorText.sentence(problem, while: .reading)) }
    let report = TakeReport(takes: takes, tags: TagWorkers.pool(workers: 1))
    if isJSON {
      print(report.json)
    } else if !takes.isEmpty || problems.isEmpty {
      print(report.text)
    }
    return problems.isEmpty ? 0 : 1
  }

  /// Reads takes outside the folder of takes.
  private func read(_ dubs: [FilePath], _ problems: inout [FileError]) -> [(take: Take, path: FilePath)] {
    var takes: [(take: Take, path: FilePath)] = []
    for file in dubs {
      let path = BaseFolders.current.appending(file)
      do throws(FileError) {
        takes.append((try TakeFile.read(path), path))
      } catch {
        problems.append(error)
      }
    }
    return takes
  }

  /// Returns a condition for the takes of these tracks. A file includes its sections, a playlist its entries.
  private func isOf(_ files: [FilePath], _ problems: inout [FileError]) -> (Take, FilePath) -> Bool {
    var recordings: Set<TrackKey> = []
    var sections: Set<TrackKey> = []
    for file in files {
      do throws(FileError) {
        guard PlaylistFormat(name: file) != nil else {
          recordings.insert(try TrackKeyReader.key(of: file))
          continue
        }
        for entry in try PlaylistReader().read(file).entries {
          guard let track = entry.track, !entry.isMissing else { continue }
          sections.insert(try TrackKeyReader.key(of: track.path).of(track.section))
        }
      } catch {
        problems.append(error)
      }
    }
    return { take, _ in
      guard let key = take.track?.key else { return false }
      return sections.contains(key) || recordings.contains(where: key.isPart)
    }
  }
}

/// The command line of `drumdub takes`.
extension TakesCommand {
  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    let (words, isJSON) = (scanned.operands, scanned.has("json"))
    let (verb, rest) = (words.first?.shown, words.dropFirst().map(\.shown))
    switch verb {
    case "import", "pack": break
    case "timing": try TakesCommand.refuse(["output", "track", "kit", "yes", "instrument"], of: scanned)
    default: try TakesCommand.refuse(["output", "track", "kit", "yes", "instrument", "parts"], of: scanned)
    }
    switch verb {
    case "import": self = try TakesCommand.importing(scanned)
    case "pack": self = try TakesCommand.packing(scanned)
    case "timing":
      guard rest.count == 1, !rest[0].isEmpty else { throw UsageError("takes timing needs the id of a take") }
      let division = try TakesCommand.division(scanned.value("parts")?.shown)
      self = .timing(TakeTiming(id: rest[0], division: division, isJSON: isJSON))
    case "rename":
      guard rest.count == 2, !rest[1].isEmpty else { throw UsageError("takes rename needs an id and a name") }
      self = .rename(id: rest[0], name: rest[1])
    case "delete": self = .delete(ids: try TakesCommand.ids(rest, "delete"))
    case "restore": self = .restore(ids: try TakesCommand.ids(rest, "restore"))
    case "list": self = .list(isJSON: isJSON, files: Array(words.dropFirst()))
    default: self = .list(isJSON: isJSON, files: words)
    }
  }

  private static func importing(_ scanned: OptionScanner.Result) throws(UsageError) -> TakesCommand {
    guard scanned.operands.count == 2 else { throw UsageError("takes import needs one file") }
    let (file, track, kit) = (scanned.operands[1], scanned.value("track"), scanned.value("kit"))
    if SharedTakeSource.isShared(BaseFolders.current.appending(file)) {
      return .importTake(
        SharedImport(
          file: file, track: track, isYes: scanned.has("yes"), kit: kit, isJSON: scanned.has("json")))
    }
    return .importMIDI(
      MIDIImport(
        file: file, track: track, kit: kit ?? LibraryChoice.settings().chosenKit,
        isInstrument: scanned.has("instrument")))
  }

  private static func packing(_ scanned: OptionScanner.Result) throws(UsageError) -> TakesCommand {
    guard scanned.operands.count == 2, let output = scanned.value("output"), !output.isEmpty else {
      throw UsageError("takes pack needs the id of a take and --output FILE")
    }
    try refuseZIP(output)
    return .pack(
      TakePacking(id: scanned.operands[1].shown, output: output, isJSON: scanned.has("json")))
  }

  /// Throws if the name is that of a ZIP archive, which programs would take the file for.
  private static func refuseZIP(_ output: FilePath) throws(UsageError) {
    guard output.fileExtension == "zip" else { return }
    let name = "\(output.stem).\(ExportFormat.pack.fileExtension)"
    throw UsageError("takes pack writes a gzipped tar archive, not \(output.shown): name it \(name)")
  }

  /// Throws if one of the options is given, which belong to other commands.
  private static func refuse(_ options: [String], of scanned: OptionScanner.Result) throws(UsageError) {
    guard let option = options.first(where: scanned.has) else { return }
    switch option {
    case "output": throw UsageError("--output belongs to takes pack")
    case "parts": throw UsageError("--parts belongs to takes timing")
    default: throw UsageError("--track, --kit, --instrument and --yes belong to takes import")
    }
  }

  private static func division(_ text: String?) throws(UsageError) -> Int {
    guard let text else { return HitTiming.usualDivision }
    guard let division = Int(text), HitTiming.divisions.contains(division) else {
      throw UsageError("--parts needs a number from 1 to \(HitTiming.divisions.upperBound)")
    }
    return division
  }

  private static func ids(_ words: [String], _ verb: String) throws(UsageError) -> [String] {
    if words.isEmpty || words.contains("") { throw UsageError("takes \(verb) needs the id of a take") }
    return words
  }
}

/// `drumdub takes pack`: writes a take with its recorded sound and its kit to an archive.
struct TakePacking {
  var id: String
  var output: FilePath
  var isJSON = false

  func run(_ store: TakeStore) throws(FileError) -> Int32 {
    let (take, path) = try store.find(id)
    var options = ExportOptions(path: BaseFolders.current.appending(output), format: .pack)
    options.folder = path.directory
    let (pack, notices) = ExportSetup.service(LibraryChoice.settings()).pack(take, options)
    StopSignals.watch()
    do throws(ExportError) { _ = try pack.run(isCancelled: { StopSignals.hasCome }) } catch {
      switch error {
      case .cancelled: StopSignals.end()
      case .failed(let error, _): throw error
      case .noDrumParts(_, let path): throw FileError(.unsupported, path.shown)
      }
    }
    report(pack)
    for notice in notices { Messages.print(ExportText.sentence(notice)) }
    return 0
  }

  private func report(_ pack: TakePack) {
    let (take, name) = (pack.take, pack.kit == nil ? nil : pack.take.kit?.name)
    if isJSON {
      let sounds = take.layers.count { $0.audio != nil }
      let object: JSONObject = [
        "id": take.id, "sounds": sounds, "kit": name, "signed": take.track?.signature != nil,
      ]
      print(JSONReport.text(JSONObject(path: BaseFolders.current.appending(output), object)))
    } else {
      let kit = name.map { "with its kit \(FilePath($0).shown)" } ?? "without a kit"
      print("packed \(FilePath(take.name).shown) into \(output.shown), \(kit)")
    }
  }
}

/// The output of `drumdub takes`.
struct TakeReport {
  package let takes: [(take: Take, path: FilePath)]
  /// Reads tags in another process.
  package let tags: TagWorkerPool

  /// A line each: id, name, layers, hits, track.
  var text: String {
    if takes.isEmpty { return "no takes yet: r records one while a track plays" }
    return takes.map { take, _ in
      let track = take.track.map { $0.path.shown } ?? "without a track"
      let layers = ShownText.count(take.layers.count, "layer", "layers")
      let counts = "\(layers), \(ShownText.count(take.hitCount, "hit", "hits"))"
      return "\(take.id)  \(FilePath(take.name).shown)  \(counts)  \(track)"
    }.joined(separator: "\n")
  }

  var json: String {
    JSONWriter.text(
      of: .object(["takes": takes.map { members($0.take, $0.path) }]), layout: .indented)
  }

  private func members(_ take: Take, _ path: FilePath) -> JSONObject {
    JSONObject(
      path: path,
      [
        "id": take.id, "name": take.name, "track": take.track.map { members($0) },
        "created": Timestamp.text(take.created), "modified": Timestamp.text(take.modified),
        "hits": take.hitCount, "layers": take.layers.count, "kit": take.kit?.name, "bpm": take.tempo?.bpm,
      ])
  }

  /// Returns the members of a track. Title and artist are read from the file, if it is still there.
  private func members(_ reference: TrackReference) -> JSONObject {
    let track = try? tags.read(reference.path)
    return JSONObject(
      path: reference.path,
      ["title": track?.title, "artist": track?.artist, "key": "\(reference.key)"])
  }
}
