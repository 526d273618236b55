import AudioBase
import Dubbing
import SystemBase

/// A calibration: clicks are played, and their delay is found in what the input captures.
struct InputCalibration {
  var measurement: LatencyMeasurement
  /// The name of the input.
  var input: String
  /// The serial number of the engine's sequence of clicks.
  var clicks: Int
  /// The output frame at which the sequence began; nil until the engine reports it.
  var origin: Int?
  /// The times at which the first clicks were heard, by the clock of the output.
  var heard: [HostTime] = []
  /// Whether the input was on before.
  var wasOn: Bool
}

extension InputController {
  /// Measures the time from the output to the input. The music is paused.
  package func calibrate() {
    let wasOn = calibration?.wasOn ?? (isOn && !isCalibrating)
    start()
    (isCalibrating, wasOnBefore) = (true, wasOn)
    onNotice(.calibrating)
  }

  /// Plays the clicks. Called when the input captures.
  func beginCalibration(_ buffer: CaptureBuffer, _ format: InputFormat, input: String) {
    let report: @Sendable (LatencyMeasurement.Event) -> Void = main.sender(
      kind: { if case .captures = $0 { .value("calibration") } else { .result } },
      to: { [weak self, serial] in self?.receive($0, serial: serial) })
    let measurement = LatencyMeasurement(buffer, rate: format.sampleRate, report: report)
    let clicks = service.playClicks(ClickSearch.sequence(at: service.outputRate))
    calibration = InputCalibration(
      measurement: measurement, input: input, clicks: clicks, wasOn: wasOnBefore)
  }

  /// Called when the engine has started a sequence at an output frame.
  package func freeBegan(_ serial: Int, at frame: Int) {
    guard let calibration, calibration.clicks == serial else { return }
    self.calibration?.origin = frame
    followClicks(at: .now)
  }

  /// Notes when clicks were heard, and ends the capture after the last one.
  private func followClicks(at now: HostTime) {
    guard let origin = calibration?.origin else { return }
    let timeline = service.timeline
    let frames = ClickSearch.frames(at: service.outputRate)
    while let heard = calibration?.heard, heard.count < frames.count {
      let time = timeline.time(ofOutputFrame: origin + frames[heard.count])
      if time > now { return }
      calibration?.heard.append(time)
      guard heard.count + 1 == frames.count else { continue }
      calibration?.measurement.capture(until: time.advanced(bySeconds: ClickSearch.timeout))
    }
  }

  private func receive(_ event: LatencyMeasurement.Event, serial: Int) {
    guard serial == self.serial, let calibration else { return }
    switch event {
    case .captures: followClicks(at: .now)
    case .captured: calibration.measurement.find(heardAt: calibration.heard)
    case .ended(let result): endCalibration(calibration, result)
    }
  }

  private func endCalibration(_ ended: InputCalibration, _ result: Result<Double, ClickSearch.Failure>) {
    stop()
    switch result {
    case .success(let seconds):
      service.remember(latency: seconds, of: ended.input)
      onNotice(.calibrated(input: ended.input, seconds: seconds))
    case .failure(let failure): onNotice(.notCalibrated(failure))
    }
    if ended.wasOn { start() }
  }

  /// Ends a calibration without a result.
  func cancelCalibration() {
    calibration?.measurement.stop()
    if calibration != nil { service.endClicks() }
    (calibration, isCalibrating) = (nil, false)
  }
}
