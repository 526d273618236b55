import CursesBackend
import Glibc
import SystemBase
import TerminalKit
import TerminalUI

/// Measures drawing inside this program, on a terminal that another thread reads.
@MainActor
enum ScreenFrames {
  struct Times {
    /// The medians in seconds.
    var full, cursor, meters: Double
  }

  nonisolated static func measure() throws(Failure) -> Times {
    do {
      return try MainActor.assumeIsolated { try measureOnMain() }
    } catch {
      throw Failure("the screen: \(error)")
    }
  }

  private static let rounds = 200

  private static func measureOnMain() throws -> Times { try onTerminal(times) }

  /// Calls a function with a screen of 120 × 36 on a terminal that another thread reads.
  static func onTerminal<Result>(_ measure: (CursesScreen) throws -> Result) throws -> Result {
    let terminal = try PseudoTerminal(columns: 120, rows: 36)
    let slave = open(terminal.name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    let keptInput = dup(STDIN_FILENO)
    dup2(slave, STDIN_FILENO)
    setenv("TERM", "xterm-256color", 1)
    let descriptor = terminal.descriptor
    let reader = WorkerThread(name: "terminal") {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while bytes[0] != 0xFF, read(descriptor, &bytes, bytes.count) > 0 {}
    }
    defer {
      // When the last other descriptor is closed, the read of the reading thread fails and ends it.
      dup2(keptInput, STDIN_FILENO)
      close(keptInput)
      close(slave)
      terminal.hangUp()
      reader.join()
    }
    let signals = try SignalPipe()
    let screen = try CursesScreen(signals: signals, descriptor: slave)
    defer { screen.close() }
    return try measure(screen)
  }

  /// Waits until the terminal has accepted all that was drawn, for which the program does not wait.
  static func settle(_ screen: CursesScreen) {
    while screen.isBusy {
      var watched = pollfd(fd: screen.busyDescriptor, events: Int16(POLLOUT), revents: 0)
      poll(&watched, 1, -1)
      screen.continueWriting()
    }
  }

  private static func times(_ screen: CursesScreen) -> Times {
    let theme = ThemeFile(ScreenSample.theme).theme(colours: 256)
    var content = ScreenSample.content
    var surface = Surface(screen.size)
    func frame() {
      surface = Surface(screen.size)
      MainScreen(content, theme: theme).draw(on: &surface, in: surface.bounds)
      screen.draw(surface)
    }
    let full = median(on: screen) {
      screen.redrawAll()
      frame()
    }
    let layout = MainLayout(surface.bounds, content.parts)
    let cursor = median(on: screen) {
      content.queue.selection = content.queue.selection == 3 ? 4 : 3
      MainScreen(content, theme: theme).drawQueue(rows: [3, 4], layout, on: &surface)
      screen.draw(surface, rows: [4, 5].map { layout[.queue].row($0).rows })
    }
    let meters = median(on: screen) {
      content.meters = MeterContent(left: content.meters?.left == -9 ? -14 : -9, right: -12)
      MainScreen(content, theme: theme).drawMoving(layout, [.meters], on: &surface)
      screen.draw(surface, rows: [layout[.meters].rows])
    }
    return Times(full: full, cursor: cursor, meters: meters)
  }

  private static func median(on screen: CursesScreen, _ body: () -> Void) -> Double {
    let times = (0..<rounds).map { _ in
      settle(screen)
      let start = HostTime.now
      body()
      return HostTime.now.seconds(since: start)
    }
    return times.median
  }
}
