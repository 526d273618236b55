import AudioBase
import AudioFiles
import SystemBase
import TrackFeed

/// Music for the measurements: the demo, repeated, at 44.1 kHz.
struct BenchmarkMusic {
  private static let rate = SampleRate(44_100)

  private let frames: [Frame]

  init() throws(Failure) {
    let path = FilePath(try ProgramFinder.resource("Demo/First Light.flac"))
    do throws(FileError) {
      let stream = try TrackStream(
        TrackLocation(path: path), rate: BenchmarkMusic.rate, decoders: DecoderRegistry(),
        converters: SampleRateConverterMaker())
      frames = try stream.readAll(limit: FrameCount(seconds: 60, at: BenchmarkMusic.rate))
    } catch {
      throw Failure(error)
    }
  }

  /// Writes a 16-bit FLAC file of this duration.
  func write(minutes: Int, to path: String) throws(Failure) {
    do throws(FileError) {
      let writer = try SndfileWriter(
        path: FilePath(path), sampleRate: BenchmarkMusic.rate, encoding: .flac16)
      for _ in 0..<minutes { try frames.withUnsafeBufferPointer(writer.write) }
      try writer.close()
    } catch {
      throw Failure("\(error)")
    }
  }
}
