import AudioBase
import CVorbis
import Glibc
import SystemBase

/// Writes Ogg Vorbis while its sound is heard. Of a program that is killed, the file has all but the last second.
///
/// libsndfile ends a page by its size, which takes more than five seconds of silence; here it has half a second at most.
package final class VorbisWriter: AudioFileWriter {
  private let descriptor: Int32
  private let subject: String
  private let isMono: Bool
  /// The most frames of a page.
  private let pageLength: Int
  private var stream: VorbisStream
  private var isClosed = false

  /// The most frames that are encoded at once.
  private static let block = 4_096

  /// Creates or truncates the file. `isMono`: whether it has one channel, the mean of both sides of the frames.
  package init(path: FilePath, sampleRate: SampleRate, isMono: Bool = false) throws(FileError) {
    (subject, self.isMono) = (path.shown, isMono)
    pageLength = sampleRate.hertz / 2
    let quality = Float(1 - (AudioFileFormat.ogg.compression ?? 0))
    guard let stream = VorbisStream(channels: isMono ? 1 : 2, rate: sampleRate.hertz, quality: quality) else {
      throw FileError(.unsupported, subject, detail: "vorbis_encode_init_vbr")
    }
    self.stream = stream
    descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, subject, call: "open", writing: true) }
    try put(self.stream.header())
  }

  deinit { if !isClosed && descriptor >= 0 { Glibc.close(descriptor) } }

  package func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
    for start in stride(from: 0, to: frames.count, by: VorbisWriter.block) {
      let part = UnsafeBufferPointer(
        rebasing: frames[start..<min(start + VorbisWriter.block, frames.count)])
      try put(stream.encode(part, isMono: isMono, pageLength: pageLength))
    }
  }

  package func updateHeader() {}

  package func close() throws(FileError) {
    defer {
      isClosed = true
      Glibc.close(descriptor)
    }
    try put(stream.end(pageLength: pageLength))
  }

  private func put(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(errno: errno, subject, call: "write", writing: true) }
      written += count
    }
  }
}
