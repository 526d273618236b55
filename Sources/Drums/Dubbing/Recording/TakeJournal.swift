import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Writes each hit and each change of the mixer to the disk at once, on its own thread, so that they survive a crash and a
/// stalled terminal.
package final class TakeJournal: Sendable {
  private typealias Order =
    @Sendable (inout TakeRecorder, inout JournalWriter, inout InputLayerRecorder?) -> Void

  private struct Mailbox {
    var orders: [Order] = []
    /// Whether the recording ends with the events that have arrived.
    var isFinishing = false
    var isStopping = false
    /// Orders that were carried out and reported.
    var finished = 0
  }

  /// The milliseconds between two checks while something is recorded.
  private static let pace: Int32 = 100
  /// The same near the end of a recording, after which the next one begins.
  private static let endingPace: Int32 = 20

  private let echo: EngineEcho
  private let writers: (any AudioWriterMaking)?
  private let now: @Sendable () -> HostTime
  private let report: @Sendable (JournalReport) -> Void
  private let mailbox = Mutex(Mailbox())
  private let hasFinished = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// Creates a journal, which `echo` must outlive and which calls `report`. Without `writers`, no input is recorded.
  package init(
    echo: EngineEcho, writers: (any AudioWriterMaking)? = nil,
    now: @escaping @Sendable () -> HostTime = { .now },
    report: @escaping @Sendable (JournalReport) -> Void
  ) {
    (self.echo, self.writers, self.now, self.report) = (echo, writers, now, report)
    let worker = WorkerThread(name: "journal") { [self] in run() }
    thread.withLock { $0 = worker }
  }

  // MARK: Orders

  /// Begins a recording to a journal, without layers of the take. `audio` begins the paths of the sound of an input.
  package func begin(
    _ target: RecordingTarget, take: Take, path: FilePath, audio: FilePath = FilePath("")
  ) {
    let bytes = TakeJournal.bytes(of: take)
    post { recorder, writer, inputs in
      writer.begin(bytes, path)
      recorder.begin(target)
      inputs?.begin(path: audio)
    }
  }

  /// Sets the input that the next recordings contain; nil records hits alone.
  package func use(_ input: InputFeed?) { post { _, _, inputs in inputs?.use(input) } }

  /// Stores what is known of the take by now, without its layers. Without a recording, nothing happens.
  package func describe(_ take: Take) {
    let bytes = TakeJournal.bytes(of: take)
    post { _, writer, _ in writer.append(.begin(take: bytes)) }
  }

  private static func bytes(of take: Take) -> [UInt8] {
    var bare = take
    (bare.layers, bare.lanes) = ([], [])
    bare.history = TakeHistory()
    return TakeFile.encode(bare)
  }

  /// Ends a recording. `values` are those of the mixer that are held, by their addresses: they last up to that time.
  package func end(at time: HostTime, holding values: [String: Double] = [:]) {
    post { recorder, _, _ in recorder.end(at: time, holding: values) }
  }

  /// Ends a recording with the events that have arrived, when no others follow. Returns after the report.
  package func finish() {
    guard thread.withLock({ $0 != nil }) else { return }
    let before = mailbox.withLock { box in
      box.isFinishing = true
      return box.finished
    }
    echo.signal.wake()
    while mailbox.withLock({ $0.finished == before }) { hasFinished.wait(milliseconds: nil) }
  }

  /// Starts a new layer. The layer that was undone is not recovered later.
  package func nextLayer(dropping layer: Int?) {
    post { recorder, writer, _ in
      recorder.nextLayer()
      if let layer { writer.append(.drop(layer: layer)) }
    }
  }

  /// Adds another opening of the track that is recorded to.
  package func accept(_ stream: StreamID) { post { recorder, _, _ in recorder.accept(stream) } }

  /// Sets the addresses of the values of the mixer whose changes become points of lanes, by the numbers with which the engine
  /// reports them. A change that is sent to the engine afterwards is recorded with its address.
  package func setLanes(_ addresses: [Int: String]) {
    post { recorder, _, _ in recorder.setLanes(addresses) }
  }

  package func setPunch(_ range: Range<Int>?) { post { recorder, _, _ in recorder.setPunch(range) } }

  /// Stores the events that have arrived and ends the thread.
  package func stop() {
    mailbox.withLock { $0.isStopping = true }
    echo.signal.wake()
    thread.withLock { $0.take() }?.join()
  }

  private func post(_ order: @escaping Order) {
    mailbox.withLock { $0.orders.append(order) }
    echo.signal.wake()
  }

  private func run() {
    var writer = JournalWriter(report: report)
    var recorder = TakeRecorder()
    var inputs = writers.map { InputLayerRecorder($0) }
    while true {
      // In this order, so that all events up to this time are handled, and no later hit precedes an order.
      let time = now()
      var events = echo.allEvents()
      let (orders, isFinishing, isStopping) = mailbox.withLock { box in
        defer { (box.orders, box.isFinishing) = ([], false) }
        return (box.orders, box.isFinishing || box.isStopping, box.isStopping)
      }
      recorder.follow(echo.clock)
      for order in orders { order(&recorder, &writer, &inputs) }
      var outputs = recorder.catchUp()
      if isFinishing { events += echo.allEvents() }
      for event in events { outputs += recorder.handle(event) }
      outputs += inputs?.follow(&recorder) ?? []
      let ends =
        isFinishing ? recorder.finish() : recorder.check(at: time, hasInput: inputs?.isCapturing == true)
      if !ends.isEmpty { outputs += inputs?.finish() ?? [] }
      outputs += ends
      writer.write(outputs)
      inputs?.removeProblems().forEach(report)
      if isFinishing {
        mailbox.withLock { $0.finished += 1 }
        hasFinished.wake()
      }
      if isStopping { return }
      let isBusy = recorder.isRecording || writer.isFailing || inputs?.isCapturing == true
      echo.signal.wait(
        milliseconds: recorder.isEnding ? TakeJournal.endingPace : isBusy ? TakeJournal.pace : nil)
    }
  }
}
