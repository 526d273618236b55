import AudioBase
import AudioFiles
import Glibc
import MixEngine
import SystemBase
import TrackFeed

/// Plays a take by the engine as fast as possible, and compares its hits with the track frames that they start with.
struct PlaybackRun {
  /// The frames of the hits, ascending and unique.
  let frames: [Int]

  /// Plays the take and counts wrong hits.
  ///
  /// - Returns: the number of hits that are missing or start at another frame than planned.
  func wrong() -> Int {
    let silent = PadProgram.Pad(layers: [
      PadProgram.Layer(samples: [PCMBuffer(frames: [.zero], sampleRate: .standard)])
    ])
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: [silent]))
    let feeder = StreamFeeder(
      engine: engine, decoders: PlaceTrackOpener(), converters: SampleRateConverterMaker(), report: { _ in })
    defer { feeder.stop() }
    engine.control.setSequences([(StreamID(1), HitSequence(frames.map { PlannedHit(frame: $0, pad: 1) }))])
    engine.control.send(.flush(generation: 1))
    feeder.send([
      .load(
        StreamItem(id: StreamID(1), location: TrackLocation(path: FilePath("places"))), at: 0, generation: 1)
    ])
    engine.control.send(.play)
    let played = play(engine)
    return frames.count - zip(frames, played).count { $0 == $1 } + max(0, played.count - frames.count)
  }

  /// Plays the take.
  ///
  /// - Returns: the frame of the track at which each hit started.
  private func play(_ engine: AudioEngine) -> [Int] {
    let device = OfflineDevice(engine)
    var output: [Frame] = []
    var struck: [Int] = []
    while output.count < PlaceTrack.length {
      while engine.control.stream.frames.reader.available < min(4096, PlaceTrack.length - output.count) {
        sched_yield()
      }
      output += device.render(FrameCount(256))
      while let event = engine.events.next() {
        if case .hit(let hit) = event { struck.append(hit.outputFrame) }
      }
    }
    return struck.filter { $0 < output.count }.map { PlaceTrack.place(output[$0]) }
  }
}
