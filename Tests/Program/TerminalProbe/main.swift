import CursesBackend
import Glibc
import SystemBase
import TerminalKit

// A program for the tests: it opens the terminal, shows its size, and ends in the way that the pressed key selects.

// Optimised, it would be a loop.
@_optimize(none) func overflow(_ depth: Int) -> Int { depth == .max ? 0 : overflow(depth + 1) &+ depth }

@MainActor func show(_ screen: CursesScreen, _ word: String) {
  var surface = Surface(screen.size)
  surface.write(
    "\(word) \(screen.size.width)x\(screen.size.height)", at: Point(0, 0), Style(.rgb(255, 0, 0), .bold))
  surface.write("é 日本 👩‍🚀 🇫🇷 e\u{301} \u{1B}[31m", at: Point(0, 1), Style(.indexed(33), on: .indexed(1)))
  surface.write("dark", at: Point(50, 1), Style(.indexed(0), on: .indexed(7), .bold))
  surface.write("light", at: Point(60, 1), Style(.indexed(7), on: .indexed(4), .bold))
  // Not in the last column, which ncurses reaches by a trick.
  surface.write("end", at: Point(max(screen.size.width - 6, 0), screen.size.height - 1))
  screen.draw(surface)
  while screen.isBusy {
    var watched = pollfd(fd: screen.busyDescriptor, events: Int16(POLLOUT), revents: 0)
    poll(&watched, 1, -1)
    screen.continueWriting()
  }
}

func crash(_ key: Character) {
  switch key {
  case "s": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
  case "t": _ = [0, 1][Int(getpid())]
  // In an optimised build, the trap of an array has no text.
  case "f": fatalError("the reason")
  case "a": abort()
  case "o": print(overflow(Int(getpid())))
  case "x": exit(3)
  case "e": _ = write(STDERR_FILENO, "error of a library\n", 19)
  case "E": for _ in 0..<50_000 { _ = write(STDERR_FILENO, "error of a library\n", 19) }
  case "k": while true { pause() }
  default: break
  }
}

/// The bytes that standard error holds.
func diverted() -> Int {
  var (count, status) = (Int32(0), stat())
  _ = ioctl(STDERR_FILENO, UInt(FIONREAD), &count)
  return fstat(STDERR_FILENO, &status) == 0 ? max(Int(count), Int(status.st_size)) : -1
}

/// Another thread crashes meanwhile.
@MainActor func drawUntilTheEnd(_ screen: CursesScreen) {
  let crashing = WorkerThread(name: "crash") { crash("s") }
  withExtendedLifetime(crashing) {
    while true {
      for word in ["####", "++++"] { show(screen, word) }
      // A terminal that is always full would hold up the drawing.
      usleep(20)
    }
  }
}

@MainActor func run() -> Int32 {
  do throws(ScreenError) {
    let signals = try SignalPipe()
    let screen = try CursesScreen(signals: signals)
    show(screen, "ready")
    var decoder = KeyDecoder()
    while true {
      if let status = step(signals, screen, &decoder) { return status }
    }
  } catch {
    print("error: \(error)")
    return 2
  }
}

@MainActor func step(
  _ signals: borrowing SignalPipe, _ screen: CursesScreen, _ decoder: inout KeyDecoder
) -> Int32? {
  var polled = [
    pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
    pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
  ]
  poll(&polled, 2, -1)
  for signal in signals.all() {
    if let status = answer(signal, screen) { return status }
  }
  guard polled[1].revents & Int16(POLLIN) != 0 else { return nil }
  var bytes = [UInt8](repeating: 0, count: 256)
  let count = read(STDIN_FILENO, &bytes, bytes.count)
  for event in decoder.feed(bytes.prefix(max(count, 0))) {
    if let status = take(event, screen) { return status }
  }
  return nil
}

@MainActor func answer(_ signal: Int32, _ screen: CursesScreen) -> Int32? {
  switch signal {
  case SIGWINCH:
    screen.resize()
    show(screen, "resized")
  case SIGTSTP:
    screen.suspend()
    kill(0, SIGSTOP)
  case SIGCONT:
    screen.resume()
    show(screen, "resumed")
  default:
    screen.close()
    return 64 + signal
  }
  return nil
}

@MainActor func take(_ event: TerminalEvent, _ screen: CursesScreen) -> Int32? {
  switch event {
  case .reply(let reply): screen.handle(reply)
  case .key(let event):
    guard event.kind == .press, case .character(let key) = event.key else { return nil }
    if key == "q" {
      screen.close()
      return 0
    }
    if key == "W" { drawUntilTheEnd(screen) }
    if key == "T" { WorkerThread(name: "overflow") { crash("o") }.join() }
    show(screen, "key \(key)")
    crash(key)
    if key == "E" { show(screen, "\(diverted())bytes") }
  default: break
  }
  return nil
}

exit(run())
