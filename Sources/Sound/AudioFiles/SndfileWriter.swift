import AudioBase
import CSndfile
import Glibc
import SystemBase

/// Writes stereo and mono files through libsndfile.
package final class SndfileWriter: AudioFileWriter {
  package struct Encoding: Hashable, Sendable {
    fileprivate let format: AudioFileFormat
    fileprivate let samples: SampleFormat?
    /// Whether integers are dithered with the same noise in each file.
    fileprivate var isDithered = false
    /// Whether the effort of FLAC is the highest.
    fileprivate var isSmallest = false

    /// 32-bit float WAV, without rounding.
    package static let wavFloat = Encoding(format: .wav, samples: .float)
    /// Integer WAV, rounded to the nearest value; samples of as many bits stay exact.
    package static let wav16 = Encoding(format: .wav, samples: .s16)
    package static let wav24 = Encoding(format: .wav, samples: .s24)
    /// FLAC with fixed predictors only: integer arithmetic chooses them, so that equal samples give equal bytes on
    /// every processor.
    package static let flac16 = Encoding(format: .flac, samples: .s16)
    /// FLAC at the highest level. Floating-point arithmetic chooses the predictors, so that equal samples may give other
    /// bytes on another processor.
    package static let smallestFLAC16 = Encoding(format: .flac, samples: .s16, isSmallest: true)
    package static let flac24 = Encoding(format: .flac, samples: .s24)

    /// A format that takes are exported to, dithered.
    package static func export(_ encoding: AudioEncoding) -> Encoding {
      Encoding(format: encoding.format, samples: encoding.samples, isDithered: true)
    }

    /// The format by libsndfile's numbers.
    fileprivate var number: Int32 { Int32(format.number | (samples?.number ?? 0)) }

    /// The integers that samples are rounded to here; nil if the library converts them.
    fileprivate var integers: SampleFormat? { isDithered || format == .wav ? samples : nil }

    /// Whether the header states the length, without which a cut file is not valid.
    fileprivate var needsHeader: Bool { format == .wav || format == .aiff }

    /// The size of a stereo frame; nil for a format that is not written as RF64.
    fileprivate var bytesPerFrame: Int? { format == .wav ? samples?.bytesPerFrame : nil }

    /// Returns the level of compression, from 0, the largest file, to 1; nil if the format is not compressed.
    fileprivate func compression(isLive: Bool) -> Double? {
      if isSmallest { return 1 }
      guard format == .flac, isDithered else { return format == .flac ? 0.25 : format.compression }
      // Level 1 of 8 needs half the time of level 5, for files that are a tenth larger.
      return isLive ? 1.0 / 8 : format.compression
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
    (self.encoding, self.isMono) = (encoding, isMono)
    integers = IntegerSamples(isDithered: encoding.isDithered)
    let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, subject, call: "open", writing: true) }
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate.hertz)
    info.channels = isMono ? 1 : 2
    info.format = encoding.number
    let (size, overflow) = (length?.value ?? 0).multipliedReportingOverflow(by: encoding.bytesPerFrame ?? 0)
    if overflow || size > SndfileWriter.largestWAV {
      info.format = info.format & ~Int32(SF_FORMAT_TYPEMASK) | Int32(SF_FORMAT_RF64)
    }
    let handle = try SndfileHandle(writing: descriptor, info: &info, subject: subject)
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
    if var level = encoding.compression(isLive: isLive) {
      handle.command(SFC_SET_COMPRESSION_LEVEL, &level, size: MemoryLayout<Double>.size)
    }
  }

  package func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
    precondition(!isMono)
    try writeAll(UnsafeRawBufferPointer(frames).assumingMemoryBound(to: Float.self), frames: frames.count)
  }

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
    case .s16: handle?.write(integers.shorts(samples), frames: frames) ?? 0
    case .s24: handle?.write(integers.words(samples), frames: frames) ?? 0
    }
  }

  package func updateHeader() {
    // libsndfile 1.2 writes the headers of Ogg again at the end of the file, which ruins it. Cut Ogg and FLAC files are
    // readable as they are.
    if encoding.needsHeader { handle?.command(SFC_UPDATE_HEADER_NOW) }
  }

  package func close() throws(FileError) { handle = nil }
}
