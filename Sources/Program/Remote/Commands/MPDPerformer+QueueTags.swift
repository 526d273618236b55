import AudioBase
import Player

/// What clients state of tracks of the queue: the tags of streams, and the part of a file that is played.
extension MPDPerformer {
  func addTag(_ arguments: MPDArguments) throws(MPDError) {
    var track = try stream(arguments.integer(0)).listed
    let (tag, value) = (try MPDPerformer.tag(arguments[1]), arguments[2])
    switch tag {
    case .title: track.title = value
    case .artist: (track.artist, track.artists) = (value, track.artists + [value])
    case .album: track.album = value
    case .albumArtist: track.albumArtist = value
    case .genre: (track.genre, track.genres) = (value, track.genres + [value])
    case .date: track.date = value
    default: throw MPDError(.argument, "the tag \(tag.rawValue) cannot be set here")
    }
    application.describe(try item(withID: arguments.integer(0)).id, as: track)
  }

  /// Removes the tags of a stream, or one of them.
  func clearTags(_ arguments: MPDArguments) throws(MPDError) {
    let item = try stream(arguments.integer(0))
    let tag = try arguments.optional(1).map { name throws(MPDError) in try MPDPerformer.tag(name) }
    var track = item.listed
    func clears(_ other: MPDTag) -> Bool { tag == nil || tag == other }
    if clears(.title) { track.title = nil }
    if clears(.artist) { (track.artist, track.artists) = (nil, []) }
    if clears(.album) { track.album = nil }
    if clears(.albumArtist) { track.albumArtist = nil }
    if clears(.genre) { (track.genre, track.genres) = (nil, []) }
    if clears(.date) { track.date = nil }
    application.describe(item.id, as: track)
  }

  private static func tag(_ name: String) throws(MPDError) -> MPDTag {
    guard let tag = MPDTag(name: name) else { throw MPDError(.argument, "Unknown tag type: \(name)") }
    return tag
  }

  /// Returns a stream of the queue: the tags of files are those of the files.
  private func stream(_ id: Int) throws(MPDError) -> QueueItem {
    let item = try item(withID: id)
    guard item.location.address != nil else {
      throw MPDError(.permission, "Cannot edit tags of local song")
    }
    return item
  }

  /// Sets the part of a file that is played: `START:END` in seconds; `:` is all of it.
  func setRange(_ arguments: MPDArguments) throws(MPDError) {
    let item = try item(withID: arguments.integer(0))
    let parts = arguments[1].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw MPDError(.argument, "Bad range: \(arguments[1])") }
    guard item.location.address == nil else { throw MPDError(.permission, "a stream has no range") }
    guard item.id != queue.currentID || model.playbackState == .stopped else {
      throw MPDError(.permission, "Access denied: the track is playing")
    }
    let start = parts[0].isEmpty ? 0 : try arguments.seconds(parts[0])
    let end = try parts[1].isEmpty ? nil : arguments.seconds(parts[1])
    var track = item.listed
    track.location.section = nil
    if start > 0 || end != nil {
      let section = TrackSection(start: DiscTime(seconds: start), end: end.map { DiscTime(seconds: $0) })
      guard let section else { throw MPDError(.argument, "Bad range: \(arguments[1])") }
      track.location.section = section
      track.stream.duration = section.duration ?? item.duration.map { max($0 - start, 0) }
    }
    application.describe(item.id, as: track)
  }
}
