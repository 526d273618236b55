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

  /// Starts reading. Called once. The thread gives the content to `done`, which is also called after a cancellation.
  package func start(_ done: @escaping @Sendable (Result<[UInt8], FileError>) -> Void) {
    NetworkThreads.start(name: "fetch") { [self] in done(Result { () throws(FileError) in try read() }) }
  }

  /// Lets the reading fail within about 100 ms; a name server may hold it up for longer.
  package func cancel() { watch.cancel() }

  private func read() throws(FileError) -> [UInt8] {
    try FFmpegLibrary.load(for: "an address", address.shown)
    let found: Start
    do throws(NetworkFailure) {
      // One byte more shows that the content is too long.
      found = try NetworkFetch.start(of: address, count: limit + 1, watch)
    } catch {
      throw FileError(.readFailed, address.shown, detail: error.message)
    }
    if found.bytes.count > limit {
      throw FileError(.unsupported, address.shown, detail: "longer than \(limit) bytes")
    }
    guard found.isWhole, !watch.isLate else { throw FileError(.endsEarly, address.shown) }
    return found.bytes
  }
}

extension NetworkFetch {
  /// The first bytes of what a server sends.
  struct Start {
    var bytes: [UInt8]
    /// Whether the server sends byte ranges.
    var isSeekable: Bool
    /// Whether the content ends with the bytes, and was not cut.
    var isWhole: Bool
  }

  /// Reads the first bytes of an address. Blocks as long as the watch permits.
  static func start(
    of address: StreamAddress, count: Int = 1 << 16, _ watch: NetworkWatch
  ) throws(NetworkFailure) -> Start {
    var bytes = [UInt8](repeating: 0, count: count)
    var (isSeekable, isWhole, error): (Int32, Int32, Int32) = (0, 0, 0)
    let got = bytes.withUnsafeMutableBytes { buffer in
      drumdub_ffmpeg_fetch(
        address.text, watch.raw, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(buffer.count), &isSeekable, &isWhole, &error)
    }
    guard got >= 0 else { throw NetworkFailure(error, isOpening: true) }
    bytes.removeLast(bytes.count - Int(got))
    return Start(bytes: bytes, isSeekable: isSeekable != 0, isWhole: isWhole != 0)
  }
}
