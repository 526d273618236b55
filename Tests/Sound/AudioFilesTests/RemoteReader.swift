import Glibc
import TestSupport

@testable import AudioBase
@testable import AudioFiles
@testable import SystemBase

/// The signal of the changes of a decoder.
final class DecoderSignal: Sendable {
  private let signal = WakeSignal()

  func wake() { signal.wake() }

  /// Waits for a change.
  func wait() throws {
    guard signal.wait(milliseconds: Int32(Wait.patience * 1_000)) else {
      throw Tool.Failure(description: "no change of the decoder")
    }
  }
}

/// Reads a file of a server, as the feeder does, and waits where the feeder is woken.
final class RemoteReader {
  private let changes = DecoderSignal()
  private let decoder: NetworkDecoder
  private(set) var events: [StreamEvent] = []
  /// Why the file could not be opened or read any further.
  private(set) var failure: FileError?

  init(_ address: String, files: RemoteFiles = RemoteFiles(), timeout: Double = Wait.patience) throws {
    guard let address = StreamAddress(address) else { throw Tool.Failure(description: "no address") }
    let changes = changes
    decoder = NetworkDecoder(address, files: files, timeout: timeout, firstPause: 0.05) { changes.wake() }
  }

  var format: StreamFormat { decoder.format }

  /// Waits until frames can be read; false after a failure.
  func waitUntilReady() throws -> Bool {
    while true {
      while let event = decoder.nextEvent() { events.append(event) }
      switch decoder.readiness {
      case .waiting: try changes.wait()
      case .failed(let error):
        failure = error
        return false
      case .ready: return true
      }
    }
  }

  /// Reads a number of frames, or to the end.
  func read(_ frames: Int = .max) throws -> [Float] {
    var samples: [Float] = []
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4_096)
    defer { block.deallocate() }
    var left = frames
    while left > 0, try waitUntilReady() {
      let channels = decoder.format.channels
      let room = min(block.count / channels, left)
      do throws(FileError) {
        let count = try decoder.read(into: UnsafeMutableBufferPointer(rebasing: block[..<(room * channels)]))
        if count == 0 { break }
        samples += block[..<(count * channels)]
        left -= count
      } catch {
        failure = error
        break
      }
    }
    while let event = decoder.nextEvent() { events.append(event) }
    return samples
  }

  func seek(to frame: Int) throws { try decoder.seek(to: FrameCount(frame)) }

  /// The reasons for which connections were made again.
  var interruptions: [String] {
    events.compactMap { if case .interrupted(let error) = $0 { error.detail } else { nil } }
  }
}
