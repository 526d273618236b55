import Dubbing
import FoundationEssentials
import SystemBase
import TrackTags

/// What `drumdub takes` tells.
struct TakeReport {
  let takes: [(take: Take, path: FilePath)]
  /// Reads what tracks say of themselves, in a process of its own.
  let tags: TagWorkerPool

  /// A line each: id, name, layers, hits, track.
  var text: String {
    if takes.isEmpty { return "no takes yet: r records one while a track plays" }
    return takes.map { take, _ in
      let track = take.track.map { $0.path.shown } ?? "without a track"
      let counts = "\(take.layers.count) layers, \(take.hitCount) hits"
      return "\(take.id)  \(FilePath(take.name).shown)  \(counts)  \(track)"
    }.joined(separator: "\n")
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    guard let data = try? encoder.encode(Root(takes: takes.map { Entry($0, $1, tags) })) else {
      preconditionFailure("a report that JSON cannot hold")
    }
    return String(decoding: data, as: UTF8.self)
  }
}

private struct Root: Encodable {
  var takes: [Entry]
}

private struct Entry: Encodable {
  struct Track: Encodable {
    var path: String
    var pathBase64: String?
    var title: String?
    var artist: String?
    var key: String
  }

  var id: String
  var name: String
  var path: String
  var pathBase64: String?
  var track: Track?
  var created: String
  var modified: String
  var hits: Int
  var layers: Int
  var kit: String?
  var bpm: Double?

  init(_ take: Take, _ path: FilePath, _ tags: TagWorkerPool) {
    id = take.id
    name = take.name
    self.path = path.text ?? path.shown
    pathBase64 = Entry.base64(path)
    track = take.track.map { Track($0, tags) }
    created = Timestamp.text(take.created)
    modified = Timestamp.text(take.modified)
    hits = take.hitCount
    layers = take.layers.count
    kit = take.kit?.name
    bpm = take.tempo?.bpm
  }

  fileprivate static func base64(_ path: FilePath) -> String? {
    path.text == nil ? Data(path.bytes).base64EncodedString() : nil
  }
}

extension Entry.Track {
  /// Title and artist are the file's, where it is still there.
  fileprivate init(_ reference: TrackReference, _ tags: TagWorkerPool) {
    let track = try? tags.read(reference.path)
    self.init(
      path: reference.path.text ?? reference.path.shown, pathBase64: Entry.base64(reference.path),
      title: track?.title, artist: track?.artist, key: "\(reference.key)")
  }
}
