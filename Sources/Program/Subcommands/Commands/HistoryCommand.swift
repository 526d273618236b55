import AudioBase
import Configuration
import MusicLibrary
import MusicQuery
import SystemBase
import TerminalUI

/// `drumdub history`: prints what was heard.
struct HistoryCommand {
  let range: NumberRange
  let limit: Int?
  let library: FilePath?
  let isJSON: Bool

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    try scanned.refuseOperands { "history takes no argument, but \($0) is given" }
    isJSON = scanned.has("json")
    limit = try scanned.value("limit", "a number") { Int($0.shown).flatMap { $0 >= 0 ? $0 : nil } }
    library = try scanned.library()
    range =
      try scanned.value("since", "a date such as 2026-11-28 or 2026-11, or an age such as 7d") {
        QueryValue.since($0.shown)
      } ?? NumberRange(nil, nil)
  }

  package func run() -> Int32 {
    LibraryChoice.withIndex(library) { store throws(LibraryError) in
      let listens = try store.listens(in: range, limit: limit)
      var output = OutputWriter()
      if isJSON {
        let report = HistoryReport(listens: listens)
        output.write(Array((JSONReport.text(report) + "\n").utf8))
        if report.leftOut > 0 {
          let plays = report.leftOut == 1 ? "1 play" : "\(report.leftOut) plays"
          Messages.print("left out \(plays) of tracks without an artist, which ListenBrainz does not take")
        }
      } else {
        for listen in listens { output.write(CharacterSet.own.bytes(of: listen.line + "\n")) }
      }
      output.flush()
      return 0
    }
  }
}

/// The object of `drumdub history --json`: what `submit-listens` of ListenBrainz takes
/// (listenbrainz.readthedocs.io, JSON documentation).
struct HistoryReport: JSONRepresentable {
  private let listens: [Listen]
  /// The number of plays of tracks without an artist.
  let leftOut: Int

  init(listens: [Listen]) {
    self.listens = listens.filter { $0.track.artist?.isEmpty == false }
    leftOut = listens.count - self.listens.count
  }

  var json: JSONValue { .object(["listen_type": "import", "payload": listens]) }
}

extension Listen: JSONRepresentable {
  package var json: JSONValue {
    let additional: JSONObject = [
      "media_player": "DrumDub", "submission_client": "DrumDub",
      "duration_ms": track.duration.map { Int(($0 * 1_000).rounded()) }, "tracknumber": track.trackNumber,
      "release_artist_name": track.albumArtist, "recording_mbid": track.musicBrainz.recording,
      "release_mbid": track.musicBrainz.release,
    ]
    let metadata: JSONObject = [
      "artist_name": track.artist, "track_name": title, "release_name": track.album,
      "additional_info": additional,
    ]
    return .object(["listened_at": time, "track_metadata": metadata])
  }

  private var title: String { track.title ?? track.path.stem }

  /// The time, the artist, the title and the album, safe for a terminal.
  var line: String {
    let name = [track.artist, title].compactMap(\.self).joined(separator: " - ")
    let album = track.album.map { " (\($0))" } ?? ""
    return "\(ShownText.date(time))  \(PrintedText.escaped(name + album))"
  }
}
