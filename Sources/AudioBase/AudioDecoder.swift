import SystemBase

/// What a decoder tells of its stream.
package struct StreamFormat: Hashable, Sendable {
  package var sampleRate: SampleRate
  package var channels: Int
  /// The frames in the whole stream as its header claims them; nil where only reading to the end can tell.
  package var length: FrameCount?

  package init(sampleRate: SampleRate, channels: Int, length: FrameCount?) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.length = length
  }
}

/// A file being decoded. Used by one thread at a time.
package protocol AudioDecoder: AnyObject {
  var format: StreamFormat { get }

  /// Whether the stream broke off before what its header or container promises; to be asked once `read` has
  /// returned 0.
  var endedEarly: Bool { get }

  /// Reads the next frames, `format.channels` interleaved samples each, full scale ±1, channels in the order of
  /// WAVE_FORMAT_EXTENSIBLE.
  ///
  /// - Parameter buffer: room for whole frames.
  /// - Returns: the frames read; 0 at the end, and only there.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int

  /// Goes to a frame exactly; a frame past the end goes to the end.
  func seek(to frame: FrameCount) throws(FileError)
}

extension AudioDecoder {
  package var endedEarly: Bool { false }
}

/// Finds the decoder for a file by its content.
package protocol DecoderOpening: Sendable {
  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder
}
