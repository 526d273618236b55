import AudioBase
import HostTools
import MixEngine
import Studio
import SystemBase

/// Measures a mixer whose faders many lanes move, against the same one without lanes, and a recorded point; and the lanes in the
/// timeline. `AllocationTests` show that lanes allocate nothing on the audio thread.
enum LanesPart {
  private static let (lanes, points, duration) = (100, 100_000, 240)

  static func measure(_ report: Report) throws {
    let (moved, still) = (Mixer(points: points / lanes), Mixer())
    try report.race(
      "\(lanes) lanes with \(points) points in \(duration) s", .speed(of: Double(duration)), rounds: 5,
      unmeasured: 1, beside: Peer(name: "none") { still.play() }
    ) { moved.play() }
    report.add(
      "a value that a hand sets, which becomes a point, on the main thread", of: pointTimes(), .milliseconds,
      [(.median, .atMost(0.1)), (.percentile(99), nil)])
    try TakesPart.measureLanes(report, lanes: lanes, points: points)
  }

  /// Returns the seconds that the main thread needs for each of many changes of faders.
  private static func pointTimes() -> [Double] {
    MainActor.assumeIsolated {
      let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
      let device = OfflineDevice(engine)
      let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 256)
      block.initialize(repeating: .zero)
      defer { block.deallocate() }
      let catalog = MixCatalog(userFolder: FilePath("/"), shippedFolder: nil)
      let owner = MixOwner(engine.control, catalog) { _, _ in }
      owner.change { graph in for pad in 1...lanes { graph[.pad(pad)].gain = Decibels(-1) } }
      return (0..<2_000).map { index in
        let address = MixGraph.Address(.pad(index % lanes + 1), .gain)
        let time = seconds { owner.set(-2 - Double(index % 40), at: address) }
        device.render(into: block)
        while engine.events.next() != nil {}
        return time
      }
    }
  }

  /// An engine with a fader for each of many pads, of which some sound.
  private final class Mixer {
    private let engine: AudioEngine
    private let device: OfflineDevice
    private let courses: [AutomationCourse]
    private let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 256)

    /// - Parameter points: of the lane of each fader; 0 for none.
    init(points: Int = 0) {
      var random = SeededGenerator(seed: 9)
      let frames = (0..<48_000).map { _ in Frame(repeating: .random(in: -0.1...0.1, using: &random)) }
      let layer = PadProgram.Layer(samples: [PCMBuffer(frames: frames, sampleRate: .standard)])
      engine = AudioEngine(
        sampleRate: .standard,
        program: PadProgram(pads: [PadProgram.Pad](repeating: PadProgram.Pad(layers: [layer]), count: lanes)))
      device = OfflineDevice(engine)
      let faders = (0..<lanes).map { _ in FaderUnit(rate: .standard, startsAt: (.unity, 0)) }
      var chains = engine.control.standardChains
      for (index, fader) in faders.enumerated() { chains.padBuses[index + 1] = [fader] }
      engine.control.setChains(chains)
      let end = duration * SampleRate.standard.hertz
      courses = faders.map { fader in
        let places = (0..<points).map { _ in Int.random(in: 0..<end, using: &random) }.sorted()
        let bits = places.map { _ in
          FaderUnit.bits(Decibels(.random(in: -12...0, using: &random)), pan: 0)
        }
        return AutomationCourse(fader.target, frames: places, bits: bits, owner: fader)
      }
      block.initialize(repeating: .zero)
    }

    deinit { block.deallocate() }

    /// Renders hits on all pads in turn. Returns the seconds that it takes.
    func play() -> Double {
      let end = duration * SampleRate.standard.hertz
      let hits = stride(from: 0, to: end, by: 6000).map { PlannedHit(frame: $0, pad: $0 / 6000 % lanes + 1) }
      engine.control.startFree(HitSequence(hits), lanes: courses)
      return seconds {
        for _ in 0..<end / block.count {
          device.render(into: block)
          while engine.events.next() != nil {}
        }
      }
    }
  }
}
