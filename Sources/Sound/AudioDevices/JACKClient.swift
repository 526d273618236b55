import AudioBase
import Synchronization
import SystemBase

/// What an output through JACK shares with other programs.
package struct JACKServices: Sendable {
  /// The loops of the mixer through other programs; nil for none.
  package let loops: JACKLoops?
  /// What is sent by a port for MIDI; nil for no such port.
  package let notes: MessageOutput?
  /// The transport that it follows and leads; nil for neither.
  package let transport: JACKTransport?

  package init(
    loops: JACKLoops? = nil, notes: MessageOutput? = nil, transport: JACKTransport? = nil
  ) {
    (self.loops, self.notes, self.transport) = (loops, notes, transport)
  }
}

/// A client of a JACK server, whose thread renders into the client's ports.
///
/// Rate and period are the server's. If the server changes its period, blocks of the new length are requested. If it
/// changes its rate or ends, the device is lost.
package final class JACKClient: OutputDevice, @unchecked Sendable {
  package let name = "jack"
  private let rate: SampleRate
  private let latency: Int
  private let context: PinnedValue<JACKContext>
  private let isRunning = Atomic(false)
  private let loops: JACKLoopServer?
  private let transport: JACKTransportServer?

  package var format: OutputFormat {
    let period = context.pointee.period.load(ordering: .relaxed)
    return OutputFormat(
      sampleRate: rate, period: FrameCount(period), buffer: FrameCount(period + latency))
  }

  /// Connects to a running server; no block is requested before `start`.
  ///
  /// - Parameters:
  ///   - client: the name of the client.
  ///   - firstSpeaker: the index of the first of the two physical inputs that it is connected to, if there are so many.
  ///   - yields: whether it is closed when the client of the music could not be opened otherwise.
  ///   - services: what it shares with other programs.
  package init(
    name client: String = "drumdub", firstSpeaker: Int = 0, yields: Bool = false,
    services: JACKServices = JACKServices()
  ) throws(DeviceError) {
    let connection = try JACKConnection(client, yields: yields)
    let ports = try JACKOutputPorts(
      connection, firstSpeaker: firstSpeaker, sendsNotes: services.notes != nil)
    rate = connection.sampleRate
    latency = ports.speakerLatency(connection)
    context = PinnedValue(JACKContext(connection, ports, services))
    let shared = context.pointer
    loops = services.loops.map { JACKLoopServer($0, shared) }
    transport = services.transport.map { JACKTransportServer($0, shared) }
  }

  deinit { stop() }

  package func start(_ source: RenderSource, events report: @escaping DeviceReport) throws(DeviceError) {
    context.pointee.source = source
    context.pointee.report = report
    try JACKContext.setCallbacks(context.pointer)
    isRunning.store(true, ordering: .releasing)
    try context.pointee.connection.activate()
    try context.pointee.ports.connect(context.pointee.connection)
    loops?.start()
    transport?.start()
  }

  package func stop() {
    guard isRunning.exchange(false, ordering: .acquiringAndReleasing) else { return }
    loops?.stop()
    transport?.stop()
    context.pointee.connection.deactivate()
  }
}
