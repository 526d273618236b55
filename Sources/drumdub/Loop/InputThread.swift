import Controls
import Glibc
import MixEngine
import Synchronization
import SystemBase
import TerminalKit
import TerminalUI

/// Reads the terminal: the shortest road in the program. A key bound to a pad goes from here into the engine before
/// anyone draws; all else goes to the main thread.
final class InputThread: Sendable {
  private enum Wish { case read, pause, paused, stop }

  private let port: HitPort
  private let router: KeyRouter
  /// What the main thread wants changed in the router.
  private let changes = Mutex<[@Sendable (inout KeyRouter) -> Void]>([])
  private let queue: MainQueue
  private let escapeDelay: Int32
  private let attention = WakeSignal()
  private let wish = Mutex(Wish.read)
  /// Told when the thread has paused.
  private let hasPaused = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameter escapeDelay: milliseconds after which a lone ESC is the key.
  init(port: HitPort, router: KeyRouter, queue: MainQueue, escapeDelay: Int32) {
    self.port = port
    self.router = router
    self.queue = queue
    self.escapeDelay = escapeDelay
  }

  /// Changes the router before it takes the next event. Any thread.
  func change(_ change: @escaping @Sendable (inout KeyRouter) -> Void) {
    changes.withLock { $0.append(change) }
  }

  func start(reading descriptor: Int32) {
    let worker = WorkerThread(name: "input") { [self] in run(descriptor) }
    thread.withLock { $0 = worker }
  }

  func stop() {
    wish.withLock { $0 = .stop }
    attention.wake()
    thread.withLock { $0.take() }?.join()
  }

  /// Reads no more when this has returned: the terminal's keys are for the shell. Main thread.
  func pause() {
    wish.withLock { if $0 == .read { $0 = .pause } }
    guard thread.withLock({ $0 != nil }) else { return }
    attention.wake()
    while wish.withLock({ $0 == .pause }) { hasPaused.wait(milliseconds: nil) }
  }

  func resume() {
    wish.withLock { if $0 != .stop { $0 = .read } }
    attention.wake()
  }

  private func run(_ descriptor: Int32) {
    var decoder = KeyDecoder()
    var router = router
    var bytes = [UInt8](repeating: 0, count: 4096)
    while mayRead() {
      var watched = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: attention.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&watched, 2, decoder.isPending ? escapeDelay : -1)
      if watched[1].revents != 0 { continue }
      if ready == 0 {
        carryOut(decoder.timeOut(), at: .now, &router)
      } else if watched[0].revents != 0 {
        let count = read(descriptor, &bytes, bytes.count)
        // One stamp for one read: keys that came together sound together.
        let time = HostTime.now
        if count > 0 {
          carryOut(decoder.feed(bytes[..<count]), at: time, &router)
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
          queue.post(.input(.hangup))
          wish.withLock { $0 = .stop }
          hasPaused.wake()
        }
      }
    }
  }

  /// Waits while it is to pause. - Returns: false at the end.
  private func mayRead() -> Bool {
    while true {
      attention.take()
      let now = wish.withLock { wish in
        if wish == .pause { wish = .paused }
        return wish
      }
      switch now {
      case .read: return true
      case .stop: return false
      case .pause, .paused:
        hasPaused.wake()
        attention.wait(milliseconds: nil)
      }
    }
  }

  private func carryOut(_ events: [InputEvent], at time: HostTime, _ router: inout KeyRouter) {
    let changes = changes.withLock { list in
      defer { list = [] }
      return list
    }
    for change in changes { change(&router) }
    for event in events {
      switch router.route(event, at: time.nanoseconds) {
      case .strike(let pad, let velocity): port.strike(Hit(pad: pad, velocity: velocity, time: time))
      case .release(let pad): port.release(pad: pad, time: time)
      case .command(let command): queue.post(.input(.command(command, time)))
      case .typed(let event): queue.post(.input(.typed(event)))
      case .captured(let chord): queue.post(.input(.captured(chord)))
      case .mouse(let mouse): queue.post(.input(.mouse(mouse)))
      case .focus(let isOurs): queue.post(.input(.focus(isOurs)))
      case .reply(let reply): queue.post(.input(.reply(reply)))
      case nil: break
      }
    }
  }
}
