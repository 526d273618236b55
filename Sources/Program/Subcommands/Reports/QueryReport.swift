import MusicLibrary
import SystemBase

/// The object of `drumdub query --json`.
package struct QueryReport: JSONRepresentable, Hashable, Sendable {
  package var count: Int
  var tracks: [LibraryTrack]

  package init(_ tracks: [LibraryTrack]) {
    count = tracks.count
    self.tracks = tracks
  }

  package var json: JSONValue {
    var object = JSONObject()
    object.append("count", count)
    object.append("tracks", tracks)
    return .object(object)
  }
}

/// The members of a file, and what the index adds.
extension LibraryTrack: JSONRepresentable {
  package var json: JSONValue {
    var object = track.jsonMembers
    object.append("id", id)
    object.append("kind", kind.name)
    object.append("bpmFound", hasFoundTempo ? true : nil)
    object.append("rating", rating?.stars)
    object.append("playCount", playCount)
    object.append("lastPlayed", lastPlayed)
    object.append("addedAt", addedAt)
    object.append("away", isAway)
    object.append("damaged", damage == nil ? nil : true)
    object.append("error", damage)
    return .object(object)
  }
}
