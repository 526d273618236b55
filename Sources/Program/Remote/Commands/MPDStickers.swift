import AudioBase
import Synchronization
import SystemBase

/// The stickers that clients give to songs, in a JSON file beside the library. Any thread; the first use reads the file.
///
/// The rating is no such sticker: the library has it.
package final class MPDStickers: Sendable {
  /// The values by name of each song.
  private typealias Songs = [TrackLocation: [String: String]]

  private struct State: Sendable {
    /// Nil until the file was read.
    var songs: Songs?
    /// The reason why the file cannot be read. It is not overwritten then.
    var failure: FileError?
    var version = 0
  }

  private static let format = "drumdub-stickers"
  private static let largestFile = 1 << 26
  /// The most characters of a name and of a value.
  private static let longestName = 256
  private static let longestValue = 4_096

  private let file: SavedFile?
  private let state = Mutex(State())

  /// Creates the stickers of a file. `file`: nil keeps them in memory.
  package init(_ file: SavedFile? = nil) { self.file = file }

  var version: Int { state.withLock { $0.version } }

  func all(of song: TrackLocation) throws(MPDError) -> [String: String] { try songs()[song] ?? [:] }

  /// Returns the songs with a sticker, with its value.
  func find(_ name: String) throws(MPDError) -> [(song: TrackLocation, value: String)] {
    try songs().compactMap { song, stickers in stickers[name].map { (song, $0) } }
  }

  func names() throws(MPDError) -> Set<String> { Set(try songs().values.flatMap(\.keys)) }

  /// Sets a sticker. `change`: returns the new value from the old one; nil removes it.
  ///
  /// - Throws: `argument` for a name or value that is too long, `system` if the file must not be written.
  func set(
    _ name: String, of song: TrackLocation, _ change: (String?) throws(MPDError) -> String?
  ) throws(MPDError) {
    guard !name.isEmpty, !name.contains("="), name.count <= MPDStickers.longestName else {
      throw MPDError(
        .argument, "the name of a sticker has 1 to \(MPDStickers.longestName) characters, and no =")
    }
    let value = try change(try songs()[song]?[name])
    if let value, value.count > MPDStickers.longestValue {
      throw MPDError(.argument, "a sticker has \(MPDStickers.longestValue) characters at most")
    }
    try store { [value] in $0[song, default: [:]][name] = value }
  }

  /// Gives the stickers of files to the new paths of the files. Those of a file that cannot be read stay as they are.
  package func filesWereRenamed(_ targets: [FilePath: FilePath]) {
    guard let songs = try? songs(), songs.keys.contains(where: { targets[$0.path] != nil }) else { return }
    try? store { songs in
      let moved = songs.map { song, stickers -> (TrackLocation, [String: String]) in
        guard song.address == nil, let path = targets[song.path] else { return (song, stickers) }
        return (TrackLocation(path: path, section: song.section), stickers)
      }
      songs = Dictionary(moved) { $1 }
    }
  }

  func removeAll(of song: TrackLocation) throws(MPDError) {
    try store { $0[song] = nil }
  }

  // MARK: The file

  /// Changes the stickers here and in the file, where another player may have stored some of its own.
  private func store(_ change: @escaping @Sendable (inout Songs) -> Void) throws(MPDError) {
    var songs = try songs()
    if let failure = state.withLock({ $0.failure }) {
      throw MPDError(.system, "stickers are not saved: \(failure.subject) cannot be read; move it away")
    }
    change(&songs)
    let kept = songs.filter { !$0.value.isEmpty }
    state.withLock { ($0.songs, $0.version) = (kept, $0.version + 1) }
    file?.edit { bytes in
      // A file that cannot be read stays as it is.
      guard var stored = bytes.isEmpty ? [:] : try? MPDStickers.songs(of: bytes, subject: "") else { return }
      change(&stored)
      bytes = MPDStickers.bytes(of: stored.filter { !$0.value.isEmpty })
    }
  }

  private func songs() throws(MPDError) -> Songs {
    state.withLock { state in
      if let songs = state.songs { return songs }
      let songs: Songs
      do throws(FileError) {
        songs = try file.map { file throws(FileError) in try MPDStickers.read(file.path) } ?? [:]
      } catch {
        songs = [:]
        if error.code != .notFound { state.failure = error }
      }
      state.songs = songs
      return songs
    }
  }

  private static func read(_ path: FilePath) throws(FileError) -> Songs {
    try songs(of: try FileBytes.read(path, limit: largestFile), subject: path.shown)
  }

  private static func songs(of bytes: [UInt8], subject: String) throws(FileError) -> Songs {
    var members = try JSONMembers(bytes, subject: subject)
    guard try members.text("format") == format else { throw members.error("format", "is another one") }
    var songs: Songs = [:]
    for var song in try members.objects("songs") {
      let start = try song.integerIfPresent("start")
      let section = start.flatMap { TrackSection(start: DiscTime(frames: $0)) }
      let location = TrackLocation(path: try song.path("path"), section: section)
      guard var stickers = try song.object("stickers") else { continue }
      for name in stickers.rest.members.map(\.name) {
        songs[location, default: [:]][name] = try stickers.text(name)
      }
    }
    return songs
  }

  private static func bytes(of songs: Songs) -> [UInt8] {
    var object = JSONObject()
    object.append("format", format)
    object.append("version", 1)
    let sorted = songs.sorted { left, right in
      left.key.path.bytes == right.key.path.bytes
        ? left.key.start < right.key.start
        : left.key.path.bytes.lexicographicallyPrecedes(right.key.path.bytes)
    }
    object.append(
      "songs",
      sorted.map { location, stickers in
        var song = JSONObject()
        song.append(path: location.path)
        song.append("start", location.section?.start.frames)
        var values = JSONObject()
        for (name, value) in stickers.sorted(by: { $0.key < $1.key }) { values.append(name, value) }
        song.append("stickers", values)
        return song
      })
    return JSONWriter.bytes(of: .object(object), layout: .line)
  }
}

extension TrackLocation {
  fileprivate var start: Int { section?.start.frames ?? -1 }

  /// The song that has the stickers: the end of its part does not matter.
  var stickerSong: TrackLocation {
    TrackLocation(path: path, section: section.flatMap { TrackSection(start: $0.start) })
  }
}
