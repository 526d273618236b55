import Application
import Glibc
import MixEngine
import Percussion
import Synchronization
import SystemBase
import TerminalKit

/// Reads the terminal. Hits go from here to the engine, before anything is drawn; all other input goes to the main
/// thread.
package final class TerminalThread: Sendable {
  private enum Phase { case reading, pausing, paused, stopping }

  private let port: HitPort
  private let notes: NotePort
  private let router: KeyRouter
  /// Changes of the router that the main thread requests.
  private let changes = Mutex<[@Sendable (inout KeyRouter) -> KeyRouter.Action?]>([])
  private let send: @Sendable (KeyRouter.Action, HostTime) -> Void
  /// Milliseconds.
  private let escapeDelay: Atomic<Int32>
  private let attention = WakeSignal()
  private let phase = Mutex(Phase.reading)
  private let hasPaused = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)
  /// Whether the engine has samples for hits. Until then, all that is read waits in order, unless the user quits.
  private let acceptsHits = Atomic<Bool>(false)
  private let waiting = Mutex<[KeyRouter.Action]>([])
  /// The hits of the keys that were read, which are not sent yet.
  private let hits = Mutex<[Hit]>([])
  /// The limit of actions that wait.
  private static let mostWaiting = 1_024

  /// Creates the thread, which does not read yet. `escapeDelay`: milliseconds after which a lone ESC is the key.
  /// `send`: called on the terminal thread with the actions that are not those of the engine, and when their keys were
  /// read.
  package init(
    port: HitPort, notes: NotePort, router: KeyRouter, escapeDelay: Int32,
    send: @escaping @Sendable (KeyRouter.Action, HostTime) -> Void
  ) {
    (self.port, self.notes, self.router, self.send) = (port, notes, router, send)
    self.escapeDelay = Atomic(escapeDelay)
  }

  /// Changes the router before the next event. Another bank is reported. Any thread.
  package func change(_ change: @escaping @Sendable (inout KeyRouter) -> Void) {
    request {
      change(&$0)
      return nil
    }
  }

  /// Changes the bank of pads before the next event, and reports the bank. Any thread.
  package func changeBank(_ change: BankChange) { request { $0.change(change) } }

  private func request(_ change: @escaping @Sendable (inout KeyRouter) -> KeyRouter.Action?) {
    changes.withLock { $0.append(change) }
    attention.wake()
  }

  package func start(reading descriptor: Int32) {
    let worker = WorkerThread(name: "input") { [self] in run(descriptor) }
    thread.withLock { $0 = worker }
  }

  /// Performs what was read since the start, and all that is read from now on. Called when hits sound. Any thread.
  package func acceptHits() {
    acceptsHits.store(true, ordering: .releasing)
    attention.wake()
  }

  package func stop() {
    phase.withLock { $0 = .stopping }
    attention.wake()
    thread.withLock { $0.take() }?.join()
  }

  /// Prepares for another terminal. To be called while reading is paused. Main thread. `escapeDelay`: milliseconds
  /// after which a lone ESC is the key.
  package func replaceTerminal(escapeDelay milliseconds: Int32) {
    escapeDelay.store(milliseconds, ordering: .relaxed)
    change { $0.terminalWasReplaced() }
  }

  /// Stops reading, so that the shell gets the keys; returns when no read is in progress and the pads of keys that are held
  /// are released. Called before `start`, it makes the thread begin in that state. Main thread.
  package func pause() {
    phase.withLock { if $0 == .reading { $0 = .pausing } }
    guard thread.withLock({ $0 != nil }) else { return }
    attention.wake()
    while phase.withLock({ $0 == .pausing }) { hasPaused.wait(milliseconds: nil) }
  }

  /// Reads again. The descriptor may be another terminal since. Main thread.
  package func resume() {
    phase.withLock { if $0 != .stopping { $0 = .reading } }
    attention.wake()
  }

  private func run(_ descriptor: Int32) {
    var decoder = KeyDecoder()
    var router = router
    var bytes = [UInt8](repeating: 0, count: 4096)
    while let hasPaused = mayRead(&router) {
      // The rest of a sequence does not follow after a pause, and the terminal may be another one.
      if hasPaused { decoder = KeyDecoder() }
      applyChanges(to: &router)
      var watched = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: attention.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let (limit, isDoubt) = waitLimit(decoder, router)
      let ready = poll(&watched, 2, limit)
      if watched[1].revents != 0 { continue }
      if ready == 0 {
        isDoubt ? endDoubt(by: nil, at: .now, &router) : handle(decoder.timeOut(), at: .now, &router)
      } else if watched[0].revents != 0 {
        let count = read(descriptor, &bytes, bytes.count)
        // One time for one read: keys that arrive together sound together.
        let time = HostTime.now
        if count > 0 {
          handle(decoder.feed(bytes[..<count]), at: time, &router)
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
          hangUp()
        }
      }
    }
  }

  /// Returns the milliseconds to wait for bytes, −1 without a limit, and whether a strike in doubt ends the wait.
  private func waitLimit(_ decoder: KeyDecoder, _ router: KeyRouter) -> (Int32, isDoubt: Bool) {
    let escape = decoder.isPending ? escapeDelay.load(ordering: .relaxed) : -1
    guard let end = router.doubtEnd else { return (escape, false) }
    let doubt = Int32(clamping: max(0, (end - HostTime.now.nanoseconds + 999_999) / 1_000_000))
    return escape >= 0 && escape < doubt ? (escape, false) : (doubt, true)
  }

  /// Strikes the pad of a key that was not a repeat.
  private func endDoubt(by event: TerminalEvent?, at time: HostTime, _ router: inout KeyRouter) {
    guard let strike = router.endDoubt(by: event, at: time.nanoseconds) else { return }
    handle([strike.action], at: HostTime(nanoseconds: strike.nanoseconds))
  }

  /// Pauses, since there is nothing to read until another terminal is given.
  private func hangUp() {
    send(.hangup, .now)
    phase.withLock { if $0 != .stopping { $0 = .pausing } }
  }

  /// Waits while reading is paused. Changes of the router are applied meanwhile. Returns whether there was a pause;
  /// nil if the thread is to end.
  private func mayRead(_ router: inout KeyRouter) -> Bool? {
    var hasWaited = false
    while true {
      attention.clear()
      switch phase.withLock({ $0 }) {
      case .reading: return hasWaited
      case .stopping: return nil
      case .pausing, .paused:
        if !hasWaited { handle(router.releaseAll(), at: .now) }
        hasWaited = true
        phase.withLock { if $0 == .pausing { $0 = .paused } }
        hasPaused.wake()
        applyChanges(to: &router)
        attention.wait(milliseconds: nil)
      }
    }
  }

  private func applyChanges(to router: inout KeyRouter) {
    if acceptsHits.load(ordering: .acquiring) { performWaiting() }
    let changes = changes.withLock { list in
      defer { list = [] }
      return list
    }
    for change in changes {
      let before = router.bank
      if let action = change(&router) {
        handle([action], at: .now)
      } else if router.bank != before {
        send(.bank(router.bank, isRequested: false), .now)
      }
    }
  }

  private func handle(_ events: [TerminalEvent], at time: HostTime, _ router: inout KeyRouter) {
    applyChanges(to: &router)
    for event in events {
      endDoubt(by: event, at: time, &router)
      if event == .focus(false) { handle(router.releaseAll(), at: time) }
      if let action = router.route(event, at: time.nanoseconds) { handle(action, at: time) }
    }
    sendHits()
  }

  private func handle(_ actions: [KeyRouter.Action], at time: HostTime) {
    for action in actions { handle(action, at: time) }
    sendHits()
  }

  private func handle(_ action: KeyRouter.Action, at time: HostTime) {
    if acceptsHits.load(ordering: .acquiring) || isUndelayedQuit(action) {
      performWaiting()
      perform(action, at: time)
    } else {
      waiting.withLock { if $0.count < TerminalThread.mostWaiting { $0.append(action) } }
    }
  }

  private func performWaiting() {
    let actions = waiting.withLock { list in
      defer { list = [] }
      return list
    }
    let time = HostTime.now
    for action in actions { perform(action, at: time) }
    sendHits()
  }

  /// Returns whether an action is a request to quit and no hits before it are to sound. What was typed before it is
  /// performed first.
  private func isUndelayedQuit(_ action: KeyRouter.Action) -> Bool {
    guard action == .command(.program(.quit)) else { return false }
    return waiting.withLock { !$0.contains { if case .strike = $0 { true } else { false } } }
  }

  /// Sends the hits of one read at once, so that they begin on one frame.
  private func sendHits() {
    let read = hits.withLock { list in
      defer { list = [] }
      return list
    }
    if !read.isEmpty { port.send(read) }
  }

  private func perform(_ action: KeyRouter.Action, at time: HostTime) {
    switch action {
    case .strike(let pad, let velocity):
      hits.withLock { $0.append(Hit(pad: pad, velocity: velocity, time: time)) }
    case .release(let pad):
      hits.withLock { $0.append(Hit(pad: pad, velocity: 0, time: time, kind: .release)) }
    case .pluck(let plucks):
      for pluck in plucks {
        notes.send(
          NoteEvent(
            .on, key: pluck.key, string: pluck.string, value: Float(pluck.velocity), time: time,
            delay: Float(pluck.delay)))
      }
    case .damp: notes.send(NoteEvent(.off, time: time))
    case .chord, .command, .bank, .unbound, .typed, .captured, .mouse, .focus, .reply, .hangup:
      sendHits()
      send(action, time)
    }
  }
}
