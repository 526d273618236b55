import AudioBase
import Dubbing
import SystemBase

extension ExportService {
  /// Returns the track of a take: the file that the user names, else the file that the take names, else a file of the
  /// library with the same sound.
  ///
  /// - Throws: `notFound` if none of them exists.
  package func track(
    _ reference: TrackReference, _ named: FilePath?, _ notices: inout [ExportNotice]
  ) throws(FileError) -> TrackLocation {
    if let named {
      let key = try sources.key(named)
      if let track = reference.location(in: named, of: key) { return track }
      notices.append(.trackChanged(named))
      return TrackLocation(path: named)
    }
    var changed: FilePath?
    for path in [reference.path] + sources.files(reference.key) where path.exists {
      guard let key = try? sources.key(path) else { continue }
      if let track = reference.location(in: path, of: key) { return track }
      changed = changed ?? path
    }
    guard let changed else { throw FileError(.notFound, reference.path.shown) }
    notices.append(.trackChanged(changed))
    return TrackLocation(path: changed)
  }
}
