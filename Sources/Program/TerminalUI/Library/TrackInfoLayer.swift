import Application
import AudioBase
import MusicLibrary
import Player
import SystemBase

/// Shows all tags of a track, its path and what the library knows of it.
package final class TrackInfoLayer: ListLayer {
  package internal(set) var details: TrackDetails

  init(_ session: ScreenSession, _ details: TrackDetails) {
    self.details = details
    super.init(session)
  }

  package override var closingCommands: [Command] { [.list(.info), .list(.activate), .program(.cancel)] }

  package override var rows: [ListRow] {
    details.fields.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : ListRow($0, name: name, spoken: "\(name): \($0)") }
    }
  }

  package override var name: String { "tags of the track" }
  override var title: String { "Track" }
  override var style: ListBox.Style { ListBox.Style(width: 100, wraps: true) }
}

extension TrackDetails {
  private typealias Field = (name: String, value: String?)

  /// The values by name; a value is nil or empty if it is not known.
  fileprivate var fields: [(name: String, value: String?)] {
    let file = [
      ("File", track.path.shown), ("Damaged", entry?.damage ?? track.damage.map(ErrorText.reason)),
    ]
    let rating = [("Rating", LibraryText.stars(entry.map(\.rating) ?? track.rating))]
    return file + tags + sound + rating + (entry.map(history) ?? []) + musicBrainz
  }

  private var tags: [Field] {
    let part = track.section.map { section in
      let end = section.end.map { ShownText.clock($0.seconds) } ?? "the end"
      return "\(ShownText.clock(section.start.seconds)) to \(end)"
    }
    return [
      ("Part", part), ("Title", track.title), ("Artist", track.artist),
      ("Artists", track.artists.count > 1 ? track.artists.joined(separator: "; ") : nil),
      ("Album", track.album), ("Album artist", track.albumArtist),
      ("Compilation", track.isCompilation ? "yes" : nil),
      ("Track", number(track.numberText, of: track.trackTotal)),
      ("Disc", number(track.discNumber.map(String.init), of: track.discTotal)), ("Date", track.date),
      ("Genre", track.genres.count > 1 ? track.genres.joined(separator: "; ") : track.genre),
      ("BPM", track.bpm.map { ShownText.decimal($0) }),
    ]
  }

  private func number(_ number: String?, of total: Int?) -> String? {
    number.map { number in total.map { "\(number) of \($0)" } ?? number }
  }

  private var sound: [Field] {
    let pictures: [Field] = track.pictures.map { picture in
      let size = picture.width.flatMap { width in picture.height.map { "\(width) × \($0), " } } ?? ""
      let bytes = LibraryText.number(picture.bytes)
      return ("Picture", "\(size)\(picture.mimeType ?? "unknown type"), \(bytes) bytes")
    }
    return [
      ("Length", track.duration.map { ShownText.clock($0) }), ("Codec", track.codec?.rawValue),
      ("Sample rate", track.sampleRate.map { "\(LibraryText.number($0)) Hz" }),
      ("Channels", track.channels.map { "\($0)" }), ("Bits", track.bitsPerSample.map { "\($0)" }),
      ("Bit rate", track.bitrate.map { "\(LibraryText.number(($0 + 500) / 1_000)) kbit/s" }),
      ("Track gain", track.replayGain?.track.map(text)), ("Album gain", track.replayGain?.album.map(text)),
    ] + pictures
  }

  private func text(_ level: ReplayGain.Level) -> String {
    ShownText.decibels(level.gain.value) + (level.peak.map { ", peak \(ShownText.decimal($0))" } ?? "")
  }

  private func history(_ entry: LibraryTrack) -> [Field] {
    [
      ("Plays", LibraryText.number(entry.playCount)),
      ("Last played", entry.lastPlayed.map { ShownText.date($0) }),
      ("Added", entry.addedAt > 0 ? ShownText.date(entry.addedAt) : nil),
      ("Kind", entry.kind == .music ? nil : entry.kind.name),
      ("Away", entry.isAway ? "its drive is not mounted" : nil),
    ]
  }

  private var musicBrainz: [Field] {
    let known = track.musicBrainz
    return [
      ("MusicBrainz recording", known.recording), ("MusicBrainz track", known.releaseTrack),
      ("MusicBrainz release", known.release), ("MusicBrainz group", known.releaseGroup),
      ("MusicBrainz artists", known.artists.joined(separator: ", ")),
      ("MusicBrainz album artists", known.albumArtists.joined(separator: ", ")),
    ]
  }
}

/// Commands on the selected track: showing its tags, rating it, and selecting the playing track.
extension ScreenSession {
  /// Shows all tags of the selected track, or of the playing one if no track is selected.
  func showTrackInfo() -> Outcome {
    guard let details = selectedDetails else { return .notice(.library(.noTrackSelected)) }
    open(TrackInfoLayer(self, details))
    if details.entry == nil { library?.find(details.track.location, for: .details) }
    return .row
  }

  /// Rates the marked tracks of the list that has the focus, or the selected one, or the playing one if none is selected.
  func rate(_ change: RatingChange) -> Outcome {
    if hasLibraryFocus, let panel = libraryPanel, !panel.browser.level.marks.isEmpty {
      panel.rate(change)
      return application.inLibrary(.row).awaits(.notice)
    }
    if !hasLibraryFocus, state.showsLists, !state.marks.isEmpty, let library {
      library.rate(all: chosenTracks.compactMap { model.queue[$0]?.location }, change)
      return application.inLibrary(.row).awaits(.notice)
    }
    return application.rate(selectedDetails?.track.location, change)
  }

  /// The selected track, or the playing one if no track is selected or no list is shown.
  private var selectedDetails: TrackDetails? {
    if hasLibraryFocus, let level = libraryPanel?.browser.level {
      switch level.selected {
      case .track(let id): return level.track(id).map { TrackDetails($0.track, $0) }
      case .entry(_, let entry):
        if let location = entry.track { return TrackDetails(TrackInfo(entry, at: location.path)) }
      case .place, nil: break
      }
    } else if state.showsLists, let selected, let item = model.queue[selected] {
      return TrackDetails(item)
    }
    return model.nowPlaying.map { TrackDetails($0) }
  }

  /// Selects the playing track in the list that has the focus.
  func selectPlaying() -> Outcome {
    guard let item = model.nowPlaying else { return .notice(.library(.nothingPlays)) }
    guard hasLibraryFocus, let library else {
      state.selection = nil
      return .playingSelected(item.title)
    }
    library.find(item.location, for: .reveal)
    return .row
  }
}

/// The track whose tags are shown in full.
package struct TrackDetails: Hashable, Sendable {
  package var track: TrackInfo
  /// The entry of the library; nil if the track is not in the library or has not been looked up yet.
  package var entry: LibraryTrack?

  init(_ track: TrackInfo, _ entry: LibraryTrack? = nil) { (self.track, self.entry) = (track, entry) }

  init(_ item: QueueItem) { self.init(item.tags ?? TrackInfo(item.location)) }
}
