import AudioBase
import Dubbing
import SystemBase

/// A file of the library as the track of a take that comes from elsewhere.
package struct SharedTrack: Hashable, Sendable {
  package var location: TrackLocation
  package var reference: TrackReference
  /// The seconds by which the sound of the file is later than in the file of the take.
  package var offset: Double

  package init(location: TrackLocation, reference: TrackReference, offset: Double) {
    (self.location, self.reference, self.offset) = (location, reference, offset)
  }
}

/// What was found for the track of a take that comes from elsewhere.
package enum SharedTrackResult: Hashable, Sendable {
  /// A file with the same sound.
  case found(SharedTrack)
  /// A file that may be the track, which the user decides.
  case doubtful(SharedTrack, SharedTrackDoubt)
  /// The take has no track.
  case free
  case refused(SharedTrackRefusal)
  case cancelled
}

/// Why a file is not certainly the track of a take.
package enum SharedTrackDoubt: Hashable, Sendable {
  /// The sounds are alike in part.
  case alike(SignatureMatch.Figures)
  /// The take has no signature of the sound; the title or the name and the length agree, or the user has named the file.
  case unsigned
}

/// Why no file is the track of a take.
package enum SharedTrackRefusal: Hashable, Sendable {
  /// The file that the user has named is another song.
  case different(FilePath, SignatureMatch.Figures)
  /// No file of the library is the track; so many were compared by their sound.
  case notFound(compared: Int)
  case unreadable(FileError)
}
