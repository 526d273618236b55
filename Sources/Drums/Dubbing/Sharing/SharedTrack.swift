import AudioBase
import SystemBase

/// A track of the library that an imported take belongs to.
package struct SharedTrack: Hashable, Sendable {
  package var location: TrackLocation
  package var reference: TrackReference
  /// The seconds by which the sound of the file is later than that of the original file of the take.
  package var offset: Double

  package init(location: TrackLocation, reference: TrackReference, offset: Double) {
    (self.location, self.reference, self.offset) = (location, reference, offset)
  }

  /// The entry of a part of a file, such as a track of a CUE sheet; nil for a whole file, whose tags are read.
  package var playlistEntry: PlaylistEntry? {
    if location.section == nil { return nil }
    var entry = PlaylistEntry(location)
    (entry.title, entry.artist) = (reference.title, reference.artist)
    entry.duration = location.section?.duration
    return entry
  }
}

package enum SharedTrackResult: Hashable, Sendable {
  /// A file with the same sound.
  case found(SharedTrack)
  /// A file that may be the track. The user decides.
  case doubtful(SharedTrack, SharedTrackDoubt)
  case free
  case refused(SharedTrackRefusal)
  case cancelled
}

/// The reason why a file is not certainly the track of a take.
package enum SharedTrackDoubt: Hashable, Sendable {
  /// The sounds are partly equal.
  case alike(SignatureMatch.Figures)
  /// The take has no signature. The title or file name and the length match, or the user named the file.
  case unsigned
}

package enum SharedTrackRefusal: Hashable, Sendable {
  /// The file that the user named is another song.
  case different(FilePath, SignatureMatch.Figures)
  /// No file of the library is the track. The sound of a number of files was compared.
  case notFound(compared: Int)
  case unreadable(FileError)
}
