import AudioBase
import CFFmpeg
import SystemBase

/// Reads the content of an address, such as a picture, on a thread of its own. Any thread.
///
/// The certificate of an `https:` server is verified.
package final class NetworkFetch: Sendable {
  private let address: StreamAddress
  private let limit: Int
  private let watch: NetworkWatch

  /// Creates a fetch of a file of a server.
  ///
  /// - Parameters:
  ///   - limit: the most bytes; longer content is refused.
  ///   - timeout: the seconds that connecting and reading may take together.
  package init(_ address: StreamAddress, limit: Int, timeout: Double) {
    (self.address, self.limit) = (address, limit)
    watch = NetworkWatch(timeout: timeout)
  }

  /// Starts reading. Called once.
  ///
  /// - Parameter done: receives the content on the thread; also called after a cancellation.
  package func start(_ done: @escaping @Sendable (Result<[UInt8], FileError>) -> Void) {
    NetworkThreads.start(name: "fetch") { [self] in done(Result { () throws(FileError) in try read() }) }
  }

  /// Lets the reading fail within about 100 ms; a name server may hold it up for longer.
  package func cancel() { watch.cancel() }

  private func read() throws(FileError) -> [UInt8] {
    try FFmpegLibrary.load(for: "an address", address.text)
    // One byte more shows that the content is too long.
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var (isWhole, error): (Int32, Int32) = (0, 0)
    let count = bytes.withUnsafeMutableBytes { buffer in
      Int(
        drumdub_ffmpeg_fetch(
          address.text, watch.raw, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(buffer.count), nil, &isWhole, &error))
    }
    guard count >= 0 else {
      throw FileError(.readFailed, address.text, detail: NetworkFailure(error, isOpening: true).message)
    }
    if count > limit { throw FileError(.unsupported, address.text, detail: "longer than \(limit) bytes") }
    guard isWhole != 0, !watch.isLate else { throw FileError(.endsEarly, address.text) }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
