import AudioBase
import Synchronization
import SystemBase

/// Decodes a file of a server that sends ranges as a file of the disk, and a stream of the network through FFmpeg.
///
/// A thread of its own connects, decodes and connects again; see `RemoteReceiver` and `NetworkReceiver`. It ends soon after
/// the decoder is released, and nothing waits for it.
final class NetworkDecoder: StreamDecoder {
  let buffer: NetworkBuffer
  private let watch: NetworkWatch

  /// Creates a decoder, which connects on a thread of its own. One operation may wait `timeout` seconds for the server.
  /// `files`: what is kept of files; nil: all addresses are those of streams.
  init(
    _ address: StreamAddress, files: RemoteFiles? = nil, timeout: Double = 10, firstPause: Double = 1,
    onChange: @escaping @Sendable () -> Void
  ) {
    let watch = NetworkWatch(timeout: timeout)
    let buffer = NetworkBuffer(watch, onChange: onChange)
    (self.buffer, self.watch) = (buffer, watch)
    NetworkThreads.start(name: "stream") {
      if let files {
        var receiver = RemoteReceiver(address, files, buffer, watch, firstPause: firstPause)
        if receiver.run() { return }
      }
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
  var endedEarly: Bool { buffer.endedEarly }

  func nextEvent() -> StreamEvent? { buffer.nextEvent() }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    try self.buffer.read(into: buffer)
  }

  /// Makes a file continue at a frame, for which the reader waits. Does nothing to a stream, which has only its present
  /// position.
  func seek(to frame: FrameCount) throws(FileError) { buffer.seek(to: frame.value) }
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
