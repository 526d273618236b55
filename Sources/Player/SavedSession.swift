import AudioBase
import FoundationEssentials
import SystemBase

/// What the player takes up again at its next start.
package struct SavedSession: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var path: FilePath
    package var hint: QueueItem.Hint
  }

  package var entries: [Entry] = []
  /// The current track's place in `entries`.
  package var current: Int?
  /// Seconds into the current track.
  package var position = 0.0
  package var volume = Decibels.unity
  package var isMuted = false
  package var balance = 0
  package var speed = 1.0
  package var repeatMode = RepeatMode.off
  /// The order of playing as places in `entries`; nil unless shuffled.
  package var order: [Int]?

  package init() {}
}

extension SavedSession {
  package static let format = "drumdub-session"
  package static let version = 1

  /// Reads what `bytes` wrote.
  ///
  /// - Parameter subject: the file's name, for the error.
  package init(bytes: [UInt8], subject: String) throws(FileError) {
    let file: SessionFile
    do {
      file = try JSONDecoder().decode(SessionFile.self, from: Data(bytes))
    } catch {
      throw FileError(.damaged, subject, detail: "it is no saved session")
    }
    guard file.format == SavedSession.format, file.version == SavedSession.version else {
      throw FileError(.unsupported, subject, detail: "\(file.format) of version \(file.version)")
    }
    self = file.session
  }

  /// No track is longer than a year, and what is can not be counted in frames.
  fileprivate static func seconds(_ value: Double) -> Double { min(max(0, value), 31_536_000) }

  package func bytes() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What is encoded has nothing that JSON cannot hold; an empty file would be refused at the next start.
    return (try? encoder.encode(SessionFile(self))).map(Array.init) ?? []
  }
}

/// The session as JSON.
private struct SessionFile: Codable {
  struct Entry: Codable {
    var path: String
    /// The path's bytes where they are not UTF-8.
    var pathBase64: String?
    var title: String?
    var artist: String?
    var duration: Double?
    var album: String?
    var trackNumber: Int?
    var genre: String?
    var date: String?
    /// Decibels, and of full scale.
    var trackGain: Double?
    var trackPeak: Double?
    var albumGain: Double?
    var albumPeak: Double?
    /// Of a section, in disc frames.
    var start: Int?
    var end: Int?
  }

  var format: String
  var version: Int
  var queue: [Entry]
  var current: Int?
  var position: Double
  var volume: Double
  var muted: Bool
  var balance: Int
  /// Nil in the files of older versions.
  var speed: Double?
  var `repeat`: String
  var order: [Int]?

  init(_ session: SavedSession) {
    format = SavedSession.format
    version = SavedSession.version
    queue = session.entries.map(Entry.init)
    current = session.current
    position = session.position
    volume = session.volume.value
    muted = session.isMuted
    balance = session.balance
    speed = session.speed == 1 ? nil : session.speed
    `repeat` = session.repeatMode.rawValue
    order = session.order
  }

  var session: SavedSession {
    var session = SavedSession()
    session.entries = queue.map(\.entry)
    session.current = current.flatMap { session.entries.indices.contains($0) ? $0 : nil }
    session.position = SavedSession.seconds(position)
    session.volume = Decibels(volume).clamped(to: PlayerModel.volumeRange)
    session.isMuted = muted
    session.balance = min(max(balance, -MixLevels.balanceSteps), MixLevels.balanceSteps)
    let range = PlayerModel.speedRange
    session.speed = speed.map { min(max($0, range.lowerBound), range.upperBound) } ?? 1
    session.repeatMode = RepeatMode(rawValue: `repeat`) ?? .off
    session.order = order
    return session
  }
}

extension SessionFile.Entry {
  fileprivate init(_ entry: SavedSession.Entry) {
    path = entry.path.text ?? entry.path.shown
    pathBase64 = entry.path.text == nil ? Data(entry.path.bytes).base64EncodedString() : nil
    title = entry.hint.title
    artist = entry.hint.artist
    duration = entry.hint.duration
    album = entry.hint.album
    trackNumber = entry.hint.trackNumber
    (genre, date) = (entry.hint.genre, entry.hint.date)
    let gain = entry.hint.gain
    (trackGain, trackPeak) = (gain?.track?.gain.value, gain?.track?.peak)
    (albumGain, albumPeak) = (gain?.album?.gain.value, gain?.album?.peak)
    start = entry.hint.section?.start.frames
    end = entry.hint.section?.end?.frames
  }

  fileprivate var entry: SavedSession.Entry {
    let bytes = pathBase64.flatMap { Data(base64Encoded: $0) }.map(Array.init)
    var hint = QueueItem.Hint(
      title: title, artist: artist, duration: duration.map(SavedSession.seconds), album: album,
      trackNumber: trackNumber, section: section)
    (hint.genre, hint.date, hint.gain) = (genre, date, gain)
    return SavedSession.Entry(path: bytes.map { FilePath(bytes: $0) } ?? FilePath(path), hint: hint)
  }

  private var gain: ReplayGain? {
    let track = level(trackGain, trackPeak)
    let album = level(albumGain, albumPeak)
    return track == nil && album == nil ? nil : ReplayGain(track: track, album: album)
  }

  /// No more than a tag may say.
  private func level(_ gain: Double?, _ peak: Double?) -> ReplayGain.Level? {
    gain.flatMap { $0.magnitude <= 60 ? ReplayGain.Level(Decibels($0), peak: peak) : nil }
  }

  private var section: TrackSection? {
    start.flatMap { TrackSection(start: DiscTime(frames: $0), end: end.map { DiscTime(frames: $0) }) }
  }
}
