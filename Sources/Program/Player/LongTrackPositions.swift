import AudioBase
import SystemBase

/// The positions at which long tracks were left, by the keys of their recordings, as a JSON file in the state folder.
package struct LongTrackPositions {
  package struct Entry: Hashable, Sendable {
    var key: String
    /// The position in seconds.
    var seconds: Double
  }

  private static let format = "drumdub-positions"
  /// The most tracks whose positions are kept, those that were heard last.
  package static let most = 500
  private static let largestFile = 1 << 18

  private let file: SavedFile
  /// The track that was heard last comes last.
  private var entries: [Entry]

  /// Reads the file. A damaged one is replaced by the next position.
  package init(_ file: SavedFile) {
    self.file = file
    let bytes = (try? FileBytes.read(file.path, limit: LongTrackPositions.largestFile)) ?? []
    entries = LongTrackPositions.entries(bytes)
  }

  package subscript(key: TrackKey) -> Double? { entries.last { $0.key == key.description }?.seconds }

  /// Stores a position; nil removes it.
  package mutating func set(_ key: TrackKey, to seconds: Double?) {
    let change: @Sendable (inout [Entry]) -> Void = { entries in
      entries.removeAll { $0.key == key.description }
      if let seconds { entries.append(Entry(key: key.description, seconds: seconds)) }
      entries = entries.suffix(LongTrackPositions.most)
    }
    let before = entries
    change(&entries)
    if entries == before { return }
    file.edit { bytes in
      // Another instance may have stored positions of its own.
      var entries = LongTrackPositions.entries(bytes)
      change(&entries)
      bytes = LongTrackPositions.bytes(of: entries)
    }
  }

  private static func entries(_ bytes: [UInt8]) -> [Entry] {
    guard var members = try? JSONMembers(bytes, subject: ""), (try? members.text("format")) == format,
      var positions = try? members.objects("positions")
    else { return [] }
    return positions.indices.compactMap { index in
      guard let key = try? positions[index].text("key"), TrackKey(key) != nil,
        let seconds = try? positions[index].number("seconds"), seconds.isFinite, seconds > 0
      else { return nil }
      return Entry(key: key, seconds: seconds)
    }
  }

  private static func bytes(of entries: [Entry]) -> [UInt8] {
    let positions: [JSONObject] = entries.map { entry in
      ["key": entry.key, "seconds": (entry.seconds * 10).rounded() / 10]
    }
    let object: JSONObject = ["format": format, "version": 1, "positions": positions]
    return JSONWriter.bytes(of: .object(object), layout: .line)
  }
}
