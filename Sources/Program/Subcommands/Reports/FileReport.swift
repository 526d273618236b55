import AudioBase
import SystemBase

/// The output of `info`: tags and audio format of files, or the errors.
package struct FileReport: JSONRepresentable, Hashable, Sendable {
  package enum Entry: Hashable, Sendable {
    case track(TrackInfo)
    /// The tags of a file whose sound is damaged, and what is wrong with it.
    case damaged(TrackInfo, sentence: String)
    case failure(FilePath, sentence: String)
  }

  package var files: [Entry]

  package var json: JSONValue {
    var object = JSONObject()
    object.append("files", files)
    return .object(object)
  }

  fileprivate static func members(_ track: TrackInfo) -> JSONObject {
    var object = track.jsonMembers
    object.append("rating", track.rating?.stars)
    return object
  }
}

extension FileReport.Entry: JSONRepresentable {
  package var json: JSONValue {
    switch self {
    case .track(let track): return .object(FileReport.members(track))
    case .damaged(let track, let sentence):
      var object = FileReport.members(track)
      object.append("error", sentence)
      return .object(object)
    case .failure(let path, let sentence):
      var object = JSONObject()
      object.append(path: path)
      object.append("error", sentence)
      return .object(object)
    }
  }
}

/// JSON of all reports: one line, members in alphabetical order, slashes not escaped.
package enum JSONReport {
  package static func text(_ report: some JSONRepresentable) -> String {
    JSONWriter.text(of: report.json, layout: .line)
  }
}
