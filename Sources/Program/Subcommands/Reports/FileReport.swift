import AudioBase
import Configuration
import SystemBase

/// The output of `info`: tags and audio format of files, or the errors.
package struct FileReport: JSONRepresentable, Hashable, Sendable {
  package enum Entry: JSONRepresentable, Hashable, Sendable {
    case track(TrackInfo)
    /// The tags of a file whose sound is damaged, and what is wrong with it.
    case damaged(TrackInfo, sentence: String)
    case failure(FilePath, sentence: String)

    package var json: JSONValue {
      switch self {
      case .track(let track): return .object(FileReport.members(track))
      case .damaged(let track, let sentence):
        var object = FileReport.members(track)
        object.append("error", sentence)
        return .object(object)
      case .failure(let path, let sentence): return .object(JSONObject(path: path, ["error": sentence]))
      }
    }
  }

  package var files: [Entry]

  package var json: JSONValue { .object(["files": files]) }

  fileprivate static func members(_ track: TrackInfo) -> JSONObject {
    var object = track.jsonMembers
    object.append("rating", track.rating?.stars)
    return object
  }
}

/// JSON of all reports: one line, members in alphabetical order, slashes not escaped.
package enum JSONReport {
  package static func text(_ report: some JSONRepresentable) -> String {
    JSONWriter.text(of: report.json, layout: .line)
  }

  static func text(_ object: JSONObject) -> String { JSONWriter.text(of: .object(object), layout: .line) }
}

extension JSONObject {
  /// Creates an object with a path and other members.
  init(path: FilePath, _ others: JSONObject) {
    self.init()
    append(path: path)
    append(contentsOf: others)
  }
}

/// The report as text.
extension FileReport {
  /// Aligned lines of `name: value`, files apart by an empty line, every line ended.
  package var text: String { files.map(FileReport.text).joined(separator: "\n") }

  private static func text(_ entry: Entry) -> String {
    let lines: [(String, String)] =
      switch entry {
      case .track(let track):
        [("path", track.path.shown)] + tags(track) + sound(track.stream) + pictures(track)
      case .damaged(let track, let sentence):
        [("path", track.path.shown)] + tags(track) + sound(track.stream) + pictures(track) + [
          ("error", sentence)
        ]
      case .failure(let path, let sentence): [("path", path.shown), ("error", sentence)]
      }
    return lines.map { name, value in
      let label = name + ":" + String(repeating: " ", count: max(14 - name.count, 1))
      return label + PrintedText.escaped(value) + "\n"
    }.joined()
  }

  private static func tags(_ track: TrackInfo) -> [(String, String)] {
    let lines: [(String, String?)] = [
      ("title", track.title), ("artist", track.artist), ("album", track.album),
      ("album artist", track.albumArtist), ("track", of(track.numberText, track.trackTotal)),
      ("disc", of(track.discNumber.map(String.init), track.discTotal)), ("date", track.date),
      ("genre", track.genre),
      ("bpm", track.bpm.map(number)), ("rating", track.rating.map { "\($0.stars)" }),
    ]
    return present(lines)
  }

  private static func sound(_ stream: SoundProperties) -> [(String, String)] {
    present([
      ("duration", stream.duration.map { number($0) + " s" }),
      ("sample rate", stream.sampleRate.map { "\($0) Hz" }),
      ("channels", stream.channels.map(String.init)),
      ("bits", stream.bitsPerSample.map(String.init)),
      ("codec", stream.codec?.rawValue),
      ("bitrate", stream.bitrate.map { number(Double($0) / 1_000) + " kbit/s" }),
    ])
  }

  private static func pictures(_ track: TrackInfo) -> [(String, String)] {
    track.pictures.map { picture in
      let size = picture.width.flatMap { width in picture.height.map { "\(width) x \($0)" } }
      let parts = [picture.typeName, picture.mimeType, size, "\(picture.bytes) bytes"]
      return ("picture", parts.compactMap { $0 }.joined(separator: ", "))
    }
  }

  private static func present(_ lines: [(String, String?)]) -> [(String, String)] {
    lines.compactMap { name, value in value.map { (name, $0) } }
  }

  private static func of(_ number: String?, _ total: Int?) -> String? {
    switch (number, total) {
    case (nil, nil): nil
    case (let number?, nil): number
    case (let number, let total?): "\(number ?? "?")/\(total)"
    }
  }

  /// Returns a number, without `.0` if it is whole.
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}

extension TrackPicture {
  /// The name of the picture's type; nil for an unknown type.
  var typeName: String? {
    let names = [
      "other", "file icon", "other file icon", "front cover", "back cover", "leaflet", "medium",
      "lead artist",
      "artist", "conductor", "band", "composer", "lyricist", "recording location", "during recording",
      "during performance", "screen capture", "bright fish", "illustration", "band logo", "publisher logo",
    ]
    return names.indices.contains(type) ? names[type] : nil
  }
}

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
    .object(["type": type, "mimeType": mimeType, "width": width, "height": height, "bytes": bytes])
  }
}
