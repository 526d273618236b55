import AudioBase
import AudioFiles
import Glibc
import MixEngine
import Player
import SystemBase
import TrackFeed

/// The engine on a device, with a track whose every frame encodes its own position.
final class RampPlayer {
  private let engine = AudioEngine(sampleRate: .standard)
  private let session: AudioSession
  private var notes: [(time: HostTime, timeline: Timeline)] = []

  init(_ output: any OutputDevice) throws(Failure) {
    let feeder = StreamFeeder(
      engine: engine, decoders: RampDecoders(), converters: SampleRateConverterMaker()
    ) { _ in }
    session = AudioSession(
      engine, feeder: feeder, stretcher: StretchService(engine: engine, makers: TimeStretcherMaker()) { _ in }
    )
    engine.control.send(.flush(generation: 1))
    feeder.send([
      .load(
        StreamItem(id: StreamID(1), location: TrackLocation(path: FilePath("ramp"))), at: 0, generation: 1)
    ])
    engine.control.send(.play)
    do throws(DeviceError) {
      try session.start(OpenedOutput(output), events: DeafEvents())
    } catch {
      throw Failure(error)
    }
  }

  func stop() {
    session.stop()
  }

  func timeline() -> Timeline {
    while engine.events.next() != nil {}
    return engine.events.timeline
  }

  /// Stores the current timeline with the time.
  func note() { notes.append((.now, timeline())) }

  /// Returns when a frame of the track is heard, by the timeline that was stored at a time.
  func heard(trackFrame: Int, notedAt time: HostTime) -> HostTime? {
    guard let note = notes.last(where: { $0.time <= time }), let now = note.timeline.position(heardAt: time),
      now.ratio > 0
    else { return nil }
    return note.timeline.time(ofOutputFrame: now.outputFrame + trackFrame - now.trackFrame)
  }
}

private final class DeafEvents: DeviceEvents {
  func deviceWasInterrupted(_ device: any OutputDevice, _ reason: InterruptionReason) {}
  func deviceDidResume(_ device: any OutputDevice) {}
  func deviceHadXrun(_ device: any OutputDevice) {}
  func deviceDidFail(_ device: any OutputDevice, _ error: DeviceError) {}
}

/// Encodes the position of a frame in its samples: modulo 1024 on the left, the quotient on the right.
enum RampFrame {
  static func make(_ place: Int) -> Frame {
    Frame(Float(place % 1024 + 1) / 2048, Float(place / 1024 + 1) / 2048)
  }

  /// Returns the position; nil for silence and for faded frames.
  static func place(_ frame: Frame) -> Int? {
    let (low, high) = (frame.x * 2048, frame.y * 2048)
    guard low >= 1, high >= 1, low == low.rounded(), high == high.rounded() else { return nil }
    return Int(high - 1) * 1024 + Int(low) - 1
  }
}

private struct RampDecoders: DecoderOpening {
  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder { RampDecoder() }
}

private final class RampDecoder: AudioDecoder {
  let format = StreamFormat(sampleRate: .standard, channels: 2, length: FrameCount(1_500_000))
  let endedEarly = false
  private var position = 0

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    let count = min(buffer.count / 2, 1_500_000 - position)
    for index in 0..<count {
      let frame = RampFrame.make(position + index)
      (buffer[2 * index], buffer[2 * index + 1]) = (frame.x, frame.y)
    }
    position += count
    return count
  }

  func seek(to frame: FrameCount) throws(FileError) { position = frame.value }
}
