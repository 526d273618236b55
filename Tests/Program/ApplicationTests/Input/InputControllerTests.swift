import ApplicationTestSupport
import AudioBase
import Dubbing
import MixEngine
import Player
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import Application

/// An input that captures what a test gives to it.
private final class TestInput: InputDevice, InputOpening, Sendable {
  let name = "test"
  let format = InputFormat(sampleRate: .standard, channels: 2, period: FrameCount(256))
  private let sink = Mutex<CaptureSink?>(nil)

  func open(rate: SampleRate?, channels: Int) throws(DeviceError) -> OpenedInput { OpenedInput(self) }
  func start(_ sink: @escaping CaptureSink, events report: @escaping DeviceReport) {
    self.sink.withLock { $0 = sink }
  }
  func stop() {}

  func capture(_ frames: [Frame], at time: HostTime, isRestart: Bool) {
    let sink = sink.withLock { $0 }
    frames.withUnsafeBufferPointer { sink?($0, CaptureTime(time, isRestart: isRestart)) }
  }
}

/// The input as it is switched, heard and calibrated.
@Suite @MainActor final class InputControllerTests {
  private let input = TestInput()
  private let calls = CallQueue()
  private var monitored: [InputFormat?] = []
  private var notices: [InputNotice] = []
  private var remembered: [Double] = []
  private var clicks: HitSequence?
  private(set) var timeline = Timeline()
  /// Called whenever a calibration has read what was captured.
  private var onCaptures: () -> Void = {}
  private lazy var controller = makeController()

  private func makeController() -> InputController {
    let controller = InputController(self, main: calls.mainThread)
    controller.onNotice = { [unowned self] in notices.append($0) }
    return controller
  }

  /// Makes the calls of other threads until a condition holds.
  private func wait(_ what: String, until isSo: () -> Bool) throws {
    try Wait.until(what) {
      calls.perform { if $0.kind == .value("calibration") { onCaptures() } }
      return isSo()
    }
  }

  private func switchOn() throws {
    controller.start()
    try wait("the input") { controller.state == .on(name: "test", input.format) }
  }

  @Test func inputIsMonitoredOnlyWhileOnAndMonitoringIsWanted() throws {
    try switchOn()
    #expect(monitored.allSatisfy { $0 == nil })
    controller.monitor(true)
    #expect(monitored.last == input.format && notices.last == .monitor(true, isInputOn: true))
    controller.receive(.interrupted(DeviceError(.lost, "test")), serial: controller.serial)
    #expect(monitored.last == .some(nil) && controller.state == .waiting(name: "test"))
    controller.receive(.began(name: "test", input.format), serial: controller.serial)
    #expect(monitored.last == input.format)
    controller.stop()
    #expect(monitored.last == .some(nil))
    controller.monitor(false)
    try switchOn()
    #expect(monitored.last == .some(nil))
  }

  @Test func aCalibrationFindsTheDelayOfTheLoop() throws {
    let delay = 1_777
    let origin = HostTime.now.advanced(bySeconds: -20)
    // An output that has played the clicks some seconds ago.
    timeline.follow(ClockReport(outputFrame: 0, heard: origin, frameLength: 1 / 48_000))
    controller.monitor(true)
    controller.calibrate()
    try wait("the clicks") { clicks != nil }
    #expect(monitored.allSatisfy { $0 == nil }, "the input is not heard while it is calibrated")
    controller.freeBegan(7, at: 0)
    let sound = loop(delay: delay)
    var done = 0
    onCaptures = { [input] in
      // As much as the buffer of the input has room for.
      let end = min(done + 48_000, sound.count)
      for place in stride(from: done, to: end, by: 480) {
        input.capture(
          Array(sound[place..<(place + 480)]), at: origin.advanced(bySeconds: Double(place) / 48_000),
          isRestart: place == 0)
      }
      done = end
    }
    try wait("the delay") { !remembered.isEmpty }
    let found = try #require(remembered.first)
    #expect(abs(found - Double(delay) / 48_000) < 0.0002, "\(found)")
    #expect(notices.last == .calibrated(input: "test", seconds: found) && !controller.isOn)
  }

  /// What an input captures of the clicks.
  private func loop(delay: Int) -> [Frame] {
    var frames = [Frame](repeating: .zero, count: 6 * 48_000)
    let beat = ClickSound.beat(at: .standard).frames
    for start in ClickSearch.frames(at: .standard) {
      for (index, frame) in beat.enumerated() { frames[start + delay + index] += frame * 0.3 }
    }
    return frames
  }
}

extension InputControllerTests: InputServing {
  var outputRate: SampleRate { .standard }

  func startInput(report: @escaping @Sendable (InputSession.Event) -> Void) -> InputSession {
    InputSession(input, rate: outputRate, report: report)
  }

  func inputLatency(of input: String) -> Double { 0 }

  func remember(latency: Double, of input: String) { remembered.append(latency) }

  func monitor(_ input: (InputMonitor, InputFormat)?) { monitored.append(input?.1) }

  func playClicks(_ sequence: HitSequence) -> Int {
    clicks = sequence
    return 7
  }

  func endClicks() {}
}
