import AudioBase
import SystemBase

extension TrackInfo {
  /// The members of a file as every report prints them; what is absent is left out. Each report adds the rating.
  var jsonMembers: JSONObject {
    var object = JSONObject()
    object.append(path: path)
    for member in TrackMember.tags { object.append(member, of: self) }
    object.append("pictures", pictures.isEmpty ? nil : pictures)
    object.append("start", section?.start.seconds)
    object.append("end", section?.end?.seconds)
    object.append("tracks", parts.isEmpty ? nil : parts)
    for member in TrackMember.sound { object.append(member, of: self) }
    return object
  }
}

extension JSONObject {
  fileprivate mutating func append(_ member: TrackMember, of track: TrackInfo) {
    switch member.value {
    case .text(let path): append(member.name, track[keyPath: path])
    case .texts(let path): append(member.name, track[keyPath: path].isEmpty ? nil : track[keyPath: path])
    case .number(let path): append(member.name, track[keyPath: path])
    case .decimal(let path): append(member.name, track[keyPath: path])
    }
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
