import AudioBase
import AudioFiles
import Glibc
import SystemBase

/// A file read to its end.
struct Decoded {
  let format: StreamFormat
  let samples: [Float]
  let endedEarly: Bool

  init(_ path: FilePath) throws {
    let decoder = try DecoderRegistry().open(path)
    samples = try decoder.readSamples()
    endedEarly = decoder.endedEarly
    format = decoder.format
  }

  var frames: Int { samples.count / format.channels }
}

/// Returns the code of the error that decoding a file throws; nil if it throws none.
func errorCode(_ path: FilePath) -> FileError.Code? {
  do {
    _ = try Decoded(path)
    return nil
  } catch {
    return (error as? FileError)?.code
  }
}

extension AudioDecoder {
  /// Reads a number of frames, or to the end, in blocks of an odd size.
  func readSamples(upTo frames: Int = .max) throws -> [Float] {
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 1_531 * format.channels)
    while samples.count / format.channels < frames {
      let room = min(1_531, frames - samples.count / format.channels) * format.channels
      let got = try block.withUnsafeMutableBufferPointer { buffer in
        try read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<room]))
      }
      if got == 0 { break }
      samples += block[..<(got * format.channels)]
    }
    return samples
  }
}

/// Where two signals part: nil where they are equal. A plain comparison would print all their samples.
func firstDifference<Element: Equatable>(_ one: [Element], _ other: [Element]) -> Int? {
  if one == other { return nil }
  return zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    ?? min(one.count, other.count)
}

/// How far two signals agree, in dB.
func signalToNoise(_ signal: [Float], _ other: [Float]) -> Double {
  var power = 0.0
  var noise = 0.0
  signal.withUnsafeBufferPointer { signal in
    other.withUnsafeBufferPointer { other in
      var index = 0
      while index < min(signal.count, other.count) {
        let (sample, difference) = (Double(signal[index]), Double(signal[index]) - Double(other[index]))
        power += sample * sample
        noise += difference * difference
        index += 1
      }
    }
  }
  return noise == 0 ? .infinity : 10 * log10(power / noise)
}

/// Seeks to seeded places, the first and the last among them.
///
/// - Returns: the largest difference to the same position of the whole.
func largestSeekError(_ path: FilePath, count: Int = 60) throws -> Float {
  let whole = try Decoded(path)
  let channels = whole.format.channels
  let decoder = try DecoderRegistry().open(path)
  var generator = SeededGenerator(seed: 7)
  let random = (0..<count).map { _ in Int.random(in: 0..<whole.frames, using: &generator) }
  var largest: Float = 0
  for target in [whole.frames - 1, 0] + random {
    try decoder.seek(to: FrameCount(target))
    let got = try decoder.readSamples(upTo: 300)
    let wanted = whole.samples[(target * channels)..<(min(target + 300, whole.frames) * channels)]
    guard got.count == wanted.count else { return .infinity }
    if got.elementsEqual(wanted) { continue }
    for (a, b) in zip(got, wanted) { largest = max(largest, abs(a - b)) }
  }
  return largest
}

func fileBytes(_ path: FilePath) throws -> [UInt8] {
  let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
  guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open") }
  defer { close(descriptor) }
  let size = Int(lseek(descriptor, 0, SEEK_END))
  var bytes = [UInt8](repeating: 0, count: size)
  guard pread(descriptor, &bytes, size, 0) == size else {
    throw FileError(errno: errno, path.shown, call: "pread")
  }
  return bytes
}
