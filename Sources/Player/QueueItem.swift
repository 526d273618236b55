import AudioBase
import MusicLibrary

/// A place in the queue. The same file queued twice has two.
package struct QueueItem: Hashable, Sendable, Identifiable {
  package struct ID: Hashable, Sendable {
    package let value: Int

    package init(_ value: Int) { self.value = value }
  }

  package let id: ID
  package let path: FilePath
  /// What a playlist said of it, until the file's own tags are read.
  package var hint: Hint
  /// What the file says of itself; nil until it was read.
  package var track: Track?
  /// Why it cannot be played; nil where it can or was not tried.
  package var failure: AudioError?

  package struct Hint: Hashable, Sendable {
    package var title: String?
    package var artist: String?
    /// Seconds.
    package var duration: Double?

    package init(title: String? = nil, artist: String? = nil, duration: Double? = nil) {
      self.title = title
      self.artist = artist
      self.duration = duration
    }
  }

  package init(id: ID, path: FilePath, hint: Hint = Hint(), track: Track? = nil) {
    self.id = id
    self.path = path
    self.hint = hint
    self.track = track
  }

  /// The title, or the file's name: nothing made up.
  package var title: String { track?.title ?? hint.title ?? path.lastComponent.shown }
  package var artist: String? { track?.artist ?? hint.artist }
  /// Seconds; nil where nobody knows yet.
  package var duration: Double? { track?.stream.duration ?? hint.duration }
}
