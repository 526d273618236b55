import AudioBase
import Synchronization
import SystemBase

/// Decodes a stream of the network through FFmpeg.
///
/// A thread of its own connects, decodes and connects again; see `NetworkReceiver`. It ends soon after the decoder is
/// released, and nothing waits for it.
final class NetworkDecoder: StreamDecoder {
  let buffer: NetworkBuffer
  private let watch: NetworkWatch

  /// Creates a decoder, which connects on a thread of its own. One operation may wait `timeout` seconds for the server.
  init(
    _ address: StreamAddress, timeout: Double = 10, firstPause: Double = 1,
    onChange: @escaping @Sendable () -> Void
  ) {
    let buffer = NetworkBuffer(onChange: onChange)
    let watch = NetworkWatch(timeout: timeout)
    (self.buffer, self.watch) = (buffer, watch)
    NetworkThreads.start(name: "stream") {
      var receiver = NetworkReceiver(address, buffer, watch, firstPause: firstPause)
      receiver.run()
    }
  }

  deinit {
    buffer.cancel()
    watch.cancel()
  }

  var format: StreamFormat { buffer.format }
  var readiness: StreamReadiness { buffer.readiness }

  func nextEvent() -> StreamEvent? { buffer.nextEvent() }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    try self.buffer.read(into: buffer)
  }

  /// Does nothing: a stream has only its present position.
  func seek(to frame: FrameCount) throws(FileError) {}
}

/// The threads that wait for the network, which no one joins: a name server may hold one up for a minute.
package enum NetworkThreads {
  private static let count = Mutex(0)
  private static let signal = WakeSignal()

  /// Runs a closure on a thread of its own.
  static func start(name: String, _ body: @escaping @Sendable () -> Void) {
    count.withLock { $0 += 1 }
    _ = WorkerThread(name: name) {
      body()
      count.withLock { $0 -= 1 }
      signal.wake()
    }
  }

  /// Waits until all threads have ended, or for some seconds, before the program exits and frees what FFmpeg uses.
  package static func waitForEnd(atMost seconds: Double) {
    let deadline = HostTime.now.advanced(bySeconds: seconds)
    while count.withLock({ $0 > 0 }) {
      let left = deadline.seconds(since: .now)
      guard left > 0 else { return }
      signal.wait(milliseconds: Int32(left * 1_000) + 1)
    }
  }
}
