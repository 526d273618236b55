import Dubbing
import SystemBase
import TerminalUI
import TrackTags

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
