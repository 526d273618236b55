import AudioBase
import SystemBase
import TrackFeed

/// Copies recorded sound to the folder of takes and converts it to the sample rate of the track.
package struct SoundCopy: Sendable {
  private static let chunk = 1 << 16
  /// The seconds by which a file may be longer than its clip, whose length is rounded.
  private static let tolerance = 1.0

  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking
  private let writers: any AudioWriterMaking

  package init(
    decoders: any DecoderOpening, converters: any RateConverterMaking, writers: any AudioWriterMaking
  ) {
    (self.decoders, self.converters, self.writers) = (decoders, converters, writers)
  }

  /// Writes the sound of a clip to a FLAC file. Returns its clip. Throws `damaged` for more sound than the clip states.
  func copy(
    _ clip: AudioClip, from source: FilePath, to target: FilePath, rate: SampleRate
  ) throws(FileError) -> AudioClip {
    let stream = try TrackStream(
      TrackLocation(path: source), rate: rate, decoders: decoders, converters: converters)
    guard let encoding = AudioEncoding(.flac, samples: .s24) else { preconditionFailure("24-bit FLAC") }
    let writer = try writers.makeWriter(target, encoding, rate: rate, length: nil, texts: FileTexts())
    var copy = clip
    (copy.file, copy.frames, copy.sampleRate) = (target.lastComponent, 0, rate)
    let frames = UnsafeMutableBufferPointer<Frame>.allocate(capacity: SoundCopy.chunk)
    defer { frames.deallocate() }
    let stated = FrameCount(clip.frames).seconds(at: clip.sampleRate)
    let most = FrameCount(seconds: stated + SoundCopy.tolerance, at: rate).value
    while case let count = try stream.read(into: frames), count > 0 {
      guard copy.frames + count <= most else {
        let seconds = Int(saturating: stated.rounded(.up))
        throw FileError(
          .damaged, source.shown, detail: "it is longer than the \(seconds) s that its take states")
      }
      try writer.write(UnsafeBufferPointer(rebasing: frames[..<count]))
      copy.frames += count
    }
    try writer.close()
    return copy
  }
}
