import AudioBase
import Glibc
import SystemBase

@testable import MixEngine

/// A device whose time is computed.
struct SimulatedDevice {
  let rate: SampleRate
  let period: Int
  /// Frames that are queued when a block is requested.
  let delay: Int
  /// True frames for each second.
  private let speed: Double
  /// Seconds.
  private let jitter: Double
  private var rendered = 0
  /// When the next block is requested, in seconds.
  private(set) var next = 0.0
  /// For how many seconds it has stood still.
  private var stalled = 0.0
  private var numbers = SeededGenerator(seed: 5)

  /// - Parameters:
  ///   - drift: by how much its clock is faster than true time.
  ///   - jitter: the most seconds by which the times that it states are wrong.
  init(
    rate: SampleRate = .standard, period: Int = 256, delay: Int = 512, drift: Double = 0, jitter: Double = 0
  ) {
    (self.rate, self.period, self.delay, self.jitter) = (rate, period, delay, jitter)
    speed = Double(rate.hertz) * (1 + drift)
  }

  /// When a frame is heard since the last stall, in seconds.
  func heard(_ frame: Int) -> Double { stalled + Double(frame + delay) / speed }

  /// The frame that is heard at a time since the last stall.
  func frame(heardAt time: Double) -> Double { (time - stalled) * speed - Double(delay) }

  mutating func stall(seconds: Double) {
    stalled += seconds
    next += seconds
  }

  /// Requests a block. Returns the block and its first frame.
  mutating func request(_ source: RenderSource) -> (frames: [Frame], first: Int) {
    let late = jitter > 0 ? Double.random(in: -jitter...jitter, using: &numbers) : 0
    let asked = HostTime(nanoseconds: 1_000_000_000 + Int64((next + late) * 1e9))
    var block = [Frame](repeating: .zero, count: period)
    block.withUnsafeMutableBufferPointer {
      source.render(into: $0, at: BlockTime(asked: asked, delay: delay))
    }
    source.blockWasDelivered()
    defer {
      rendered += period
      next = stalled + Double(rendered) / speed
    }
    return (block, rendered)
  }
}

/// An engine on one device and its metronome on another.
struct TwoDevices {
  let engine: AudioEngine
  let output: ClickOutput
  private(set) var main: SimulatedDevice
  private var second: SimulatedDevice
  /// The seconds at which clicks begin to be heard.
  private(set) var onsets: [Double] = []
  private(set) var mainPeak: Float = 0
  private(set) var secondPeak: Float = 0
  private var silence = 1_000

  init(
    _ engine: AudioEngine, main: SimulatedDevice = SimulatedDevice(),
    second: SimulatedDevice = SimulatedDevice()
  ) {
    (self.engine, self.main, self.second) = (engine, main, second)
    output = ClickOutput(rate: second.rate)
    engine.control.sendBeats(to: output)
  }

  mutating func run(seconds: Double) {
    let end = main.next + seconds
    while min(main.next, second.next) < end {
      if main.next <= second.next { renderMain() } else { renderSecond() }
    }
  }

  /// Only the device of the metronome runs.
  mutating func stall(seconds: Double) {
    main.stall(seconds: seconds)
    while second.next < main.next { renderSecond() }
  }

  /// Forgets what was heard.
  mutating func dropSound() { (onsets, mainPeak, secondPeak) = ([], 0, 0) }

  private mutating func renderMain() {
    let (frames, _) = main.request(engine.source)
    if TwoDevices.isSilent(frames) { return }
    for frame in frames { mainPeak = max(mainPeak, abs(frame.x)) }
  }

  /// Far faster than a loop in a build without optimisation.
  private static func isSilent(_ frames: [Frame]) -> Bool {
    frames.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      let size = MemoryLayout<Frame>.size
      return frames[0] == .zero && memcmp(start, start + size, bytes.count - size) == 0
    }
  }

  private mutating func renderSecond() {
    let (frames, first) = second.request(output.source)
    if TwoDevices.isSilent(frames) { return silence += frames.count }
    for (index, frame) in frames.enumerated() {
      secondPeak = max(secondPeak, abs(frame.x))
      silence += 1
      if frame == .zero { continue }
      // A sine begins with a zero.
      if silence > 500 { onsets.append(second.heard(first + index - 1)) }
      silence = 0
    }
  }
}
