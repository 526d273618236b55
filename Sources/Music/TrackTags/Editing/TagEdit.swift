import AudioBase
import Containers
import SystemBase

/// A property of a file by TagLib's name, with all its values; without values it is removed.
package struct TagProperty: Hashable, Sendable {
  package var key: String
  package var values: [String]

  package init(key: String, values: [String]) { (self.key, self.values) = (key, values) }
}

/// A change of the tags of a file.
package enum TagEdit: Hashable, Sendable {
  /// Sets tags to texts; an empty text removes a tag.
  case set([TagName: String])
  /// Sets properties to the values that they had before another edit.
  case restore([TagProperty])
  /// Sets properties, and replaces the pictures by the best one of another file; nil keeps them.
  case embed([TagProperty], pictureOf: FilePath?)
}

/// The changes of an edit.
package struct TagEditResult: Hashable, Sendable {
  /// The edit that restores the former tags.
  package var inverse: TagEdit
  /// The tags of the file after the edit; nil if they cannot be read.
  package var track: TrackInfo?
}

extension TagEdit {
  /// Returns the properties to write to a file that has these values.
  func properties(in values: [String: [String]], _ kind: FileKind) -> [TagProperty] {
    switch self {
    case .restore(let properties), .embed(let properties, _): properties
    case .set(let texts):
      texts.sorted { $0.key.name < $1.key.name }.flatMap {
        TagEdit.properties($0.key, $0.value, in: values, kind)
      }
    }
  }

  private static func properties(
    _ name: TagName, _ text: String, in values: [String: [String]], _ kind: FileKind
  ) -> [TagProperty] {
    let main = name.keys[0]
    let isSeveral = values[main]?.count ?? 0 > 1
    var written: [TagProperty]
    switch name {
    case .rating: return rating(TrackRating(text), in: values, kind)
    case .track, .disc: return number(name, text, in: values, kind)
    case .artist:
      let names = parts(text)
      written = [TagProperty(key: main, values: names)]
      // The library prefers this list.
      if values["ARTISTS"] != nil { written.append(TagProperty(key: "ARTISTS", values: names)) }
    // MP4 holds whole numbers.
    case .bpm where kind == .mp4:
      let tempo = Double(text).map { "\(Int($0.rounded()))" }
      written = [TagProperty(key: main, values: tempo.map { [$0] } ?? [])]
    // A file that has several has them still.
    case .title where isSeveral, .album where isSeveral, .comment where isSeveral:
      written = [TagProperty(key: main, values: parts(text))]
    case .title, .album, .date, .comment, .bpm:
      written = [TagProperty(key: main, values: text.isEmpty ? [] : [text])]
    case .albumArtist, .genre, .composer, .other: written = [TagProperty(key: main, values: parts(text))]
    }
    // Another name of the same tag would still be read.
    return written
      + name.keys.dropFirst().filter { values[$0] != nil }.map { TagProperty(key: $0, values: []) }
  }

  /// Returns the values of a text that separates them.
  private static func parts(_ text: String) -> [String] {
    text.split(separator: TagTexts.separator).map(String.init).filter { part in
      !part.allSatisfy { $0 == " " }
    }
  }

  /// Returns the number and the total: in one property, unless the file or its format has two.
  private static func number(
    _ name: TagName, _ text: String, in values: [String: [String]], _ kind: FileKind
  ) -> [TagProperty] {
    let parts = text.split(separator: "/").map(String.init)
    let present = name.totalKeys.filter { values[$0] != nil }
    let former = name.keys.lazy.compactMap { values[$0]?.first }.first
    let isJoined = !kind.hasVorbisComments || former?.contains("/") ?? false
    let others = name.keys.dropFirst().filter { values[$0] != nil }.map { TagProperty(key: $0, values: []) }
    let total = parts.count > 1 ? [parts[1]] : []
    if present.isEmpty, isJoined || total.isEmpty {
      return [TagProperty(key: name.keys[0], values: text.isEmpty ? [] : [text])] + others
    }
    let totals = present.isEmpty ? [name.totalKeys[0]] : present
    return [TagProperty(key: name.keys[0], values: Array(parts.prefix(1)))] + others
      + totals.map { TagProperty(key: $0, values: total) }
  }

  /// Returns the rating in all properties that the file has, and in that of its format.
  private static func rating(
    _ rating: TrackRating?, in values: [String: [String]], _ kind: FileKind
  ) -> [TagProperty] {
    TrackRating.Property.allCases.compactMap { property in
      let former = values[property.rawValue]
      guard property == kind.ratingProperty || former != nil else { return nil }
      let text = rating?.text(for: property, former: former?.first)
      return TagProperty(key: property.rawValue, values: text.map { [$0] } ?? [])
    }
  }
}

extension FileKind {
  fileprivate var hasVorbisComments: Bool {
    [.flac, .oggVorbis, .oggOpus, .oggFLAC, .oggSpeex].contains(self)
  }

  /// The property in which most programs look for the rating.
  fileprivate var ratingProperty: TrackRating.Property {
    switch self {
    case .mpeg, .adts, .wav, .aiff, .trueAudio: .popularimeter
    case .asf: .windowsMedia
    default: .rating
    }
  }
}
