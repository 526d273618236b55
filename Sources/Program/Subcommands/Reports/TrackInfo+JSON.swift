import AudioBase
import SystemBase

extension TrackInfo {
  /// The members of a file as every report prints them; what is absent is left out. Each report adds the rating.
  var jsonMembers: JSONObject {
    var object = JSONObject()
    object.append(path: path)
    object.append("title", title)
    object.append("artist", artist)
    object.append("artists", artists.isEmpty ? nil : artists)
    object.append("album", album)
    object.append("albumArtist", albumArtist)
    object.append("trackNumber", trackNumber)
    object.append("trackSide", trackSide)
    object.append("trackTotal", trackTotal)
    object.append("discNumber", discNumber)
    object.append("discTotal", discTotal)
    object.append("date", date)
    object.append("genre", genre)
    object.append("genres", genres.isEmpty ? nil : genres)
    object.append("bpm", bpm)
    object.append("pictures", pictures.isEmpty ? nil : pictures)
    object.append("start", section?.start.seconds)
    object.append("end", section?.end?.seconds)
    object.append("tracks", parts.isEmpty ? nil : parts)
    object.append("duration", stream.duration)
    object.append("sampleRate", stream.sampleRate)
    object.append("channels", stream.channels)
    object.append("bitsPerSample", stream.bitsPerSample)
    object.append("codec", stream.codec?.rawValue)
    object.append("bitrate", stream.bitrate)
    return object
  }
}

extension TrackPicture: JSONRepresentable {
  package var json: JSONValue {
    var object = JSONObject()
    object.append("type", type)
    object.append("mimeType", mimeType)
    object.append("width", width)
    object.append("height", height)
    object.append("bytes", bytes)
    return .object(object)
  }
}
