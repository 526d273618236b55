import Application
import AudioBase
import Controls
import MusicLibrary
import Player
import SystemBase
import TerminalKit

/// Shows all tags of a track.
package final class TrackInfoLayer: ListLayer {
  package internal(set) var details: TrackDetails

  init(_ session: ScreenSession, _ details: TrackDetails) {
    self.details = details
    super.init(session)
  }

  package override var closingCommands: [Command] { [.list(.info), .list(.activate), .program(.cancel)] }

  /// The tags, such as `Title: Flower Duet`.
  package override var rows: [ListRow] {
    TrackInfoContent(details).fields.map { ListRow("\($0.name): \($0.value)") }
  }

  package override var name: String { "tags of the track" }
  override var title: String { "Track" }

  override var keyHints: [([Command], String)] {
    [([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "choose")]
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    var content = TrackInfoContent(details)
    content.selection = selection ?? 0
    return content
  }
}

/// All tags of a track, its path and what the library knows of it.
package struct TrackInfoContent: Hashable, Sendable, LayerContent {
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  package private(set) var fields: [Field] = []
  /// The index of the selected field.
  package var selection = 0

  package init(_ details: TrackDetails) {
    let track = details.track
    add("File", track.path.shown)
    add("Damaged", details.entry?.damage ?? track.damage.map(ErrorText.reason))
    addTags(track)
    addSound(track)
    add("Rating", LibraryText.stars(details.entry.map(\.rating) ?? track.rating))
    if let entry = details.entry { addHistory(entry) }
    add("MusicBrainz recording", track.musicBrainz.recording)
    add("MusicBrainz track", track.musicBrainz.releaseTrack)
    add("MusicBrainz release", track.musicBrainz.release)
    add("MusicBrainz group", track.musicBrainz.releaseGroup)
    add("MusicBrainz artists", track.musicBrainz.artists.joined(separator: ", "))
    add("MusicBrainz album artists", track.musicBrainz.albumArtists.joined(separator: ", "))
  }

  private mutating func add(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    fields.append(Field(name: name, value: value))
  }

  private mutating func addTags(_ track: TrackInfo) {
    if let section = track.section {
      let end = section.end.map { ShownText.clock($0.seconds) } ?? "the end"
      add("Part", "\(ShownText.clock(section.start.seconds)) to \(end)")
    }
    add("Title", track.title)
    add("Artist", track.artist)
    if track.artists.count > 1 { add("Artists", track.artists.joined(separator: "; ")) }
    add("Album", track.album)
    add("Album artist", track.albumArtist)
    if track.isCompilation { add("Compilation", "yes") }
    add("Track", number(track.numberText, of: track.trackTotal))
    add("Disc", number(track.discNumber.map(String.init), of: track.discTotal))
    add("Date", track.date)
    add("Genre", track.genres.count > 1 ? track.genres.joined(separator: "; ") : track.genre)
    add("BPM", track.bpm.map { ShownText.decimal($0) })
  }

  private func number(_ number: String?, of total: Int?) -> String? {
    number.map { number in total.map { "\(number) of \($0)" } ?? number }
  }

  private mutating func addSound(_ track: TrackInfo) {
    add("Length", track.duration.map { ShownText.clock($0) })
    add("Codec", track.codec?.rawValue)
    add("Sample rate", track.sampleRate.map { "\(LibraryText.number($0)) Hz" })
    add("Channels", track.channels.map { "\($0)" })
    add("Bits", track.bitsPerSample.map { "\($0)" })
    add("Bit rate", track.bitrate.map { "\(LibraryText.number(($0 + 500) / 1_000)) kbit/s" })
    add("Track gain", track.replayGain?.track.map(TrackInfoContent.text))
    add("Album gain", track.replayGain?.album.map(TrackInfoContent.text))
    for picture in track.pictures {
      let size = picture.width.flatMap { width in picture.height.map { "\(width) × \($0), " } } ?? ""
      add(
        "Picture", "\(size)\(picture.mimeType ?? "unknown type"), \(LibraryText.number(picture.bytes)) bytes")
    }
  }

  private static func text(_ level: ReplayGain.Level) -> String {
    ShownText.decibels(level.gain.value) + (level.peak.map { ", peak \(ShownText.decimal($0))" } ?? "")
  }

  private mutating func addHistory(_ entry: LibraryTrack) {
    add("Plays", LibraryText.number(entry.playCount))
    add("Last played", entry.lastPlayed.map { ShownText.date($0) })
    add("Added", entry.addedAt > 0 ? ShownText.date(entry.addedAt) : nil)
    if entry.kind != .music { add("Kind", entry.kind.name) }
    if entry.isAway { add("Away", "its drive is not mounted") }
  }

  // MARK: Drawing

  /// A line of the box; long values continue on further lines.
  private struct Line {
    var field: Int
    var name: String
    var text: String
  }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    let width = area.boxWidth(most: 100)
    let names = min(fields.map { CharacterWidth.columns(of: $0.name) }.max() ?? 0, width / 3)
    let lines = lines(width: max(width - 4 - names - 2, 8))
    guard let inner = surface.drawBox("Track", Size(width, lines.count + 2), theme, in: area)?.inset(1) else {
      return
    }
    let selected = lines.lastIndex { $0.field == selection } ?? 0
    let first = ListContent.first(after: 0, selection: selected, count: lines.count, height: inner.height)
    for (line, place) in zip(lines.dropFirst(first), inner.lines) {
      let parts = place.columns([.fixed(names), .flexible()], gap: 2)
      surface.write(line.name, in: parts[0], theme[.faint])
      surface.write(line.text, in: parts[1], theme[.plain])
      if line.field == selection { surface.restyle(place) { $0 = theme[.selectedRow] } }
    }
  }

  private func lines(width: Int) -> [Line] {
    fields.enumerated().flatMap { index, field in
      field.value.wrapped(to: width).enumerated().map {
        Line(field: index, name: $0 == 0 ? field.name : "", text: $1)
      }
    }
  }
}
