import AudioBase
import EngineTestSupport
import Glibc
import MixEngine
import Studio
import SystemBase

/// An engine whose first pad plays a tone, and a mixer that is changed meanwhile.
final class ToneBench {
  private static let level = 0.25
  /// The phase from one frame to the next.
  private static let angle = 2 * Double.pi * 440 / 48_000

  private let bench: EngineBench
  private let rack = UnitRack(rate: .standard)
  var graph = MixGraph()
  private var now = HostTime.now

  /// - Parameter seconds: how long the tone lasts.
  init(seconds: Int = 10) {
    let tone = (0..<(seconds * 48_000)).map { index in
      Float(ToneBench.level * sin(ToneBench.angle * Double(index)))
    }
    bench = EngineBench(pads: [.sample(tone)])
    send()
    bench.strike(1, atFrame: 0)
    _ = render(9_600)
  }

  /// The frames by which the mix comes out later.
  var latency: Int { bench.engine.control.lookAhead.value }

  private func send() {
    let control = bench.engine.control
    control.setChains(rack.chains(of: graph, around: control.standardChains, at: now))
    now = now.advanced(bySeconds: 1)
  }

  private func render(_ count: Int) -> [Frame] { bench.device.render(FrameCount(count)) }

  /// Changes the mixer. Returns the largest error of the sound, beyond that before and after, as a share of the level of the
  /// tone. A step of the sound is an error of the same size, and so is a corner, but a tone of any level has none.
  ///
  /// - Parameter settling: the frames until the sound is steady.
  func step(settling: Int = 24_000, _ change: (inout MixGraph) -> Void) -> Double {
    // No multiple of the period, so that each change meets another phase.
    let before = render(4_837)
    change(&graph)
    send()
    let during = render(settling)
    let after = render(9_600)
    let steady = max(ToneBench.error(before), ToneBench.error(after))
    return (ToneBench.error(before.suffix(2) + during) - steady) / ToneBench.level
  }

  /// The largest deviation of a frame from that which continues the tone of the two frames before it.
  private static func error(_ frames: [Frame]) -> Double {
    let factor = Float(2 * cos(angle))
    return frames.indices.dropFirst(2).reduce(0) { largest, index in
      let error = frames[index] - frames[index - 1] * factor + frames[index - 2]
      return max(largest, Double(error.x.magnitude), Double(error.y.magnitude))
    }
  }
}
