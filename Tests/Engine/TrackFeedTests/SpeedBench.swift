import AudioBase
import AudioFiles
import EngineTestSupport
import Glibc
import TestSupport

@testable import MixEngine
@testable import TrackFeed

/// The engine with the stretcher at work between the blocks, so that every run is the same.
final class SpeedBench {
  let bench: EngineBench
  var speed = 1.0
  /// The factor of all frequencies.
  var pitch = 1.0
  var onEvent: ((EngineEvent) -> Void)?
  private let filler: StretchFiller
  private(set) var output: [Frame] = []
  private(set) var segments: [MusicSegment] = []
  private(set) var ended: Int?

  init(_ tracks: [String: [Frame]], makers: any TimeStretcherMaking = TimeStretcherMaker()) {
    bench = EngineBench(tracks: tracks)
    filler = StretchFiller(engine: bench.engine.control, makers: makers)
  }

  /// The stretched ring as the audio thread has asked for it.
  func work() throws { try filler.work(speed: speed, pitch: pitch) }

  /// Renders blocks.
  ///
  /// - Parameter atOnce: the blocks between which the stretcher does not work.
  func render(_ frames: Int, block: Int = 256, atOnce: Int = 1) throws {
    for _ in 0..<(frames / block / atOnce) {
      try filler.work(speed: speed, pitch: pitch)
      output += bench.device.render(FrameCount(block * atOnce), block: FrameCount(block))
      // The feeder must not be the bottleneck.
      try Wait.until("the feeder") { isFed }
      take()
    }
  }

  private var isFed: Bool {
    isOver || bench.engine.control.stream.markers.reader.available > 0
      || bench.engine.control.stream.frames.reader.available >= 48_000
  }

  private var isOver: Bool {
    bench.engine.control.stream.stretch.state.pointee.end.load(ordering: .relaxed) >= 0
  }

  func take() {
    for event in bench.events() {
      onEvent?(event)
      switch event {
      case .music(let segment): segments.append(segment)
      case .ended(_, let frame): ended = frame
      case .hit, .hitEnded, .note, .freeBegan, .clock, .automation: break
      }
    }
  }

  var timeline: Timeline {
    var timeline = Timeline()
    segments.forEach { timeline.apply(.music($0)) }
    return timeline
  }

  /// The centres of what sounds, in output frames: bursts with silence between them.
  ///
  /// - Parameter gap: frames of silence that end one.
  func bursts(in range: Range<Int>? = nil, gap: Int = 3000) -> [Double] {
    var centres: [Double] = []
    var (weight, moment, quiet) = (0.0, 0.0, 0)
    for index in range ?? output.indices {
      let energy = Double(output[index].x * output[index].x)
      quiet = energy > 1e-5 ? 0 : quiet + 1
      weight += energy
      moment += energy * Double(index)
      if quiet == gap {
        if weight > 0.05 { centres.append(moment / weight) }
        (weight, moment) = (0, 0)
      }
    }
    return centres
  }
}

/// Silence with bursts of noise, 5 ms long.
enum Bursts {
  static func frames(_ count: Int, at places: [Int]) -> [Frame] {
    var random = BurstNoise(state: 7)
    var frames = [Frame](repeating: .zero, count: count)
    for place in places {
      for index in 0..<240 where place + index < count {
        let window = sin(Double.pi * Double(index) / 240)
        let noise = Double(random.next() % 20_000) / 10_000 - 1
        frames[place + index] = Frame(repeating: Float(0.5 * window * noise))
      }
    }
    return frames
  }

  /// The centre of the burst at a place.
  static func centre(_ frames: [Frame], at place: Int) -> Double {
    var (weight, moment) = (0.0, 0.0)
    for index in place..<min(place + 240, frames.count) {
      let energy = Double(frames[index].x * frames[index].x)
      weight += energy
      moment += energy * Double(index)
    }
    return moment / weight
  }
}

private struct BurstNoise {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
