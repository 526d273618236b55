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
      var object = JSONObject()
      object.append(path: BaseFolders.current.appending(output))
      object.append("id", take.id)
      object.append("sounds", take.layers.count { $0.audio != nil })
      object.append("kit", name)
      object.append("signed", .bool(take.track?.signature != nil))
      print(JSONWriter.text(of: .object(object), layout: .line))
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
    var object = JSONObject()
    object.append("takes", takes.map { members($0.take, $0.path) })
    return JSONWriter.text(of: .object(object), layout: .indented)
  }

  private func members(_ take: Take, _ path: FilePath) -> JSONObject {
    var object = JSONObject()
    object.append("id", take.id)
    object.append("name", take.name)
    object.append(path: path)
    object.append("track", take.track.map { members($0) })
    object.append("created", Timestamp.text(take.created))
    object.append("modified", Timestamp.text(take.modified))
    object.append("hits", take.hitCount)
    object.append("layers", take.layers.count)
    object.append("kit", take.kit?.name)
    object.append("bpm", take.tempo?.bpm)
    return object
  }

  /// Returns the members of a track. Title and artist are read from the file, if it is still there.
  private func members(_ reference: TrackReference) -> JSONObject {
    let track = try? tags.read(reference.path)
    var object = JSONObject()
    object.append(path: reference.path)
    object.append("title", track?.title)
    object.append("artist", track?.artist)
    object.append("key", "\(reference.key)")
    return object
  }
}
