import AudioBase
import AudioFiles
import SystemBase
import TrackFeed

package enum DecodedSound {
  /// Decodes the beginning of a file, at a rate.
  package static func frames(
    of path: FilePath, seconds: Double, at rate: SampleRate = .standard
  ) throws(FileError) -> [Frame] {
    let stream = try TrackStream(
      TrackLocation(path: path), rate: rate, decoders: DecoderRegistry(),
      converters: SampleRateConverterMaker())
    return try stream.readAll(limit: FrameCount(seconds: seconds, at: rate))
  }
}
