import Application
import AudioBase
import AudioDevices
import Configuration
import MixEngine
import Player
import SystemBase

/// The chosen input, which depends on settings that change.
extension Wiring: InputServing {
  func startInput(report: @escaping @Sendable (InputSession.Event) -> Void) -> InputSession {
    InputSession(settings.input, rate: outputRate, report: report)
  }

  func inputLatency(of input: String) -> Double {
    settings.inputLatency
      ?? storage.latencies.latency(output: playing.output.status.name, input: input) ?? 0
  }

  func remember(latency: Double, of input: String) {
    storage.latencies.remember(latency, output: playing.output.status.name, input: input)
  }

  func monitor(_ input: (InputMonitor, InputFormat)?) {
    playing.engine.control.monitor(input.map { MonitorUnit($0.0, $0.1, rate: outputRate) })
  }

  var outputRate: SampleRate { playing.engine.control.sampleRate }

  var timeline: Timeline { playing.engine.events.timeline }

  func playClicks(_ sequence: HitSequence) -> Int {
    playing.clickOutput.bypass(true)
    playing.engine.control.set(.click, to: .unity)
    return playing.engine.control.startBeats(sequence)
  }

  func endClicks() {
    playing.clickOutput.bypass(false)
    takes.controller.tempo.metronomeDidResume()
  }
}

extension ProgramServices: DeviceServing {
  func findDevices(then receive: @escaping @MainActor (DeviceList) -> Void) {
    wiring?.devices.find(then: receive)
  }

  var outputName: String { wiring?.playing.output.state.name ?? "" }

  func use(of row: DevicePicker.Row) -> DevicePicker.Use? {
    guard let settings = wiring?.settings else { return nil }
    let name = FilePath(row.entry.name)
    switch row.kind {
    case .output:
      let isAutomatic = settings.output.kind == .automatic
      let music = isAutomatic ? OutputChoice(FilePath(outputName)) : settings.output
      if OutputChoice(name) == music { return .chosen }
      return OutputChoice(name) == settings.clickOutput ? .metronome : nil
    case .input: return InputChoice(name) == settings.input ? .chosen : nil
    }
  }
}

/// The list of devices, and the monitor of their changes. Main thread.
@MainActor
final class DeviceServices {
  /// The changes that are announced to the user.
  let changes: MainThreadChannel<[DeviceChange]>
  private let main: MainThread
  /// The monitor; nil until `start`.
  private var monitor: DeviceMonitor?

  init(main: MainThread) { (self.main, changes) = (main, MainThreadChannel(main)) }

  /// Starts to watch the devices; does nothing if they are watched.
  func start() {
    guard monitor == nil else { return }
    let monitor = DeviceMonitor(report: changes.send)
    self.monitor = monitor
    monitor.start()
  }

  /// Finds the devices on another thread, and watches them from then on.
  func find(then receive: @escaping @MainActor (DeviceList) -> Void) {
    start()
    main.run("device list", { DeviceFinder.list() }, then: receive)
  }

  /// Returns a function that ends the thread and waits for it.
  func stop() -> @Sendable () -> Void {
    let monitor = monitor
    self.monitor = nil
    return { monitor?.stop() }
  }
}
