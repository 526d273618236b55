import AudioBase
import CSndfile
import Glibc
import SystemBase

/// Writes stereo and mono files through libsndfile.
package final class SndfileWriter: AudioFileWriter {
  package enum Encoding: Hashable, Sendable {
    /// 32-bit float WAV, without rounding.
    case wavFloat
    /// Integer WAV, rounded to the nearest value; samples of as many bits stay exact.
    case wav16, wav24
    /// FLAC with fixed predictors only: integer arithmetic chooses them, so that equal samples give equal bytes on
    /// every processor.
    case flac16, flac24
    /// A format that takes are exported to. Integers are dithered with the same noise in each file.
    case export(AudioEncoding)

    var format: Int32 {
      switch self {
      case .wavFloat: Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
      case .wav16: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
      case .wav24: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_24)
      case .flac16: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
      case .flac24: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_24)
      case .export(let encoding): encoding.sndfileFormat
      }
    }

    /// The integers that samples are rounded to here; nil if the library converts them.
    var integers: SampleFormat? {
      switch self {
      case .wav16: .s16
      case .wav24: .s24
      case .wavFloat, .flac16, .flac24: nil
      case .export(let encoding): encoding.samples == .float ? nil : encoding.samples
      }
    }

    /// Whether the header states the length, without which a cut file is not valid.
    var needsHeader: Bool {
      switch self {
      case .wavFloat, .wav16, .wav24: true
      case .flac16, .flac24: false
      case .export(let encoding): encoding.format == .wav || encoding.format == .aiff
      }
    }

    var isDithered: Bool { if case .export = self { true } else { false } }

    /// The size of a stereo frame; nil for a format that is not written as RF64.
    var bytesPerFrame: Int? {
      switch self {
      case .wav16: 4
      case .wav24: 6
      case .wavFloat: 8
      case .flac16, .flac24: nil
      case .export(let encoding): encoding.format == .wav ? encoding.samples?.bytesPerFrame : nil
      }
    }
  }

  private var handle: SndfileHandle?
  private let subject: String
  private let encoding: Encoding
  private let isMono: Bool
  private var integers: IntegerSamples

  /// The largest WAV file in bytes; its header has 32 bits for the size.
  private static let largestWAV = 0xFFFF_0000

  /// Creates or truncates the file.
  ///
  /// - Parameters:
  ///   - length: the length if it is known; a WAV file that would be too large is written as RF64.
  ///   - texts: what the format has no place for is left out.
  ///   - isMono: whether the file has one channel; it is written by `write(mono:)`.
  ///   - isLive: whether the file is written while its sound is heard: FLAC is compressed with the least effort.
  package init(
    path: FilePath, sampleRate: SampleRate, encoding: Encoding, length: FrameCount? = nil,
    texts: FileTexts = FileTexts(), isMono: Bool = false, isLive: Bool = false
  ) throws(FileError) {
    subject = path.shown
    self.encoding = encoding
    self.isMono = isMono
    integers = IntegerSamples(isDithered: encoding.isDithered)
    let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, subject, call: "open", writing: true) }
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate.hertz)
    info.channels = isMono ? 1 : 2
    info.format = encoding.format
    let (size, overflow) = (length?.value ?? 0).multipliedReportingOverflow(by: encoding.bytesPerFrame ?? 0)
    if overflow || size > SndfileWriter.largestWAV {
      info.format = info.format & ~Int32(SF_FORMAT_TYPEMASK) | Int32(SF_FORMAT_RF64)
    }
    let handle = try SndfileHandle(
      descriptor: descriptor, mode: Int32(SFM_WRITE), info: &info, subject: subject)
    SndfileWriter.prepare(handle, encoding, isLive: isLive)
    for (field, text) in texts.fields where !text.isEmpty { handle.setText(field, text) }
    // The length may be that of a file that ends early.
    handle.command(SFC_RF64_AUTO_DOWNGRADE, size: SF_TRUE)
    self.handle = consume handle
  }

  private static func prepare(_ handle: borrowing SndfileHandle, _ encoding: Encoding, isLive: Bool) {
    handle.command(SFC_SET_CLIPPING, size: SF_TRUE)
    // The PEAK chunk contains the time of writing, so that equal sound would give different files.
    handle.command(SFC_SET_ADD_PEAK_CHUNK, size: SF_FALSE)
    switch encoding {
    case .wavFloat, .wav16, .wav24: break
    case .flac16, .flac24: compress(handle, 0.25)
    // Level 1 of 8 needs half the time of level 5, for files that are a tenth larger.
    case .export(let encoding) where encoding.format == .flac && isLive: compress(handle, 1.0 / 8)
    case .export(let encoding): encoding.format.compression.map { compress(handle, $0) }
    }
  }

  /// Sets the level of compression.
  ///
  /// - Parameter level: from 0, the largest file, to 1.
  private static func compress(_ handle: borrowing SndfileHandle, _ level: Double) {
    var level = level
    handle.command(SFC_SET_COMPRESSION_LEVEL, &level, size: MemoryLayout<Double>.size)
  }

  package func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
    precondition(!isMono)
    try writeAll(UnsafeRawBufferPointer(frames).assumingMemoryBound(to: Float.self), frames: frames.count)
  }

  /// Writes the samples of a mono file.
  package func write(mono samples: UnsafeBufferPointer<Float>) throws(FileError) {
    precondition(isMono)
    try writeAll(samples, frames: samples.count)
  }

  private func writeAll(_ samples: UnsafeBufferPointer<Float>, frames: Int) throws(FileError) {
    guard frames > 0 else { return }
    errno = 0
    guard write(samples, frames: frames) == frames else {
      throw FileError(errno: errno, subject, call: "sf_writef", writing: true)
    }
  }

  private func write(_ samples: UnsafeBufferPointer<Float>, frames: Int) -> Int {
    switch encoding.integers {
    case .float, nil: samples.baseAddress.flatMap { handle?.write($0, frames: frames) } ?? 0
    case .s16: integers.with16Bits(samples) { handle?.write($0, frames: frames) ?? 0 } ?? 0
    case .s24: integers.with24Bits(samples) { handle?.write($0, frames: frames) ?? 0 } ?? 0
    }
  }

  package func updateHeader() {
    // libsndfile 1.2 writes the headers of Ogg again at the end of the file, which ruins it. Cut Ogg and FLAC files are
    // readable as they are.
    if encoding.needsHeader { handle?.command(SFC_UPDATE_HEADER_NOW) }
  }

  package func close() throws(FileError) { handle = nil }
}
