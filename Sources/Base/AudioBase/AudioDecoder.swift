import SystemBase

package struct StreamFormat: Hashable, Sendable {
  package var sampleRate: SampleRate
  package var channels: Int
  /// The frames of the whole stream as its header states them; nil if it does not.
  package var length: FrameCount?

  package init(sampleRate: SampleRate, channels: Int, length: FrameCount?) {
    (self.sampleRate, self.channels, self.length) = (sampleRate, channels, length)
  }
}

/// Decodes one audio file. Used by one thread at a time.
package protocol AudioDecoder: AnyObject {
  var format: StreamFormat { get }

  /// Whether the stream has ended before the length that its header or container states. To be asked after `read` has
  /// returned 0.
  var endedEarly: Bool { get }

  /// Reads the next frames: `format.channels` interleaved samples each, full scale ±1, channels in the order of
  /// WAVE_FORMAT_EXTENSIBLE.
  ///
  /// - Parameter buffer: room for whole frames.
  /// - Returns: the number of frames; 0 at the end, and only there.
  /// - Throws: if the file cannot be read or decoded any further.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int

  /// Seeks to an exact frame; a frame past the end seeks to the end.
  func seek(to frame: FrameCount) throws(FileError)

  /// Returns the next event of what was read, and removes it.
  func nextEvent() -> StreamEvent?
}

extension AudioDecoder {
  package var endedEarly: Bool { false }

  /// Returns nil: most files are one part.
  package func nextEvent() -> StreamEvent? { nil }
}

/// Decodes a stream of the network, or a file of a server, which arrives on another thread. All calls return at once. After
/// a seek, the state is `waiting` until there are frames of the new place.
///
/// `format` is valid, and `read` may be called, while `readiness` is `ready`. The stream is dropped with the decoder.
package protocol StreamDecoder: AudioDecoder {
  var readiness: StreamReadiness { get }
}

/// The state of a stream for its reader.
package enum StreamReadiness: Hashable, Sendable {
  /// There are not enough frames yet.
  case waiting
  /// Half a second or more can be read, or the rest of the stream.
  case ready
  /// The stream could not be opened.
  case failed(FileError)
}

package enum StreamEvent: Hashable, Sendable {
  case connecting
  /// The name of the station.
  case named(String)
  /// The title of what is being sent, as the server states it.
  case titled(String)
  /// A part of a chained file begins, which has tags of its own.
  case part(title: String, artist: String?)
  /// The tags of a file of a server, and the file of their picture.
  case tagged(TrackInfo, cover: FilePath?)
  /// The file has changed on the server, and the new one is played from the same position.
  case replaced
  /// The connection was lost and is made again.
  case interrupted(FileError)
  /// The connection was made again.
  case resumed
}

/// Opens decoders for files, chosen by their content. Any thread.
package protocol DecoderOpening: Sendable {
  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder

  /// Opens one of the sound tracks of a file by its index. Throws `unsupported` for a file that has only one.
  func open(_ path: FilePath, soundTrack: Int) throws(FileError) -> sending any AudioDecoder

  /// Returns the sound tracks of a file; nil if it has only one.
  func soundTracks(of path: FilePath) throws(FileError) -> SoundTracks?

  /// Starts to receive a stream, or a file of a server, whose format has a length if it can be sought. `onChange` is called on another thread when `readiness` changes or an event is available.
  func receive(
    _ address: StreamAddress, onChange: @escaping @Sendable () -> Void
  ) throws(FileError) -> sending any StreamDecoder
}

/// The sound tracks of a file that has several, in their order.
package struct SoundTracks: Hashable, Sendable {
  /// The names; an empty one for a track without a name.
  package var names: [String]
  /// The index of the sound track that is heard when the file is played.
  package var main: Int
  /// Whether the file states that the others are stems, whose mix the main one is.
  package var areStems: Bool

  package init(names: [String], main: Int, areStems: Bool) {
    (self.names, self.main, self.areStems) = (names, main, areStems)
  }
}

extension DecoderOpening {
  package func open(_ path: FilePath, soundTrack: Int) throws(FileError) -> sending any AudioDecoder {
    throw FileError(.unsupported, path.shown, detail: "it has only one sound track")
  }

  package func soundTracks(of path: FilePath) throws(FileError) -> SoundTracks? { nil }

  package func receive(
    _ address: StreamAddress, onChange: @escaping @Sendable () -> Void
  ) throws(FileError) -> sending any StreamDecoder {
    throw FileError(.unsupported, address.shown, detail: "streams are not played here")
  }
}

/// Writes one audio file. Used by one thread at a time.
package protocol AudioFileWriter: AnyObject {
  func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError)

  /// Updates the header, so that the file is valid if the program ends now.
  func updateHeader()

  /// Completes and closes the file; nothing may be written after it.
  func close() throws(FileError)
}

extension AudioFileWriter {
  /// Appends silent frames.
  package func writeSilence(_ count: Int) throws(FileError) {
    let silence = [Frame](repeating: .zero, count: min(count, 1 << 14))
    for start in stride(from: 0, to: count, by: 1 << 14) {
      try silence.withUnsafeBufferPointer { (frames) throws(FileError) in
        try write(UnsafeBufferPointer(rebasing: frames.prefix(count - start)))
      }
    }
  }
}
