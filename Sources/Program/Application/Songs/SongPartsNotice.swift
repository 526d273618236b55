import AudioBase
import Dubbing
import Player
import SystemBase

/// A message about the parts of a song.
package enum SongPartsNotice: Hashable, Sendable {
  /// The level of a part was set.
  case level(String, SongPartLevel)
  /// The level of a part is this one, as before.
  case stays(String, SongPartLevel)
  /// A change of the level of a part was undone or redone; it is this one now.
  case turned(UndoDirection, String, SongPartLevel)
  /// A change of the folder or the file of the stems was undone or redone; it is this one now.
  case stemsTurned(UndoDirection, FilePath?)
  /// The drums are separated with this strength; `isChanged`: it was another one before.
  case strength(DrumStrength, isChanged: Bool)
  case strengthTurned(UndoDirection, DrumStrength)
  /// The stems of the song are being searched and compared with it.
  case searching
  case found(SongStems)
  /// The file is heard alone from now on.
  case removed
  /// The drums are being separated; the part that is done in percent, nil if it has just begun.
  case separating(percent: Int?)
  /// The drums are separated, and heard at their level.
  case separated

  // Nothing was done, and the file plays as it is.
  case noTrack
  /// A stream or a file of a server plays, which has no parts.
  case isFromNetwork
  /// No stems are played.
  case noneToRemove
  /// The song has no part of this name; with the names of those that it has.
  case unknown(String, known: [String])
  /// No folder and no file beside the song has stems.
  case nothingBeside
  case noStems(FilePath)
  /// The file has only one sound track.
  case oneSoundTrack(FilePath)
  case otherSong(FilePath)
  case silent(FilePath)
  case cancelled
  case refused(DrumPartsResult.Refusal)
  case failed(FileError)

  /// Creates the message about the end of a search for stems.
  package init(_ result: StemSearchResult) {
    self =
      switch result {
      case .found(let stems): .found(stems)
      case .nothing: .nothingBeside
      case .noStems(let folder): .noStems(folder)
      case .oneSoundTrack(let file): .oneSoundTrack(file)
      case .otherSong(let place): .otherSong(place)
      case .silent(let place): .silent(place)
      case .cancelled: .cancelled
      }
  }

  var severity: Severity {
    switch self {
    case .level, .stays, .turned, .stemsTurned, .strength, .strengthTurned, .searching, .found, .removed,
      .separating, .separated, .cancelled:
      .info
    case .noTrack, .isFromNetwork, .noneToRemove, .unknown, .nothingBeside, .noStems,
      .oneSoundTrack, .otherSong, .silent, .refused:
      .warning
    case .failed: .error
    }
  }

  /// Whether it tells a change that undo takes back.
  var isUndoable: Bool {
    switch self {
    case .level, .removed, .strength(_, isChanged: true): true
    case .stays, .turned, .stemsTurned, .strength, .strengthTurned, .searching, .found, .separating,
      .separated, .noTrack, .isFromNetwork, .noneToRemove, .unknown, .nothingBeside, .noStems,
      .oneSoundTrack, .otherSong, .silent, .cancelled, .refused, .failed:
      false
    }
  }
}
