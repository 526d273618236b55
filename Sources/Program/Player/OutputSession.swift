import AudioBase
import Synchronization
import SystemBase

/// Opens the output that the user chose. Any thread.
package protocol OutputOpening: Sendable {
  /// The output as the user writes it.
  var name: String { get }
  /// Whether the output may come back after a failure, as a sound card does.
  var isDevice: Bool { get }
  /// Whether the output is a server that is waited for when it does not run, or has ended.
  var awaitsServer: Bool { get }
  /// Whether the buffer can be enlarged.
  var hasBuffer: Bool { get }
  /// Nil: 48 kHz, or the nearest rate of the card.
  var rate: SampleRate? { get set }
  var period: FrameCount { get }
  /// The size of the buffer in periods.
  var periods: Int { get set }

  func open() throws(DeviceError) -> OpenedOutput
  /// Returns an output that discards the sound at the given rate.
  func silent(rate: SampleRate) -> OpenedOutput
}

extension OutputOpening {
  package var awaitsServer: Bool { false }
}

/// The output device and its state, as the thread of the output has left it.
package struct OutputStatus: Hashable, Sendable {
  /// The device in use.
  package var name: String
  /// The output that the user chose, as it is written in the settings. Differs from `name` if it cannot be used.
  package var chosen: String
  package var receiver = OutputReceiver.device
  package var format: OutputFormat
  /// The time from a key to its sound, in seconds.
  package var latency: Double
  package var card: Int?
  package var reportsRoutes = false
  /// The number of dropouts since the output was chosen.
  package var xruns = 0
  /// The time of the last dropout.
  package var lastXrun: HostTime?
  /// The reason why the output accepts no sound now; nil if it does.
  package var interruption: InterruptionReason?
  /// The reason why the chosen output is not used and the sound is discarded; nil if it is used.
  package var failure: DeviceError?
  /// Whether opening the chosen device again may help. A file would be overwritten.
  package var canBeRetried = false
  /// Whether a device that has come may be the chosen one, which could not be opened before.
  package var awaitsDevice = false

  package init(name: String, chosen: String? = nil, format: OutputFormat, latency: Double = 0) {
    (self.name, self.chosen, self.format, self.latency) = (name, chosen ?? name, format, latency)
  }

  /// Creates a silent output in the place of one that is not open yet.
  package init(unopened opener: any OutputOpening) {
    let format = OutputFormat(
      sampleRate: opener.rate ?? .standard, period: opener.period, buffer: opener.period)
    self.init(name: "null", chosen: opener.name, format: format)
  }
}

/// Runs the output of the player on a thread of its own: the chosen one, or a silent one if that fails.
///
/// The thread opens, starts, changes and stops devices, which may take seconds. Each request and each event of a device is
/// answered by a report.
package final class OutputSession: Sendable {
  /// What has changed.
  package enum Event: Hashable, Sendable {
    /// The state has changed, and no message is shown.
    case changed
    /// After repeated dropouts the device was opened again with a larger buffer.
    case bufferGrew
    /// The device has failed. The music is interrupted, and the silent output is used.
    case lost(DeviceError)
    case interrupted(InterruptionReason)
    /// The device accepts sound again.
    case resumed
    case routeChanged(RouteChange)
    /// The chosen device could not be used when it was started, or after the system had slept.
    case unavailable
    /// The chosen device was opened again, by request or since it was due. `wasInterrupted`: whether the output accepted
    /// no sound before.
    case reopened(isRequested: Bool, wasInterrupted: Bool)
    /// The chosen device could not be opened again.
    case notReopened(isRequested: Bool)
    /// The output was changed.
    case chosen
    /// The output could not be changed; the former one plays on.
    case kept(DeviceError)
  }

  typealias Request = @Sendable (inout OutputRunner) -> Void

  private struct Mail {
    /// The engine to play; nil before the start.
    var audio: AudioSession?
    var requests: [Request] = []
    /// Whether one of the requests opens the chosen device again.
    var hasRetry = false
    var isStopped = false
    /// Nil until the first device is open, or cannot be opened.
    var opened: OutputStatus?
  }

  private let queue = DeviceEventQueue()
  private let mail = Mutex(Mail())
  private let hasOpened = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)
  private let late = Atomic<Int>(0)

  /// Opens an output. `needed` is the buffer that the device needed before; nil if unknown. `report` is called on the
  /// session's thread, after the session was started.
  init(
    _ opener: any OutputOpening, needed: FrameCount?,
    report: @escaping @Sendable (Event, OutputStatus) -> Void
  ) {
    let worker = WorkerThread(name: "output") { [self] in run(opener, needed, report) }
    thread.withLock { $0 = worker }
  }

  /// Waits until the output is open or cannot be opened. Returns nil if it takes longer. One thread.
  func waitForOpening(seconds: Double) -> OutputStatus? {
    let deadline = HostTime.now.advanced(bySeconds: seconds)
    while true {
      if let opened = mail.withLock({ $0.opened }) { return opened }
      let left = deadline.seconds(since: .now)
      if left <= 0 { return nil }
      hasOpened.wait(milliseconds: Int32(left * 1_000) + 1)
    }
  }

  // MARK: Requests. Any thread.

  /// Lets the output play an engine. Called once.
  func start(_ audio: AudioSession) {
    // What was requested before concerns nothing that plays.
    mail.withLock { ($0.audio, $0.requests, $0.hasRetry) = (audio, [], false) }
    queue.signal.wake()
  }

  /// Opens the chosen device again, if it is not in use or accepts no sound.
  func retry() {
    send(isRetry: true) { [self] in
      mail.withLock { $0.hasRetry = false }
      $0.retry(isRequested: true)
    }
  }

  /// Has something done on the session's thread.
  func send(isRetry: Bool = false, _ request: @escaping Request) {
    mail.withLock { mail in
      if isRetry && mail.hasRetry { return }
      mail.requests.append(request)
      mail.hasRetry = mail.hasRetry || isRetry
    }
    queue.signal.wake()
  }

  /// Stops the output. The returned function waits until it is closed.
  func stop() -> @Sendable () -> Void {
    mail.withLock { $0.isStopped = true }
    queue.signal.wake()
    let worker = thread.withLock { $0 }
    return { worker?.join() }
  }

  /// How often the device kept no time; see `OutputDevice`. Counted when the session has stopped.
  var lateWakeUps: Int { late.load(ordering: .relaxed) }

  // MARK: The session's thread

  private var isStopped: Bool { mail.withLock { $0.isStopped } }

  private func nextRequest() -> Request? {
    mail.withLock { $0.isStopped || $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
  }

  private func run(
    _ opener: any OutputOpening, _ needed: FrameCount?,
    _ report: @escaping @Sendable (Event, OutputStatus) -> Void
  ) {
    var output = OutputRunner(opener, needed: needed, queue, report)
    let first = output.openFirst()
    let opened = output.state(of: first)
    mail.withLock { $0.opened = opened }
    hasOpened.wake()
    guard let audio = waitForStart() else { return }
    output.start(audio, first)
    while !isStopped {
      if let request = nextRequest() { request(&output) } else { output.followDevice() }
    }
    late.store(output.end(), ordering: .relaxed)
  }

  /// Waits for the audio session of the start; nil if the session is stopped before it is started.
  private func waitForStart() -> AudioSession? {
    while !isStopped {
      if let audio = mail.withLock({ $0.audio }) { return audio }
      queue.signal.wait(milliseconds: nil)
    }
    return nil
  }
}
