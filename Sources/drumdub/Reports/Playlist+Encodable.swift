import AudioBase
import Playlists
import TerminalUI

/// The object of `drumdub playlist --json`.
extension Playlist: Encodable {
  private enum CodingKeys: String, CodingKey { case format, encoding, title, entries, warnings }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(format.rawValue, forKey: .format)
    try fields.encode(encoding.rawValue, forKey: .encoding)
    try fields.encodeIfPresent(title, forKey: .title)
    try fields.encode(entries, forKey: .entries)
    try fields.encode(warnings, forKey: .warnings)
  }
}

extension PlaylistEntry: Encodable {
  private enum CodingKeys: String, CodingKey {
    case url, title, artist, album, albumArtist, trackNumber, discNumber, discTotal, date, genre
    case duration, start, end, missing
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch location {
    case .file(let path): try PathReport(path: path).encode(to: encoder)
    case .url(let address): try fields.encode(address, forKey: .url)
    }
    try fields.encodeIfPresent(title, forKey: .title)
    try fields.encodeIfPresent(artist, forKey: .artist)
    try fields.encodeIfPresent(album, forKey: .album)
    try fields.encodeIfPresent(albumArtist, forKey: .albumArtist)
    try fields.encodeIfPresent(trackNumber, forKey: .trackNumber)
    try fields.encodeIfPresent(discNumber, forKey: .discNumber)
    try fields.encodeIfPresent(discTotal, forKey: .discTotal)
    try fields.encodeIfPresent(date, forKey: .date)
    try fields.encodeIfPresent(genre, forKey: .genre)
    try fields.encodeIfPresent(duration, forKey: .duration)
    try fields.encodeIfPresent(section?.start.seconds, forKey: .start)
    try fields.encodeIfPresent(section?.end?.seconds, forKey: .end)
    try fields.encode(isMissing, forKey: .missing)
  }
}

extension PlaylistWarning: Encodable {
  private enum CodingKeys: String, CodingKey { case line, message }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(line, forKey: .line)
    try fields.encode(ErrorText.sentence(self), forKey: .message)
  }
}
