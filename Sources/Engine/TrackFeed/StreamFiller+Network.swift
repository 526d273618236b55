import AudioBase
import SystemBase

/// A stream of the network that has not begun to play.
struct ArrivingStream {
  var item: StreamItem
  /// The position at which it begins, in seconds; a stream that cannot be sought begins where it is.
  var seconds: Double
  let decoder: any StreamDecoder
}

/// Streams of the network. Connecting takes seconds, so a stream is received on another thread; the feeder's thread is
/// woken when enough has arrived, and meanwhile obeys other commands.
extension StreamFiller {
  /// Starts to receive a stream, which plays when enough of it has arrived.
  func receive(_ item: StreamItem, _ address: StreamAddress, at seconds: Double) {
    report(.stream(item.id, .connecting))
    do throws(FileError) {
      arriving = ArrivingStream(
        item: item, seconds: seconds, decoder: try decoders.receive(address, onChange: wake))
    } catch {
      report(.failed(item.id, error))
    }
  }

  /// Starts the stream that is being received if enough of it has arrived.
  func startArrived() -> Outcome {
    guard let arriving else { return .idle }
    switch arriving.decoder.readiness {
    case .waiting: return .idle
    case .failed(let error):
      self.arriving = nil
      report(.failed(arriving.item.id, error))
      return .idle
    case .ready:
      self.arriving = nil
      do throws(FileError) {
        let stream = try TrackStream(arriving.decoder, arriving.item.location, rate: rate, converters)
        report(.opened(arriving.item.id, stream.format))
        if let length = stream.format.length, arriving.seconds > 0 {
          let frame = FrameCount(seconds: arriving.seconds, at: stream.format.sampleRate)
          try stream.seek(to: min(frame, length))
        }
        start(Source(item: arriving.item, stream: stream))
        return .more
      } catch {
        report(.failed(arriving.item.id, error))
        return .idle
      }
    }
  }

  func reportStreamEvents() {
    guard let current else { return }
    while let event = current.stream.nextEvent() { report(.stream(current.item.id, event)) }
  }
}
