import Application
import Controls
import CursesBackend
import Glibc
import MusicLibrary
import Observation
import Player
import Synchronization
import SystemBase
import TerminalKit
import TerminalUI
import TrackTags

/// Measures the frames of a scroll through all tracks of a library, inside this program: a page at a time, with the rows
/// that arrive from the index.
@MainActor
final class ScrollTimes {
  private static let tracks = 100_000
  private static let pages = 1_000

  private let view: PlayerScreen
  private let library: LibraryController
  private let reports: ReportQueue
  private let index: LibraryService
  private let screen: CursesScreen
  private var surface: Surface
  private var needsDrawing = true
  private var needsSelecting = false
  private(set) var frames: [Double] = []

  /// Returns the processor times of the frames in seconds.
  nonisolated static func measure() throws(Failure) -> [Double] {
    do {
      return try MainActor.assumeIsolated {
        let home = try LibraryStartPart.home(tracks)
        return try ScreenFrames.onTerminal { screen in
          let run = ScrollTimes(FilePath(home.file("data/drumdub/library.db")), screen)
          try run.openAllTracks()
          for _ in 0..<pages {
            run.frame { run.view.application.perform(.move(.pageDown)) }
            // The rows of the page.
            run.reports.wait(milliseconds: 20)
            run.frame {}
          }
          run.index.stop()
          return run.frames
        }
      }
    } catch {
      throw Failure("the scroll: \(error)")
    }
  }

  private init(_ path: FilePath, _ screen: CursesScreen) {
    let reports = ReportQueue()
    let model = PlayerModel(transport: NoTransport(), mixer: NoMixer())
    // No tags are read.
    let workers = TagWorkerPool(WorkerCommand(program: FilePath("/bin/false"), arguments: []))
    index = LibraryService(path, workers: workers, reason: { "\($0)" }) { reports.append($0) }
    library = LibraryController(
      model: model, service: index, suggestion: FilePath("/"), hasSuggestion: false)
    let application = Application(model: model)
    application.library = library
    view = PlayerScreen(
      application: application, bindings: KeyBindings(KeyMaps()), pads: [],
      theme: ThemeFile(ScreenSample.theme).theme(colours: 256))
    (self.reports, self.screen, surface) = (reports, screen, Surface(screen.size))
    view.onChange = { [unowned self] in needsDrawing = true }
    view.onSelect = { [unowned self] in needsSelecting = true }
  }

  private func openAllTracks() throws {
    index.open(creating: false)
    try follow("the index") { library.stage == .ready && rows > 0 }
    view.application.perform(.program(.nextPanel))
    view.application.perform(.move(.end))
    view.application.perform(.list(.activate))
    try follow("all tracks") { rows == ScrollTimes.tracks && !library.browser.level.isLoading }
    frames = []
  }

  private var rows: Int { library.browser.level.count }

  /// Draws what changes until a condition holds.
  private func follow(_ what: String, until isSo: () -> Bool) throws {
    let end = HostTime.now.advanced(bySeconds: 10)
    while !isSo() {
      guard HostTime.now < end else { throw Failure("waited in vain for \(what)") }
      reports.wait(milliseconds: 100)
      frame {}
    }
  }

  /// Makes a change, applies what has arrived from the index, and draws.
  private func frame(_ change: () -> Void) {
    ScreenFrames.settle(screen)
    let start = ScrollTimes.now
    change()
    for report in reports.removeAll() { library.receive(report) }
    if needsSelecting, !needsDrawing {
      let rows = view.drawSelection(on: &surface)
      rows.map { screen.draw(surface, rows: $0) }
      needsDrawing = rows == nil
    }
    if needsDrawing { draw() }
    needsSelecting = false
    frames.append(ScrollTimes.now - start)
  }

  /// The processor time of this thread in seconds. A frame waits for nothing, and other programs must not count.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func draw() {
    needsDrawing = false
    surface = Surface(screen.size)
    withObservationTracking {
      view.draw(on: &surface)
    } onChange: { [unowned self] in
      MainActor.assumeIsolated { needsDrawing = true }
    }
    screen.draw(surface)
  }
}

/// Reports of the index, which its threads append.
private final class ReportQueue: Sendable {
  private let reports = Mutex<[LibraryReport]>([])
  private let signal = WakeSignal()

  func append(_ report: LibraryReport) {
    reports.withLock { $0.append(report) }
    signal.wake()
  }

  /// Waits for a report for at most some time.
  func wait(milliseconds: Int32) {
    if reports.withLock({ $0.isEmpty }) { _ = signal.wait(milliseconds: milliseconds) }
  }

  func removeAll() -> [LibraryReport] {
    reports.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
