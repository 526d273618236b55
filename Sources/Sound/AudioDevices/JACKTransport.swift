import AudioBase
import CJACK
import Synchronization
import SystemBase

/// The transport of the JACK server, which any program starts, stops and relocates. Any thread.
package final class JACKTransport: Sendable {
  private struct Mail {
    var requests: [SharedTransportRequest] = []
    /// The number of starts and stops that were requested.
    var stateRequests = 0
  }

  private let mail = Mutex(Mail())
  let signal = WakeSignal()
  let report: @Sendable (SharedTransportChange) -> Void

  /// Creates a transport without a client. A thread of the device calls `report` with what other programs do.
  package init(report: @escaping @Sendable (SharedTransportChange) -> Void) { self.report = report }

  /// Requests a change. The last ones wait until an output plays through JACK.
  package func request(_ new: SharedTransportRequest) {
    mail.withLock {
      $0.requests = ($0.requests + [new]).suffix(8)
      if new.changesState { $0.stateRequests += 1 }
    }
    signal.wake()
  }

  /// Returns the requests that wait, and the number of starts and stops that were requested until now.
  func takeRequests() -> (requests: [SharedTransportRequest], stateRequests: Int) {
    mail.withLock { mail in
      defer { mail.requests = [] }
      return (mail.requests, mail.stateRequests)
    }
  }
}

/// Passes requests to the transport of a client, and reports what other programs do.
final class JACKTransportServer: @unchecked Sendable {
  /// The cycles within which the position of a request is reached.
  private static let mostCycles = 8

  private let transport: JACKTransport
  /// Outlives the thread.
  private let context: UnsafeMutablePointer<JACKContext>
  private let changes: RingReader<JACKTransportReading>
  private let thread = DeviceThread()
  // Only the thread uses these.
  private var isRolling = false
  private var position = 0
  /// The number of starts and stops that were requested.
  private var stateRequests = 0
  /// The position that was requested and is not reached yet.
  private var wantedPosition: Int?
  /// The states that were requested and are not reached yet.
  private var wantedStates: [Bool] = []

  init(_ transport: JACKTransport, _ context: UnsafeMutablePointer<JACKContext>) {
    (self.transport, self.context) = (transport, context)
    changes = context.pointee.transport.pointee.changes.reader
  }

  func start() {
    thread.start("jack-transport", isRealtime: false) { [self] in
      while !thread.isStopping {
        let mail = transport.takeRequests()
        stateRequests = mail.stateRequests
        mail.requests.forEach(perform)
        while let reading = changes.pop() { receive(reading) }
        transport.signal.wait(milliseconds: nil)
      }
    }
  }

  func stop() { thread.stop(waking: transport.signal) }

  private func perform(_ request: SharedTransportRequest) {
    let client = context.pointee.connection.client
    if context.pointee.connection.hasEnded { return }
    switch request {
    case .start where !(wantedStates.last ?? isRolling):
      wantedStates.append(true)
      drumdub_jack_transport_start(client)
    case .stop where wantedStates.last ?? isRolling:
      wantedStates.append(false)
      drumdub_jack_transport_stop(client)
    case .start, .stop: return
    case .locate(let seconds):
      let frame = FrameCount(seconds: max(seconds, 0), at: context.pointee.rate).value
      if !isRolling && wantedStates.isEmpty && frame == position && wantedPosition == nil { return }
      wantedPosition = frame
      _ = drumdub_jack_transport_locate(client, UInt32(clamping: frame))
    }
    context.pointee.transportRequests.add(1, ordering: .releasing)
  }

  /// Reports a change, except for what was requested here.
  private func receive(_ reading: JACKTransportReading) {
    let isChange = reading.isRolling != isRolling
    (isRolling, position) = (reading.isRolling, reading.frame)
    let isOwnState = isChange && wantedStates.first == reading.isRolling
    if isOwnState { wantedStates.removeFirst() } else if isChange { wantedStates = [] }
    let isForeignPlace = reading.isRelocated && !isOwn(reading.frame)
    let isKept = isAsRequested(reading)
    let isForeignState = (isChange && !isOwnState) || !isKept
    if isForeignState || isForeignPlace {
      transport.report(
        SharedTransportChange(
          isRolling: isRolling,
          seconds: FrameCount(reading.frame).seconds(at: context.pointee.rate),
          at: reading.time, isStateChanged: isForeignState, isRelocated: isForeignPlace,
          precedingRequests: stateRequests))
    }
  }

  /// Forgets the requests if the server has performed all of them. Returns false if the last state did not last.
  ///
  /// A stop and a start within one cycle change nothing that a cycle shows, nor do changes in cycles that were left out.
  private func isAsRequested(_ reading: JACKTransportReading) -> Bool {
    let count = context.pointee.transportRequests.load(ordering: .relaxed)
    guard reading.requests == count else { return true }
    defer { (wantedStates, wantedPosition) = ([], nil) }
    return wantedStates.last.map { $0 == reading.isRolling } ?? true
  }

  /// Returns whether a position was requested here.
  private func isOwn(_ frame: Int) -> Bool {
    guard let wanted = wantedPosition else { return false }
    let longest = JACKTransportServer.mostCycles * context.pointee.period.load(ordering: .relaxed)
    guard (wanted...(wanted + longest)).contains(frame) else { return false }
    wantedPosition = nil
    return true
  }
}
