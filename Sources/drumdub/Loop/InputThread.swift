import AudioBase
import Glibc
import MixEngine
import Synchronization
import TerminalKit
import TerminalUI

/// Reads the terminal: the shortest road in the program. A key bound to a pad goes from here into the engine before
/// anyone draws; all else goes to the main thread.
///
/// It owns the focus and switches it in the order of the bytes: letters typed after `/` never strike, even where all
/// came in one read.
final class InputThread: Sendable {
  private enum Focus { case pads, text }

  /// MIDI velocities of a plain and of an accented strike.
  static let plainVelocity = 100
  static let accentVelocity = 127

  private let port: HitPort
  private let keys: KeyMap
  private let mailbox: MainMailbox
  private let escapeDelay: Int32
  private let stopSignal = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameter escapeDelay: milliseconds after which a lone ESC is the key.
  init(port: HitPort, keys: KeyMap, mailbox: MainMailbox, escapeDelay: Int32) {
    self.port = port
    self.keys = keys
    self.mailbox = mailbox
    self.escapeDelay = escapeDelay
  }

  func start(reading descriptor: Int32) {
    let worker = WorkerThread(name: "input") { [self] in run(descriptor) }
    thread.withLock { $0 = worker }
  }

  func stop() {
    stopSignal.wake()
    thread.withLock { $0.take() }?.join()
  }

  private func run(_ descriptor: Int32) {
    var decoder = KeyDecoder()
    var focus = Focus.pads
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      var watched = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stopSignal.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&watched, 2, decoder.isPending ? escapeDelay : -1)
      if watched[1].revents != 0 { return }
      if ready == 0 {
        take(decoder.timeOut(), at: .now, &focus)
      } else if watched[0].revents != 0 {
        let count = read(descriptor, &bytes, bytes.count)
        // One stamp for one read: keys that came together sound together.
        let time = HostTime.now
        if count > 0 {
          take(decoder.feed(bytes[..<count]), at: time, &focus)
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
          mailbox.post(.hangup)
          return
        }
      }
    }
  }

  private func take(_ events: [InputEvent], at time: HostTime, _ focus: inout Focus) {
    for event in events {
      switch event {
      case .key(let key): take(key, at: time, &focus)
      // What is pasted never strikes.
      case .paste: if focus == .text { mailbox.post(.typed(event)) }
      case .reply(let reply): mailbox.post(.terminalReplied(reply))
      case .focus: break
      }
    }
  }

  private func take(_ key: KeyEvent, at time: HostTime, _ focus: inout Focus) {
    let command = keys.command(for: key)
    if focus == .text {
      guard key.kind != .release else { return }
      if key.key == .enter || key.key == .escape { focus = .pads }
      // Ctrl-C ends the program wherever it is pressed.
      mailbox.post(command == .quit && key.modifiers.contains(.ctrl) ? .command(.quit) : .typed(.key(key)))
      return
    }
    switch command {
    case .pad(let number, let accent):
      let velocity = accent ? InputThread.accentVelocity : InputThread.plainVelocity
      port.strike(Hit(pad: number, velocity: velocity, time: time))
    case .find:
      focus = .text
      mailbox.post(.command(.find))
    case let command?: mailbox.post(.command(command))
    case nil: break
    }
  }
}
