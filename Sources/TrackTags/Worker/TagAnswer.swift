import AudioBase
import SystemBase

/// What a tag worker says of one file.
package enum TagAnswer: Hashable, Sendable {
  case track(TrackInfo)
  /// nil where the file has none.
  case picture(PictureData?)
  case failed(FileError)
}
