import AudioBase
import Synchronization
import SystemBase

/// The stickers that clients give to songs, playlists, filters and values of tags, in a JSON file beside the library. Any thread; the first use reads the file.
///
/// The rating is no such sticker: the library has it.
package final class MPDStickers: Sendable {
  /// The values by name of each subject.
  private typealias Stickers = [MPDStickerSubject: [String: String]]

  private struct State: Sendable {
    /// Nil until the file was read.
    var stickers: Stickers?
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

  func all(of subject: MPDStickerSubject) throws(MPDError) -> [String: String] {
    try stickers()[subject] ?? [:]
  }

  /// Returns the subjects of a type with a sticker, with its value.
  func find(
    _ name: String, of type: MPDStickerType
  ) throws(MPDError) -> [(subject: MPDStickerSubject, value: String)] {
    try stickers().compactMap { subject, values in
      subject.type == type ? values[name].map { (subject, $0) } : nil
    }
  }

  /// Returns the names of stickers by the types that have them.
  func names() throws(MPDError) -> [MPDStickerType: Set<String>] {
    try stickers().reduce(into: [:]) { $0[$1.key.type, default: []].formUnion($1.value.keys) }
  }

  /// Sets a sticker. `change`: returns the new value from the old one; nil removes it.
  ///
  /// - Throws: `argument` for a name or value that is too long, `system` if the file must not be written.
  func set(
    _ name: String, of subject: MPDStickerSubject, _ change: (String?) throws(MPDError) -> String?
  ) throws(MPDError) {
    guard !name.isEmpty, !name.contains("="), name.count <= MPDStickers.longestName else {
      throw MPDError(
        .argument, "the name of a sticker has 1 to \(MPDStickers.longestName) characters, and no =")
    }
    let value = try change(try stickers()[subject]?[name])
    if let value, value.count > MPDStickers.longestValue {
      throw MPDError(.argument, "a sticker has \(MPDStickers.longestValue) characters at most")
    }
    try store { [value] in $0[subject, default: [:]][name] = value }
  }

  /// Gives the stickers of files to the new paths of the files. Those of a file that cannot be read stay as they are.
  package func filesWereRenamed(_ targets: [FilePath: FilePath]) {
    @Sendable func moved(_ subject: MPDStickerSubject) -> MPDStickerSubject? {
      guard case .song(let song) = subject, song.address == nil, let path = targets[song.path] else {
        return nil
      }
      return .song(TrackLocation(path: path, section: song.section))
    }
    guard let stickers = try? stickers(), stickers.keys.contains(where: { moved($0) != nil }) else { return }
    try? store { stickers in
      stickers = Dictionary(stickers.map { (moved($0.key) ?? $0.key, $0.value) }) { $1 }
    }
  }

  func removeAll(of subject: MPDStickerSubject) throws(MPDError) {
    try store { $0[subject] = nil }
  }

  // MARK: The file

  /// Changes the stickers here and in the file, where another player may have stored some of its own.
  private func store(_ change: @escaping @Sendable (inout Stickers) -> Void) throws(MPDError) {
    var stickers = try stickers()
    if let failure = state.withLock({ $0.failure }) {
      throw MPDError(.system, "stickers are not saved: \(failure.subject) cannot be read; move it away")
    }
    change(&stickers)
    let kept = stickers.filter { !$0.value.isEmpty }
    state.withLock { ($0.stickers, $0.version) = (kept, $0.version + 1) }
    file?.edit { bytes in
      // A file that cannot be read stays as it is.
      guard var stored = bytes.isEmpty ? [:] : try? MPDStickers.stickers(of: bytes, subject: "") else {
        return
      }
      change(&stored)
      bytes = MPDStickers.bytes(of: stored.filter { !$0.value.isEmpty })
    }
  }

  private func stickers() throws(MPDError) -> Stickers {
    state.withLock { state in
      if let stickers = state.stickers { return stickers }
      let stickers: Stickers
      do throws(FileError) {
        stickers = try file.map { file throws(FileError) in try MPDStickers.read(file.path) } ?? [:]
      } catch {
        stickers = [:]
        if error.code != .notFound { state.failure = error }
      }
      state.stickers = stickers
      return stickers
    }
  }

  private static func read(_ path: FilePath) throws(FileError) -> Stickers {
    try stickers(of: try FileBytes.read(path, limit: largestFile), subject: path.shown)
  }

  private static func stickers(of bytes: [UInt8], subject: String) throws(FileError) -> Stickers {
    var members = try JSONMembers(bytes, subject: subject)
    guard try members.text("format") == format else { throw members.error("format", "is another one") }
    var all: Stickers = [:]
    for var song in try members.objects("songs") {
      let start = try song.integerIfPresent("start")
      let section = start.flatMap { TrackSection(start: DiscTime(frames: $0)) }
      let location = TrackLocation(path: try song.path("path"), section: section)
      try add(&song, to: &all[.song(location), default: [:]])
    }
    for var other in try members.objectsIfPresent("others") ?? [] {
      let (type, name) = (try other.text("type"), try other.text("name"))
      if let type = MPDStickerType(name: type) { try add(&other, to: &all[.named(type, name), default: [:]]) }
    }
    return all
  }

  private static func add(
    _ subject: inout JSONMembers, to values: inout [String: String]
  ) throws(FileError) {
    guard var stickers = try subject.object("stickers") else { return }
    for name in stickers.rest.members.map(\.name) { values[name] = try stickers.text(name) }
  }

  private static func bytes(of stickers: Stickers) -> [UInt8] {
    var songs: [(key: TrackLocation, values: [String: String])] = []
    var others: [(type: String, name: String, values: [String: String])] = []
    for (subject, values) in stickers {
      switch subject {
      case .song(let location): songs.append((location, values))
      case .named(let type, let name): others.append((type.name, name, values))
      }
    }
    songs.sort { ($0.key.path, $0.key.start) < ($1.key.path, $1.key.start) }
    others.sort { ($0.type, $0.name) < ($1.type, $1.name) }
    var object = JSONObject()
    object.append("format", format)
    object.append("version", 1)
    object.append(
      "songs",
      songs.map { location, values in
        var song = JSONObject()
        song.append(path: location.path)
        song.append("start", location.section?.start.frames)
        song.append("stickers", MPDStickers.object(values))
        return song
      })
    object.append(
      "others",
      others.map { type, name, values in
        var other = JSONObject()
        other.append("type", type)
        other.append("name", name)
        other.append("stickers", MPDStickers.object(values))
        return other
      })
    return JSONWriter.bytes(of: .object(object), layout: .line)
  }

  private static func object(_ values: [String: String]) -> JSONObject {
    var object = JSONObject()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { object.append(name, value) }
    return object
  }
}

extension TrackLocation {
  fileprivate var start: Int { section?.start.frames ?? -1 }

  /// The song as it has stickers: the end of its part does not matter.
  var stickerSong: MPDStickerSubject {
    .song(TrackLocation(path: path, section: section.flatMap { TrackSection(start: $0.start) }))
  }
}
