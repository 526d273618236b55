import AudioBase
import Dubbing
import SystemBase
import TrackTags

/// Adds tags and the picture of a track to files, in worker processes.
struct TrackTagging: FileTagging {
  private let workers: TagWorkerPool
  private let properties: [TagProperty]
  private let track: FilePath

  init(_ workers: TagWorkerPool, _ properties: [TagProperty], pictureOf track: FilePath) {
    (self.workers, self.properties, self.track) = (workers, properties, track)
  }

  func addTags(to path: FilePath) throws(FileError) {
    _ = try workers.edit(path, .embed(properties, pictureOf: track))
  }
}

/// The tags of an exported file: those of the track, and a comment that names the take.
struct ExportTags {
  let texts: FileTexts
  let properties: [TagProperty]

  /// Creates the tags of an exported take from those of its track; nil if it has none or there is no track.
  init(_ take: Take, _ track: TrackInfo?) {
    let comment = "DrumDub take \(take.name) (\(take.id))"
    let number = ExportTags.number(track?.trackNumber, track?.trackTotal)
    var texts = FileTexts()
    texts.title = track?.title ?? take.name
    texts.artist = track?.artist ?? ""
    texts.album = track?.album ?? ""
    texts.date = track?.date ?? ""
    texts.genre = track?.genre ?? ""
    texts.track = number
    texts.comment = comment
    self.texts = texts
    let values: [(String, [String])] = [
      ("TITLE", [texts.title]), ("ARTIST", track?.artists ?? []), ("ALBUM", [texts.album]),
      ("ALBUMARTIST", [track?.albumArtist ?? ""]), ("TRACKNUMBER", [number]),
      ("DISCNUMBER", [ExportTags.number(track?.discNumber, track?.discTotal)]), ("DATE", [texts.date]),
      ("GENRE", track?.genres ?? []), ("COMMENT", [comment]),
    ]
    properties = values.compactMap { key, values in
      let texts = values.filter { !$0.isEmpty }
      return texts.isEmpty ? nil : TagProperty(key: key, values: texts)
    }
  }

  /// Returns the text of a number: `3`, or `3/12`.
  private static func number(_ number: Int?, _ total: Int?) -> String {
    guard let number else { return "" }
    return total.map { "\(number)/\($0)" } ?? "\(number)"
  }
}
