import Playlists
import SystemBase

extension ErrorText {
  /// Of a playlist that cannot be read.
  package static func listSentence(_ error: FileError) -> String {
    guard error.code == .notAudio else { return sentence(error, while: .reading) }
    let reason = error.detail ?? "no playlist of a known kind"
    return "cannot read \(error.subject): \(reason); M3U, PLS, XSPF and CUE are read"
  }

  package static func sentence(_ warning: PlaylistWarning) -> String {
    switch warning.problem {
    case .lineTooLong: "the line is longer than 64 KiB and was passed over"
    case .badAddress: "the address names no file of this machine and was passed over"
    case .nestedPlaylist: "the entry is itself a playlist; what it lists is not read"
    case .tooManyEntries: "there are more than 1,000,000 entries; the rest was passed over"
    case .noLocation: "the entry names nothing to play and was passed over"
    case .brokenOff(let reason): "the list is damaged from here on: \(reason)"
    case .notUnderstood: "the line means nothing here and was passed over"
    case .badTime: "the time is none (minutes:seconds:frames, 75 frames in a second) and was passed over"
    case .noIndex: "the track has no index in any file and was passed over"
    case .noFile: "no file was named before this and it was passed over"
    case .dataTrack: "the track holds data or bare sectors and was passed over"
    }
  }
}
