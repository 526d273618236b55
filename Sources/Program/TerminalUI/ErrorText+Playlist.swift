import Playlists
import SystemBase

extension ErrorText {
  /// Returns the sentence for a playlist that cannot be read.
  package static func listSentence(_ error: FileError) -> String {
    guard error.code == .notAudio else { return sentence(error, while: .reading) }
    let reason = error.detail ?? "no playlist of a known kind"
    return "cannot read \(error.subject): \(reason); M3U, PLS, XSPF and CUE are read"
  }

  /// Returns the sentence for a word that is neither the name of a file nor that of a saved playlist.
  package static func noPlaylist(_ name: String) -> String {
    "cannot read \(name): no such file, and no saved playlist has this name; 'drumdub playlist' lists the saved ones"
  }

  package static func sentence(_ warning: PlaylistWarning) -> String {
    switch warning.problem {
    case .lineTooLong: "the line is longer than 64 KiB; skipped"
    case .badAddress: "the address names no file on this computer; skipped"
    case .nestedPlaylist: "the entry is itself a playlist; what it lists is not read"
    case .tooManyEntries: "there are more than 1,000,000 entries; the rest is skipped"
    case .noLocation: "the entry names no file; skipped"
    case .brokenOff(let reason): "the list is damaged from here on: \(reason)"
    case .notUnderstood: "unknown line; skipped"
    case .badTime: "invalid time (minutes:seconds:frames, 75 frames in a second); skipped"
    case .noIndex: "the track has no index; skipped"
    case .noFile: "no FILE line before this one; skipped"
    case .otherVersion(let name): "\(name) is not XSPF version 1; read as if it were"
    case .badDate: "the date is not valid; skipped"
    case .repeatedElement(let name): "the element \(name) occurs more than once; the last one is used"
    case .unexpectedElement(let name): "XSPF has no element \(name) here; skipped"
    case .unexpectedAttribute(let name, let element):
      "the element \(element) has no attribute \(name); skipped"
    case .missingAttribute(let name, let element): "the element \(element) lacks its attribute \(name)"
    case .noTrackList: "the list lacks its element trackList"
    case .unexpectedText(let element): "the element \(element) holds no text of its own; skipped"
    case .badNumber(let element): "the element \(element) needs a whole number from 0"
    case .badURI(let name): "\(name) holds no valid URI"
    case .dataTrack: "the track holds data, not sound; skipped"
    }
  }
}
