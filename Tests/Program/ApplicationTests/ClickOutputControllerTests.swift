import ApplicationTestSupport
import AudioBase
import MixEngine
import Synchronization
import TestSupport
import Testing

@testable import Application

/// The device of the metronome as it is chosen, lost and opened again.
@Suite @MainActor final class ClickOutputControllerTests {
  private let engine = AudioEngine(sampleRate: .standard)
  private lazy var main = OfflineDevice(engine)
  private let opener = TestOpener()
  private let calls = CallQueue()
  private var notices: [ClickOutputNotice] = []
  private lazy var controller = makeController()

  private func makeController() -> ClickOutputController {
    let controller = ClickOutputController(engine.control, main: calls.mainThread)
    controller.onNotice = { [unowned self] in notices.append($0) }
    return controller
  }

  /// Makes the calls of other threads until there is a number of notices.
  private func wait(forNotices count: Int) throws {
    try Wait.until("\(count) notices") {
      calls.perform()
      return notices.count >= count
    }
  }

  /// Renders the output for a time in which there is a beat. Returns whether it is heard.
  private func mainHasBeats() -> Bool {
    engine.control.startBeats(HitSequence([PlannedHit(frame: 0, kind: .beat)], period: 12_000))
    return main.render(FrameCount(24_000)).contains { $0 != .zero }
  }

  /// Lets the metronome's device play for the same time as the output. Returns whether it has beats.
  private func deviceHasBeats() -> Bool {
    engine.control.startBeats(HitSequence([PlannedHit(frame: 0, kind: .beat)], period: 12_000))
    var hasBeats = false
    for _ in 0..<100 {
      let now = main.now
      _ = main.render(FrameCount(256))
      if opener.device?.render(at: now) ?? false { hasBeats = true }
    }
    return hasBeats
  }

  private func end() { controller.finish()() }

  @Test func chosenClickOutputTakesTheBeatsFromTheMainOutputUntilReset() throws {
    #expect(mainHasBeats())
    controller.change(to: opener)
    #expect(!mainHasBeats(), "not even before the device is open")
    try wait(forNotices: 1)
    #expect(notices == [.on(name: "test")])
    #expect(deviceHasBeats() && !mainHasBeats())
    let device = try #require(opener.device)
    controller.change(to: nil)
    #expect(notices.last == .main)
    #expect(mainHasBeats())
    try Wait.until("the device to stop") { device.isStopped }
    end()
  }

  @Test func missingClickDeviceIsAwaitedInSilence() throws {
    let failure = DeviceError(.unavailable, "test")
    opener.fail(failure)
    controller.change(to: opener)
    try wait(forNotices: 1)
    #expect(notices == [.failed(failure, isRetried: true)] && controller.state == .silent)
    #expect(!mainHasBeats())
    opener.fail(nil)
    try wait(forNotices: 2)
    #expect(notices.last == .on(name: "test"))
    #expect(deviceHasBeats())
    end()
  }

  @Test func aLostDeviceIsStoppedAndOpenedAgain() throws {
    controller.change(to: opener)
    try wait(forNotices: 1)
    let first = try #require(opener.device)
    let failure = DeviceError(.lost, "test", detail: "unplugged")
    first.fail(failure)
    try wait(forNotices: 2)
    #expect(notices.last == .failed(failure, isRetried: true))
    #expect(first.isStopped && !mainHasBeats())
    try wait(forNotices: 3)
    #expect(opener.device !== first && deviceHasBeats())
    end()
    #expect(opener.device?.isStopped == true)
  }

  @Test func deviceChosenAgainIsClosedAndReopened() throws {
    controller.change(to: opener)
    try wait(forNotices: 1)
    for round in 2..<20 {
      controller.change(to: opener)
      try wait(forNotices: round)
      #expect(notices.last == .on(name: "test"))
    }
    end()
  }

  @Test func aDeviceThatDoesNotStartIsStopped() throws {
    let failure = DeviceError(.unavailable, "test")
    opener.failStart(failure)
    controller.change(to: opener)
    try wait(forNotices: 1)
    #expect(notices == [.failed(failure, isRetried: true)] && opener.device?.isStopped == true)
    end()
  }

  @Test func clickDeviceIsClosedOnSuspendAndReopenedOnResume() throws {
    controller.change(to: opener)
    try wait(forNotices: 1)
    let first = try #require(opener.device)
    let isClosed = Mutex(false)
    controller.suspend { isClosed.withLock { $0 = true } }
    try Wait.until("the device to close") { isClosed.withLock { $0 } }
    #expect(first.isStopped)
    controller.resume()
    try wait(forNotices: 2)
    #expect(opener.device !== first && deviceHasBeats())
    end()
  }

  @Test func calibrationMovesTheClicksToTheMainOutput() throws {
    controller.change(to: opener)
    try wait(forNotices: 1)
    controller.bypass(true)
    #expect(mainHasBeats() && !deviceHasBeats())
    controller.bypass(false)
    #expect(!mainHasBeats() && deviceHasBeats())
    end()
  }

  @Test func clickDeviceThreeSecondsLateIsReportedAndLosesBeats() throws {
    controller.change(to: opener)
    try wait(forNotices: 1)
    opener.device?.delay = 44_100 * 3
    // The beats of the next four seconds.
    for _ in 0..<8 { _ = deviceHasBeats() }
    try wait(forNotices: 2)
    guard case .tooLate("test", let seconds) = notices.last else {
      Issue.record("\(notices)")
      return
    }
    #expect(seconds > 0.9 && seconds < 1.2)
    #expect(controller.lostBeats > 0)
    end()
  }

  @Test func clickOutputCommandWithoutADeviceMeansTheMainOutput() {
    #expect(
      Command(name: "click-output pulse:phones")
        == .request(.set(name: "click-output", value: "pulse:phones")))
    #expect(Command(name: "click-output") == .request(.set(name: "click-output", value: "main")))
    #expect(Command(name: "click-output")?.name == "click-output main")
  }
}
