import Application
import Configuration
import Dubbing
import SystemBase
import TerminalUI
import TrackTags

/// `drumdub takes pack`: writes a take with its recorded sound and its kit to an archive.
struct TakePacking {
  var id: String
  var output: FilePath
  var isJSON = false

  func run(_ store: TakeStore) throws(FileError) {
    let (take, path) = try store.find(id)
    var options = ExportOptions(path: BaseFolders.current.appending(output), format: .pack)
    options.folder = path.directory
    let (pack, notices) = ExportSetup.service(LibraryChoice.settings()).pack(take, options)
    StopSignals.watch()
    do throws(ExportError) { _ = try pack.run(isCancelled: { StopSignals.hasCome }) } catch {
      switch error {
      case .cancelled: StopSignals.end()
      case .failed(let error, _): throw error
      }
    }
    report(pack)
    for notice in notices { Messages.print(ExportText.sentence(notice)) }
  }

  private func report(_ pack: PackExport) {
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
