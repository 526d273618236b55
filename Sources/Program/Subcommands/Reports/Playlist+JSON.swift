import AudioBase
import Playlists
import SystemBase
import TerminalUI

/// The object of `drumdub playlist --json`.
extension Playlist: JSONRepresentable {
  package var json: JSONValue {
    var object = JSONObject()
    object.append("format", format.rawValue)
    object.append("encoding", encoding.rawValue)
    object.append("title", title)
    object.append("entries", entries)
    object.append("warnings", warnings)
    return .object(object)
  }
}

extension PlaylistEntry: JSONRepresentable {
  package var json: JSONValue {
    var object = JSONObject()
    switch location {
    case .file(let path): object.append(path: path)
    case .url(let address): object.append("url", address)
    }
    object.append("title", title)
    object.append("artist", artist)
    object.append("album", album)
    object.append("albumArtist", albumArtist)
    object.append("trackNumber", trackNumber)
    object.append("discNumber", discNumber)
    object.append("discTotal", discTotal)
    object.append("date", date)
    object.append("genre", genre)
    object.append("duration", duration)
    object.append("start", section?.start.seconds)
    object.append("end", section?.end?.seconds)
    object.append("missing", isMissing)
    return .object(object)
  }
}

extension PlaylistWarning: JSONRepresentable {
  package var json: JSONValue {
    var object = JSONObject()
    object.append("line", line)
    object.append("message", ErrorText.sentence(self))
    return .object(object)
  }
}
