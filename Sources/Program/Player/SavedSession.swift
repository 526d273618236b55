import AudioBase
import SystemBase

/// Whether the user is asked if music is to play on after its terminal is closed.
package enum HangupOffer: String, Sendable {
  /// Music stopped because its terminal was closed: the next start asks.
  case due
  case made
}

/// The state of the player that is saved for the next start.
package struct SavedSession: Hashable, Sendable {
  /// The queue: for each track its information without tags, and its gain.
  package var entries: [TrackInfo] = []
  /// The index of the current track in `entries`.
  package var current: Int?
  /// Seconds into the current track.
  package var position = 0.0
  package var volume = Decibels.unity
  package var isMuted = false
  package var balance = 0
  package var speed = 1.0
  /// The loop of the current track in seconds; nil if there is none.
  package var loop: ClosedRange<Double>?
  package var repeatMode = RepeatMode.off
  package var consumeMode = ConsumeMode.off
  /// The order of playback as indices in `entries`; nil unless shuffled.
  package var order: [Int]?
  /// Whether the order keeps albums whole.
  package var shufflesAlbums = false
  /// The name of the layout of the screen; nil for the usual one.
  package var layout: String?
  /// The panes of the screen as text; nil for the usual ones.
  package var panes: String?
  /// What is selected in the linked lists of the library as text; nil if they were not shown.
  package var linkedLists: String?
  /// Seconds; nil unless a client has set it.
  package var crossfade: Double?
  /// Nil unless a client has set it.
  package var replayGain: ReplayGainMode?
  /// Nil if no terminal was closed while music played.
  package var hangup: HangupOffer?
  /// The query of the radio; nil if it is off.
  package var radio: String?
  /// The modes of the strips for lanes of takes as text; nil for the usual ones.
  package var lanes: String?

  package init() {}
}

extension SavedSession {
  package static let format = "drumdub-session"
  package static let version = 1

  /// Reads the bytes that `bytes()` returned. Values out of range are limited. `subject` is the name of the
  /// file, for the error.
  ///
  /// - Throws: `damaged`, or `unsupported` for another format or version.
  package init(bytes: [UInt8], subject: String) throws(FileError) {
    self.init()
    var members = try JSONMembers(bytes, subject: subject)
    let (format, version) = (try members.text("format"), try members.integer("version"))
    for var entry in try members.objects("queue") { entries.append(try TrackInfo(session: &entry)) }
    let place = try members.integerIfPresent("current")
    current = place.flatMap { entries.indices.contains($0) ? $0 : nil }
    position = SavedSession.seconds(try members.number("position"))
    volume = Decibels(try members.number("volume")).clamped(to: PlayerModel.volumeRange)
    isMuted = try members.bool("muted")
    balance = min(max(try members.integer("balance"), -MixLevels.balanceSteps), MixLevels.balanceSteps)
    let range = PlayerModel.speedRange
    // A speed of 1 is left out.
    speed = try members.numberIfPresent("speed").map { min(max($0, range.lowerBound), range.upperBound) } ?? 1
    let (from, to) = (try members.numberIfPresent("loopStart"), try members.numberIfPresent("loopEnd"))
    if let from, let to, from >= 0, from < to { loop = SavedSession.seconds(from)...SavedSession.seconds(to) }
    repeatMode = RepeatMode(rawValue: try members.text("repeat")) ?? .off
    // The mode `off` is left out.
    consumeMode = try members.textIfPresent("consume").flatMap(ConsumeMode.init) ?? .off
    order = try members.integersIfPresent("order")
    // Other orders have no name.
    shufflesAlbums = try members.textIfPresent("shuffle") == ShuffleMode.albums.rawValue
    layout = try members.textIfPresent("layout")
    panes = try members.textIfPresent("panes")
    linkedLists = try members.textIfPresent("linkedLists")
    crossfade = try members.numberIfPresent("crossfade")
    replayGain = try members.textIfPresent("replayGain").flatMap(ReplayGainMode.init)
    hangup = try members.textIfPresent("hangup").flatMap(HangupOffer.init)
    radio = try members.textIfPresent("radio")
    lanes = try members.textIfPresent("lanes")
    // Checked after the members: a file without them is damaged, and not of another version.
    guard format == SavedSession.format, version == SavedSession.version else {
      throw FileError(.unsupported, subject, detail: "\(format) of version \(version)")
    }
  }

  /// Limits a time to a year, since longer times cannot be counted in frames.
  static func seconds(_ value: Double) -> Double { min(max(0, value), 31_536_000) }

  /// Returns the session as JSON.
  package func bytes() -> [UInt8] { bytes(of: entries) }

  /// Returns the session as JSON, with these tracks in place of its own, which are encoded one after the other.
  func bytes(of tracks: some Sequence<TrackInfo>) -> [UInt8] {
    let object: JSONObject = [
      "format": SavedSession.format,
      "version": SavedSession.version,
      "queue": JSONValue.encoded(tracks.lazy.map(\.sessionMembers)),
      "current": current,
      "position": position,
      "volume": volume.value,
      "muted": isMuted,
      "balance": balance,
      "speed": speed == 1 ? nil : speed,
      "loopStart": loop?.lowerBound,
      "loopEnd": loop?.upperBound,
      "repeat": repeatMode.rawValue,
      "consume": consumeMode == .off ? nil : consumeMode.rawValue,
      "order": order.map(JSONValue.integers),
      "shuffle": shufflesAlbums ? ShuffleMode.albums.rawValue : nil,
      "layout": layout,
      "panes": panes,
      "linkedLists": linkedLists,
      "crossfade": crossfade,
      "replayGain": replayGain?.rawValue,
      "hangup": hangup?.rawValue,
      "radio": radio,
      "lanes": lanes,
    ]
    return JSONWriter.bytes(of: .object(object), layout: .line)
  }
}

/// The form of a track in a session. Sections are in disc frames, gains in decibels, peaks relative to full
/// scale.
extension TrackInfo {
  init(session members: inout JSONMembers) throws(FileError) {
    let (start, end) = (try members.integerIfPresent("start"), try members.integerIfPresent("end"))
    let section = start.flatMap {
      TrackSection(start: DiscTime(frames: $0), end: end.map { DiscTime(frames: $0) })
    }
    self.init(TrackLocation(path: try members.path("path"), section: section))
    title = try members.textIfPresent("title")
    artist = try members.textIfPresent("artist")
    album = try members.textIfPresent("album")
    trackNumber = try members.integerIfPresent("trackNumber")
    genre = try members.textIfPresent("genre")
    date = try members.textIfPresent("date")
    stream.duration = try members.numberIfPresent("duration").map(SavedSession.seconds)
    let gain = ReplayGain(track: try members.level("track"), album: try members.level("album"))
    replayGain = gain == ReplayGain() ? nil : gain
  }

  /// Returns the track with an absolute path, because the next start may be in another folder.
  func inside(_ folder: FilePath) -> TrackInfo {
    var track = self
    track.location = location.inside(folder)
    return track
  }

  var sessionMembers: JSONObject {
    var object = JSONObject()
    object.append(path: path)
    object.append("title", title)
    object.append("artist", artist)
    object.append("duration", duration)
    object.append("album", album)
    object.append("trackNumber", trackNumber)
    object.append("genre", genre)
    object.append("date", date)
    object.append("trackGain", replayGain?.track?.gain.value)
    object.append("trackPeak", replayGain?.track?.peak)
    object.append("albumGain", replayGain?.album?.gain.value)
    object.append("albumPeak", replayGain?.album?.peak)
    object.append("start", section?.start.frames)
    object.append("end", section?.end?.frames)
    return object
  }
}

extension JSONMembers {
  /// Returns a level whose gain is no larger than a tag may have.
  fileprivate mutating func level(_ name: String) throws(FileError) -> ReplayGain.Level? {
    let (gain, peak) = (try numberIfPresent(name + "Gain"), try numberIfPresent(name + "Peak"))
    return gain.flatMap { $0.magnitude <= 60 ? ReplayGain.Level(Decibels($0), peak: peak) : nil }
  }
}
