import SystemBase

/// What takes and plays belong to: a file, or the part of one that is a track of its own.
package struct TrackLocation: Hashable, Sendable {
  package var path: FilePath
  package var section: TrackSection?

  package init(path: FilePath, section: TrackSection? = nil) {
    self.path = path
    self.section = section
  }

  package init(_ track: TrackInfo) { self.init(path: track.path, section: track.section) }
}
