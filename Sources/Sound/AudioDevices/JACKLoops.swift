import AudioBase
import Synchronization
import SystemBase

/// The loops through other programs that the mixer has, and what happens to them. Any thread.
package final class JACKLoops: Sendable {
  /// A loop, and the beginning of the names of its ports.
  package struct Request: Sendable {
    package let name: String
    package let loop: ExternalLoop

    package init(name: String, loop: ExternalLoop) { (self.name, self.loop) = (name, loop) }
  }

  private let wanted = Mutex<[Request]>([])
  fileprivate let signal = WakeSignal()
  fileprivate let report: @Sendable (ExternalLoopEvent) -> Void

  /// Creates an empty list of loops. A thread of the device calls `report`.
  package init(report: @escaping @Sendable (ExternalLoopEvent) -> Void) { self.report = report }

  package func set(_ requests: [Request]) {
    wanted.withLock { $0 = requests }
    signal.wake()
  }

  fileprivate var requests: [Request] { wanted.withLock { $0 } }
}

/// Registers and connects the ports of loops on a client, and reports the state of their programs.
final class JACKLoopServer: @unchecked Sendable {
  /// A loop in its slot.
  private struct Served {
    let loop: ExternalLoop
    let ports: JACKLoopPorts
    /// Whether the ports of the program are there and were connected.
    var isConnected = false
    /// How often in a row the program has not answered.
    var misses = 0
    /// Whether that was reported; of ports that the user connects, whether no program has answered yet.
    var isGone: Bool
    /// The time since which the loop is not wanted any more.
    var unwanted: HostTime?
    /// The cycle at which the slot was given up.
    var withdrawn: Int?
  }

  /// Milliseconds between two checks of the programs.
  private static let interval: Int32 = 100
  /// The checks without an answer after which a program counts as gone.
  private static let mostMisses = 3
  /// Seconds for which a loop is served that is not wanted any more, until its unit has faded out.
  private static let fadeTime = 0.05

  private let loops: JACKLoops
  /// Outlives the thread.
  private let context: UnsafeMutablePointer<JACKContext>
  private let thread = DeviceThread()
  /// Only the thread uses it.
  private var served = [Served?](repeating: nil, count: JACKLoopSlot.count)

  init(_ loops: JACKLoops, _ context: UnsafeMutablePointer<JACKContext>) {
    (self.loops, self.context) = (loops, context)
  }

  func start() { thread.start("jack-loops", isRealtime: false) { [self] in run() } }

  /// Ends the thread and waits for it. The loops are kept until the object is released.
  func stop() { thread.stop(waking: loops.signal) }

  private func run() {
    while !thread.isStopping {
      let hasWork = update()
      loops.signal.wait(milliseconds: hasWork ? JACKLoopServer.interval : nil)
    }
    for index in served.indices { withdraw(index) }
  }

  /// Serves the loops that are wanted. Returns whether there are any.
  private func update() -> Bool {
    let requests = loops.requests
    if context.pointee.connection.hasEnded { return false }
    for index in served.indices {
      guard let slot = served[index] else { continue }
      if slot.withdrawn != nil {
        release(index)
      } else if requests.contains(where: { $0.loop === slot.loop }) {
        served[index]?.unwanted = nil
      } else if let unwanted = slot.unwanted {
        if HostTime.now.seconds(since: unwanted) > JACKLoopServer.fadeTime { withdraw(index) }
      } else {
        served[index]?.unwanted = .now
      }
    }
    for request in requests where !served.contains(where: { $0?.loop === request.loop }) { serve(request) }
    if served.contains(where: { $0?.withdrawn == nil && $0 != nil }) {
      let programs = JACKProgram.list(context.pointee.connection)
      followLatencies(programs)
      for index in served.indices { follow(index, programs) }
    }
    return served.contains { $0 != nil }
  }

  private func serve(_ request: JACKLoops.Request) {
    guard let index = served.firstIndex(where: { $0 == nil }),
      let ports = try? JACKLoopPorts(request.name, request.loop.role, context.pointee.connection)
    else { return }
    showPorts(adding: ports)
    served[index] = Served(
      loop: request.loop, ports: ports, isGone: request.loop.program.isEmpty)
    context.pointee.loops[index].ports = ports
    context.pointee.loops[index].state = request.loop.state
    context.pointee.loops[index].isServed.store(true, ordering: .releasing)
  }

  /// Gives a slot up; the server's thread may use it for the rest of a cycle.
  private func withdraw(_ index: Int) {
    guard let slot = served[index], slot.withdrawn == nil else { return }
    context.pointee.loops[index].isServed.store(false, ordering: .releasing)
    served[index]?.withdrawn = context.pointee.cycles.load(ordering: .acquiring)
    if slot.loop.state.pointee.period.exchange(0, ordering: .relaxed) != 0 { loops.report(.latencyChanged) }
  }

  /// Frees a slot that was given up at least one whole cycle ago.
  private func release(_ index: Int) {
    guard let slot = served[index], let withdrawn = slot.withdrawn,
      context.pointee.cycles.load(ordering: .acquiring) > withdrawn + 1
    else { return }
    served[index] = nil
    showPorts()
    slot.ports.unregister(context.pointee.connection)
  }

  /// States the ports whose latencies the server asks for. It is called without the lock: the server waits for the answer.
  private func showPorts(adding new: JACKLoopPorts? = nil) {
    let all = served.compactMap { $0?.ports } + (new.map { [$0] } ?? [])
    context.pointee.loopPorts.withLock { $0 = all }
    if new != nil { context.pointee.connection.recomputeLatencies() }
  }

  /// Tells the loops the period of the server, and the latencies that their programs state.
  private func followLatencies(_ programs: [JACKProgram]) {
    let period = context.pointee.period.load(ordering: .relaxed)
    var isChanged = false
    for slot in served {
      guard let slot, slot.withdrawn == nil else { continue }
      let (state, before) = (slot.loop.state, slot.loop.state.pointee.delay)
      state.pointee.period.store(period, ordering: .relaxed)
      let program = programs.first { $0.name == slot.loop.program }
      // A program that is away for a moment changes nothing.
      if program != nil || slot.loop.program.isEmpty,
        let latency = slot.ports.latency(of: program, context.pointee.connection)
      {
        state.pointee.programLatency.store(latency, ordering: .relaxed)
      }
      if state.pointee.delay != before { isChanged = true }
    }
    if isChanged { loops.report(.latencyChanged) }
  }

  /// Connects a program that has come, and reports whether it answers.
  private func follow(_ index: Int, _ programs: [JACKProgram]) {
    guard var slot = served[index], slot.withdrawn == nil else { return }
    let program = programs.first { $0.name == slot.loop.program }
    // Ports that the user has disconnected stay so.
    if let program, !slot.isConnected {
      slot.isConnected = slot.ports.connect(to: program, context.pointee.connection)
    }
    if program == nil { slot.isConnected = false }
    slot.misses = slot.loop.state.pointee.isAnswered.load(ordering: .relaxed) ? 0 : slot.misses + 1
    let isGone = slot.misses >= JACKLoopServer.mostMisses || (slot.isGone && slot.misses > 0)
    if isGone != slot.isGone {
      let (name, role) = (slot.loop.program, slot.loop.role)
      loops.report(isGone ? .gone(name, role) : .back(name, role))
    }
    slot.isGone = isGone
    served[index] = slot
  }
}
