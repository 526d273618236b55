import Playlists

extension ErrorText {
  /// Returns the sentence for a breach of the rules of CUE sheets.
  static func sentence(_ flaw: CueFlaw) -> String {
    switch flaw {
    case .openQuote: "the quotes are not closed; read to the end of the line"
    case .unquotedText: "text with blanks needs quotes; read to the end of the line"
    case .extraText: "there is text after the arguments"
    case .noValue(let command): "\(command) lacks a value"
    case .badValue("CATALOG"): "CATALOG needs 13 digits"
    case .badValue("ISRC"): "ISRC needs 5 letters or digits and 7 digits"
    case .badValue(let command): "the value of \(command) is not valid; skipped"
    case .misplaced(let command): "\(command) is in a wrong place"
    case .repeated(let command): "\(command) occurs more than once"
    case .unknownFileType(""): "FILE lacks a type, such as WAVE"
    case .unknownFileType(let name): "unknown type of file \(name); its sound is read by its content"
    case .unknownTrackType(let name): "unknown type of track \(name); read as AUDIO"
    case .unknownFlag(let name): "unknown flag \(name); skipped"
    case .trackNumber: "the number of a track must be 1 to 99"
    case .trackOrder: "the number of the track does not follow that of the track before"
    case .trackAgain: "the track is stated again; both are read as one"
    case .noFirstIndex: "the track has no INDEX 01; it begins at another index"
    case .indexOrder: "the number of the index does not follow that of the index before"
    case .timeOrder: "the time does not follow that of the index before"
    case .fileStart: "the sound before this first index of the file belongs to no track"
    case .unusedFile: "no track begins in this file"
    case .beyondEnd: "the track begins after the end of its file; it cannot be played"
    case .noTracks: "the sheet has no tracks"
    }
  }
}
