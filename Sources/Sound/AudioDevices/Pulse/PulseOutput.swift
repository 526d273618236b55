import AudioBase
import CPulse
import Glibc
import Synchronization
import SystemBase

/// A sound server through PulseAudio's client library.
///
/// The output waits for a server or a sink that was lost. While the chosen sink is missing, the default one plays.
package final class PulseOutput: ThreadedOutput, @unchecked Sendable {
  package let name: String
  private let stream: PulseStream.Options
  package let thread = DeviceThread()
  private let acceptedFormat: Mutex<OutputFormat>
  /// Whether a long buffer is requested, which no hit has ended.
  private let wantsLongBuffer = Atomic<Bool>(false)
  // Used by the opening thread, then by the device's thread.
  private var connection: PulseConnection
  /// The stream and its clock; nil while there is no stream.
  private var player: PulsePlayer?
  /// The sink that was used last.
  private let sink: Mutex<PulseSink>

  /// Connects to the server and creates a halted stream; no block is requested before `start`.
  ///
  /// - Parameters:
  ///   - sink: the sink's name; nil for the server's default sink.
  ///   - staysOnSink: whether the stream waits for a named sink that was removed, instead of playing on another one.
  ///   - title: what the server shows.
  ///   - rate: nil selects the rate of the sink.
  ///   - periods: the periods in the buffer.
  package init(
    sink: String?, staysOnSink: Bool = false, title: String = "Music and drums", rate: SampleRate?,
    period: FrameCount, periods: Int = 2
  ) throws(DeviceError) {
    name = sink.map { "pulse:\($0)" } ?? "pulse"
    stream = PulseStream.Options(
      sink: sink, staysOnSink: staysOnSink && sink != nil, title: title, period: period, periods: periods)
    connection = try PulseConnection(until: thread.stopSignal.descriptor)
    let player = try PulsePlayer(connection, stream, rate: rate)
    self.player = player
    self.sink = Mutex(player.sink)
    acceptedFormat = Mutex(player.stream.format)
  }

  package var format: OutputFormat { acceptedFormat.withLock { $0 } }

  package var reportsRoutes: Bool { true }
  package var receiver: OutputReceiver { .sink(sink.withLock(\.description)) }

  package func use(_ length: BufferLength) {
    wantsLongBuffer.store(length == .long, ordering: .relaxed)
  }

  package func stop() {
    thread.stop()
    player = nil
  }

  package func run(
    _ source: RenderSource, _ report: DeviceReport, _ block: UnsafeMutableBufferPointer<Frame>
  ) throws(DeviceError) {
    var interruption = StallDetector(since: .now)
    if let player { use(player, report) }
    while !thread.isStopping {
      guard let player, player.isAlive else {
        try restore(&interruption, report)
        continue
      }
      if returnsToChosenSink(player, report) { continue }
      player.use(wantsLongBuffer.load(ordering: .relaxed) ? .long : .short, source)
      if player.serve(source) { wantsLongBuffer.store(false, ordering: .relaxed) }
      handle(player.stream.newEvents(), of: player, &interruption, report)
      if player.play(source, into: block) {
        if interruption.progressed(at: .now) == .ends { report(.resumed) }
        // A sink that comes would not be noticed in a rest.
        if !player.isSubstitute, source.beginRest() {
          player.rest(source)
          interruption = StallDetector(since: .now)
        }
      } else if !player.isSilenced, interruption.waited(at: .now) == .begins {
        report(.interrupted(.stalled))
      }
    }
  }

  private func handle(
    _ reported: PulseStream.Events, of player: PulsePlayer, _ interruption: inout StallDetector,
    _ report: DeviceReport
  ) {
    if reported.hasMoved, noteMove(of: player, report) {
      player.stream.restartClock()
    } else if reported.underflows > 0, !player.stream.isCorked {
      player.stream.restartClock()
      // An interruption was reported already.
      if !interruption.isInterrupted { report(.xrun) }
    }
    if reported.hasOtherBuffer {
      player.bufferDidChange()
      acceptedFormat.withLock { $0 = player.stream.format }
      report(.stateChanged(receiver, format))
    }
    if let isSilenced = reported.corkRequest {
      player.silence(isSilenced)
      if isSilenced, interruption.begin() == .begins { report(.interrupted(.corked)) }
    }
  }

  /// Reports where the stream plays after it was moved. Returns false if it has not moved.
  private func noteMove(of player: PulsePlayer, _ report: DeviceReport) -> Bool {
    do throws(DeviceError) {
      guard let change = try player.change() else { return false }
      sink.withLock { $0 = player.sink }
      if player.isSubstitute { watchSinks() }
      report(.routeChanged(change))
    } catch {
      // A server that is too busy is asked again.
      player.stream.hasMoved = error.code == .notResponding
    }
    return true
  }

  // MARK: Restoring

  /// Tries once to open a new stream after the former one has ended, or waits for the server or for a sink.
  private func restore(
    _ interruption: inout StallDetector, _ report: DeviceReport
  ) throws(DeviceError) {
    player = nil
    guard connection.isAlive else {
      if interruption.begin() == .begins { report(.interrupted(.serverGone)) }
      return try reconnect()
    }
    // PipeWire makes a new sink the default one a moment after it has appeared.
    try? connection.watch(PA_SUBSCRIPTION_MASK_SINK, PA_SUBSCRIPTION_MASK_SERVER)
    if let found = try? makePlayer() {
      try? connection.watch()
      if !interruption.isInterrupted {
        let change = sink.withLock { $0.change(to: found.sink, isThere: false) }
        report(.routeChanged(change))
      }
      use(found, report)
      return
    }
    guard connection.isAlive else { return }
    if interruption.begin() == .begins {
      report(.interrupted(.deviceGone(sink.withLock(\.description))))
    }
    // If the server was too busy to accept the subscription in time, it reports no change.
    connection.waitForChange(seconds: Double(PulseServer.retryInterval) / 1_000)
  }

  /// Plays through a stream from now on. If it is on another sink than the chosen one, reports that.
  private func use(_ found: PulsePlayer, _ report: DeviceReport) {
    player = found
    sink.withLock { $0 = found.sink }
    guard found.isSubstitute, let chosen = stream.sink else { return }
    watchSinks()
    report(.routeChanged(.missing(chosen, next: found.sink.description)))
  }

  /// Lets the server report new sinks. One may have come just before.
  private func watchSinks() {
    try? connection.watch(PA_SUBSCRIPTION_MASK_SINK)
    connection.hasChanged = true
  }

  /// Replaces a stream that plays elsewhere by one on the chosen sink, if that has come. Returns whether it plays there.
  private func returnsToChosenSink(_ player: PulsePlayer, _ report: DeviceReport) -> Bool {
    do throws(DeviceError) {
      guard try player.chosenSinkHasCome() else { return false }
      let found = try makePlayer()
      if found.isSubstitute { return false }
      try? connection.watch()
      use(found, report)
      report(.routeChanged(.moved(to: found.sink.description)))
      return true
    } catch {
      // A server that is too busy is asked again.
      if error.code == .notResponding { connection.hasChanged = true }
      return false
    }
  }

  private func makePlayer() throws(DeviceError) -> PulsePlayer {
    try PulsePlayer(connection, stream, rate: format.sampleRate)
  }

  /// Waits until the server is back, and connects to it. Throws if it is on the network, where its return cannot be noticed.
  private func reconnect() throws(DeviceError) {
    guard let watch = PulseServer.watch() else {
      throw DeviceError(.lost, name, detail: "the sound server has ended")
    }
    let found = PulseConnection.afterStart(until: thread.stopSignal) { thread.isStopping }
    if let found {
      connection = found
    } else if !thread.isStopping {
      // A server that has a socket may answer later, which changes no folder.
      WakeSignal.wait(
        for: watch.descriptor, or: thread.stopSignal.descriptor,
        milliseconds: PulseServer.hasSocket ? PulseServer.retryInterval : -1)
    }
  }
}
