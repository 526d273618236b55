import AudioBase
import Glibc
import SystemBase

/// A stereo WAV file of 16 bits whose frames are written in any order. Those that were not written yet are silent, and take no
/// room on the disk. Used by one thread; others may read the file meanwhile.
final class SparsePartFile {
  private static let headerSize = 44, frameSize = 4

  let path: FilePath
  private let descriptor: Int32
  private let rate: SampleRate
  /// The frames that the header states.
  private var count = 0

  /// Creates a file of silent frames.
  init(_ path: FilePath, _ rate: SampleRate, frames: Int) throws(FileError) {
    (self.path, self.rate) = (path, rate)
    descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
    do throws(FileError) {
      try lengthen(to: frames)
    } catch {
      FileBytes.remove(path)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Writes frames whose samples have 16 bits. The file becomes longer where they are behind its end.
  func write(_ frames: [Frame], at first: Int) throws(FileError) {
    var samples: [Int16] = []
    samples.reserveCapacity(2 * frames.count)
    for frame in frames {
      let values = SIMD2<Int16>(clamping: SIMD2<Int32>(frame * 32_768, rounding: .toNearestOrEven))
      samples.append(values.x.littleEndian)
      samples.append(values.y.littleEndian)
    }
    let place = SparsePartFile.headerSize + first * SparsePartFile.frameSize
    guard samples.withUnsafeBytes({ write($0, at: place) }) else { throw failure("pwrite") }
    try lengthen(to: first + frames.count)
  }

  /// Returns frames of the file.
  func frames(_ range: Range<Int>) throws(FileError) -> [Frame] {
    var samples = [Int16](repeating: 0, count: 2 * range.count)
    let place = SparsePartFile.headerSize + range.lowerBound * SparsePartFile.frameSize
    let read = samples.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(place)) }
    guard read == 2 * samples.count else { throw FileError(errno: errno, path.shown, call: "pread") }
    return (0..<range.count).map { index in
      let values = SIMD2(Int16(littleEndian: samples[2 * index]), Int16(littleEndian: samples[2 * index + 1]))
      return Frame(values) / 32_768
    }
  }

  private func lengthen(to frames: Int) throws(FileError) {
    if frames <= count { return }
    let bytes = frames * SparsePartFile.frameSize
    guard ftruncate(descriptor, off_t(SparsePartFile.headerSize + bytes)) == 0 else {
      throw failure("ftruncate")
    }
    count = frames
    func field(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: min(value, Int(UInt32.max)) >> (8 * $0)) }
    }
    var header = Array("RIFF".utf8) + field(SparsePartFile.headerSize - 8 + bytes, 4) + Array("WAVEfmt ".utf8)
    header += field(16, 4) + field(1, 2) + field(2, 2) + field(rate.hertz, 4)
    header += field(rate.hertz * SparsePartFile.frameSize, 4) + field(SparsePartFile.frameSize, 2)
    header += field(16, 2) + Array("data".utf8) + field(bytes, 4)
    guard header.withUnsafeBytes({ write($0, at: 0) }) else { throw failure("pwrite") }
  }

  /// Returns false, with `errno`, if not all bytes could be written.
  private func write(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(place + done))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  private func failure(_ call: String) -> FileError {
    FileError(errno: errno, path.shown, call: call, writing: true)
  }
}
