import MixEngine

/// A range of a track to be played again and again.
package struct StreamLoop: Hashable, Sendable {
  package var stream: StreamID
  /// In the track's own frames; not empty.
  package var frames: Range<Int>

  package init(stream: StreamID, frames: Range<Int>) {
    precondition(!frames.isEmpty)
    self.stream = stream
    self.frames = frames
  }
}
