import AudioBase
import Player
import SystemBase

/// A message about the marks of a song, its named places and sections, and about its pitch.
package enum SongNotice: Hashable, Sendable {
  /// The place or the section that a mark names, in seconds.
  package struct Span: Hashable, Sendable {
    package var from: Double
    /// Nil for a place.
    package var to: Double?
    /// The bars, from 1; nil if it does not begin and end with a bar.
    package var bars: ClosedRange<Int>?
  }

  /// A mark was set; `isNew` is false if it was moved.
  case set(String, Span, isNew: Bool)
  case renamed(from: String, to: String)
  case removed(String)
  /// The music goes on at a mark.
  case reached(String, Span)
  /// Changes of the marks of these names were undone or redone.
  case turned(UndoDirection, names: [String])
  /// The song is played at another pitch, which is kept for it.
  case transposed(Transposition)
  /// A change of the pitch was undone or redone; the pitch is this one now.
  case pitchTurned(UndoDirection, Transposition)
  case key(Key)
  /// Another file of the recording has a song, of which so many marks are here now.
  case foundElsewhere(marks: Int)
  case drums(SongDrumsNotice)
  case parts(SongPartsNotice)

  // Nothing was done.
  /// No track is open whose places could be named.
  case noTrack
  case noMarks
  case unknown(String)
  /// The name is that of another mark.
  case nameIsTaken(String)
  /// The text is no name: it is empty, or the word of a command.
  case invalidName(String)
  case tooMany
  /// The command names the repeated range, and there is none.
  case needsLoop(String)
  /// There is no range that was repeated last.
  case noLastLoop
  /// A place cannot be repeated, since it has no end.
  case isPlace(String)
  /// No mark follows, or none is before.
  case noNeighbour(forward: Bool)
  /// The bars of the track are not known, or it ends before them.
  case bars(TakeNotice.Bars)

  /// A message about the key and the tuning of the song.
  package enum Key: Hashable, Sendable {
    case finding, cancelled
    case found(FoundKey)
    /// It is in tune with A = 440 Hz already.
    case isInTune(FoundKey)
    /// The song has no tones.
    case none
    /// No track is open.
    case noTrack
    /// A stream or a file of a server plays.
    case isFromNetwork
    case failed(FileError)
  }

  var severity: Severity {
    switch self {
    case .set, .renamed, .removed, .reached, .turned, .transposed, .pitchTurned, .foundElsewhere,
      .key(.finding), .key(.cancelled), .key(.found), .key(.isInTune):
      .info
    case .key(.failed): .error
    case .noTrack, .noMarks, .unknown, .nameIsTaken, .invalidName, .tooMany, .needsLoop, .noLastLoop,
      .isPlace, .noNeighbour, .bars, .key(.none), .key(.noTrack),
      .key(.isFromNetwork):
      .warning
    case .drums(let notice): notice.severity
    case .parts(let notice): notice.severity
    }
  }
}
