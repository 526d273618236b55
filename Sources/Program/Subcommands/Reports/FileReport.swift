import AudioBase
import Configuration
import SystemBase

/// The output of `info` and `tags`: tags and audio format of files, or the errors.
package struct FileReport: JSONRepresentable, Hashable, Sendable {
  package struct Entry: JSONRepresentable, Hashable, Sendable {
    let path: FilePath
    /// What is known of the file; nil if it cannot be read or changed.
    let track: TrackInfo?
    /// What is wrong with the file or with its sound, as a sentence.
    let error: String?
    /// Why the sound is not complete although the file can be read and played.
    let damage: String?

    package init(_ track: TrackInfo, error: String? = nil, damage: String? = nil) {
      (path, self.track, self.error, self.damage) = (track.path, track, error, damage)
    }

    package init(_ path: FilePath, error: String) {
      (self.path, track, self.error, damage) = (path, nil, error, nil)
    }

    package var json: JSONValue {
      var object = track?.jsonMembers ?? JSONObject(path: path, [:])
      object.append("rating", track?.rating?.stars)
      object.append("error", error)
      object.append("damaged", damage == nil ? nil : JSONValue.bool(true))
      object.append("reason", damage)
      return .object(object)
    }
  }

  package var files: [Entry]

  package var json: JSONValue { .object(["files": files]) }
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
    let known = entry.track.map { tags($0) + sound($0.stream) + pictures($0) } ?? []
    let lines = [("path", entry.path.shown)] + known + [("damaged", entry.damage), ("error", entry.error)]
    return lines.compactMap { name, value in
      guard let value else { return nil }
      let label = name + ":" + String(repeating: " ", count: max(14 - name.count, 1))
      return label + PrintedText.escaped(value) + "\n"
    }.joined()
  }

  private static func tags(_ track: TrackInfo) -> [(String, String?)] {
    [
      ("title", track.title), ("artist", track.artist), ("album", track.album),
      ("album artist", track.albumArtist), ("track", of(track.numberText, track.trackTotal)),
      ("disc", of(track.discNumber.map(String.init), track.discTotal)), ("date", track.date),
      ("genre", track.genre),
      ("bpm", track.bpm.map(number)), ("rating", track.rating.map { "\($0.stars)" }),
    ]
  }

  private static func sound(_ stream: SoundProperties) -> [(String, String?)] {
    [
      ("duration", stream.duration.map { number($0) + " s" }),
      ("sample rate", stream.sampleRate.map { "\($0) Hz" }),
      ("channels", stream.channels.map(String.init)),
      ("bits", stream.bitsPerSample.map(String.init)),
      ("codec", stream.codec?.rawValue),
      ("bitrate", stream.bitrate.map { number(Double($0) / 1_000) + " kbit/s" }),
    ]
  }

  private static func pictures(_ track: TrackInfo) -> [(String, String?)] {
    track.pictures.map { picture in
      let size = picture.width.flatMap { width in picture.height.map { "\(width) x \($0)" } }
      let parts = [picture.typeName, picture.mimeType, size, "\(picture.bytes) bytes"]
      return ("picture", parts.compactMap { $0 }.joined(separator: ", "))
    }
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
    case .text(let access): append(member.name, track[access])
    case .texts(let access): append(member.name, track[access].isEmpty ? nil : track[access])
    case .number(let access): append(member.name, track[access])
    case .decimal(let access): append(member.name, track[access])
    }
  }
}

extension TrackPicture: JSONRepresentable {
  package var json: JSONValue {
    .object(["type": type, "mimeType": mimeType, "width": width, "height": height, "bytes": bytes])
  }
}
