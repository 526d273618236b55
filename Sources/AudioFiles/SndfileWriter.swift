import AudioBase
import CSndfile
import Glibc

/// Writes stereo sound through libsndfile.
package final class SndfileWriter: AudioFileWriter {
  package enum Encoding: Sendable {
    /// 32-bit float WAV: every sample as it was rendered.
    case wavFloat
    /// FLAC with fixed predictors only: their choice is integer arithmetic, so that the same samples make the
    /// same bytes on every processor.
    case flac16, flac24

    var format: Int32 {
      switch self {
      case .wavFloat: Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
      case .flac16: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
      case .flac24: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_24)
      }
    }
  }

  private var handle: SndfileHandle?
  private let subject: String

  /// Creates the file, or empties the one that is there.
  package init(path: FilePath, sampleRate: SampleRate, encoding: Encoding) throws(AudioError) {
    subject = path.shown
    let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw AudioError(errno: errno, subject, call: "open", writing: true) }
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate.hertz)
    info.channels = 2
    info.format = encoding.format
    let handle = try SndfileHandle(
      descriptor: descriptor, mode: Int32(SFM_WRITE), info: &info, subject: subject)
    SndfileWriter.prepare(handle, encoding)
    self.handle = consume handle
  }

  private static func prepare(_ handle: borrowing SndfileHandle, _ encoding: Encoding) {
    handle.command(SFC_SET_CLIPPING, size: SF_TRUE)
    switch encoding {
    case .wavFloat:
      // The PEAK chunk holds the time of writing: two equal renders would differ.
      handle.command(SFC_SET_ADD_PEAK_CHUNK, size: SF_FALSE)
    case .flac16, .flac24:
      var level = 0.25
      handle.command(SFC_SET_COMPRESSION_LEVEL, &level, size: MemoryLayout<Double>.size)
    }
  }

  package func write(_ frames: UnsafeBufferPointer<Frame>) throws(AudioError) {
    guard let start = frames.baseAddress, !frames.isEmpty else { return }
    let samples = UnsafeRawPointer(start).assumingMemoryBound(to: Float.self)
    let written = handle?.write(samples, frames: frames.count) ?? 0
    guard written == frames.count else {
      throw AudioError(errno: errno, subject, call: "sf_writef_float", writing: true)
    }
  }

  package func updateHeader() { handle?.command(SFC_UPDATE_HEADER_NOW) }

  package func close() throws(AudioError) { handle = nil }
}
