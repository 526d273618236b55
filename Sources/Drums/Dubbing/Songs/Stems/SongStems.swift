import AudioBase
import Glibc
import SystemBase

/// The stems of a track that were found.
package struct SongStems: Hashable, Sendable {
  /// The state of a file or a folder, which differs after it was changed or replaced.
  struct FileState: Hashable, Sendable {
    /// The size in bytes.
    var size: Int
    /// The time of the last change: seconds since 1970, and nanoseconds.
    var seconds: Int
    var nanoseconds: Int

    init(size: Int, seconds: Int, nanoseconds: Int) {
      (self.size, self.seconds, self.nanoseconds) = (size, seconds, nanoseconds)
    }

    /// Reads the state; nil if it cannot be read.
    fileprivate init?(_ path: FilePath) {
      guard let status = path.status else { return nil }
      self.init(
        size: Int(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }
  }

  /// Their folder, or the file whose sound tracks they are.
  package var place: FilePath
  package var parts: SongParts
  /// The power of what their sum lacks of the track, or has beside it, in dB of the power of the track; nil for a single stem,
  /// whose counterpart is what it leaves of the track.
  package var difference: Double?
  /// The states of the place and of the files of the parts, in the order of the parts, when they were compared with the track.
  /// Empty if one of them could not be read.
  var states: [FileState] = []

  package init(place: FilePath, parts: SongParts, difference: Double?) {
    (self.place, self.parts, self.difference) = (place, parts, difference)
  }

  /// Whether the place and the files of the parts are as they were when they were compared with the track.
  var isCurrent: Bool { !states.isEmpty && states == presentStates }

  /// Returns the states of the place and of the files of the parts now; empty if one of them cannot be read.
  var presentStates: [FileState] {
    let files = [place] + parts.files.compactMap(\.path)
    let states = files.compactMap { FileState($0) }
    return states.count == files.count ? states : []
  }
}

// MARK: The file of the song

extension SongFile {
  private static let offsets = -HitColumns.frameRange.upperBound...HitColumns.frameRange.upperBound

  static func foundStems(_ stems: SongStems) -> JSONObject {
    var object = JSONObject()
    object.append(path: stems.place)
    object.append("parts", stems.parts.parts.map(part))
    object.append("difference", stems.difference)
    object.append(
      "states", JSONValue.integers(stems.states.flatMap { [$0.size, $0.seconds, $0.nanoseconds] }))
    return object
  }

  private static func part(_ part: SongPart) -> JSONObject {
    var object: JSONObject = ["name": part.name, "soundTrack": part.soundTrack, "offset": part.offset]
    if let path = part.path { object.append(path: path) }
    return object
  }

  static func foundStems(_ members: consuming JSONMembers) throws(FileError) -> SongStems {
    let (place, difference) = (try members.path("path"), try members.numberIfPresent("difference"))
    var parts: [SongPart] = []
    for part in try members.objectsIfPresent("parts") ?? [] { parts.append(try self.part(part)) }
    guard (1...SongParts.most).contains(parts.count), parts.count(where: { $0.path == nil }) <= 1 else {
      throw members.error("parts", "1 to \(SongParts.most) are expected, of which one may have no path")
    }
    var stems = SongStems(place: place, parts: SongParts(parts), difference: difference)
    let numbers = try members.integersIfPresent("states") ?? []
    stems.states = stride(from: 0, to: numbers.count - 2, by: 3).map {
      SongStems.FileState(size: numbers[$0], seconds: numbers[$0 + 1], nanoseconds: numbers[$0 + 2])
    }
    return stems
  }

  private static func part(_ members: consuming JSONMembers) throws(FileError) -> SongPart {
    let path = try members.rest["path"] == nil ? nil : members.path("path")
    return SongPart(
      try members.text("name"), path, soundTrack: try members.integerIfPresent("soundTrack", in: 0...999),
      offset: try members.integer("offset", in: offsets))
  }
}
