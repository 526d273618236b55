import CSystem
import CursesBackend
import Dubbing
import Glibc
import SystemBase
import TerminalKit
import TerminalUI
import TrackTags

/// Runs the player, on a screen or in the plain mode.
@MainActor
enum PlayerProgram {
  /// Milliseconds that the first drawing waits for the queue.
  private static let firstPause: Int32 = 4

  static func run(
    _ settings: Settings, words: [FilePath], configurationWarnings: [ConfigurationFile.Warning]
  ) -> Int32 {
    drumdub_few_heaps()
    do throws(ScreenError) {
      // Before there is any thread.
      let job = try ShellJob(runsWhileStopped: settings.suspend == .play && isatty(STDIN_FILENO) == 1)
      // Two, so that the track that is played does not wait for the tags of a long queue.
      let tagWorkers = TagWorkers.pool(workers: 2)
      tagWorkers.warmUp()
      // Before the screen, because ncurses would install its own handlers.
      let signals = try SignalPipe()
      if settings.isPlain || isDumb {
        return runPlain(settings, words, configurationWarnings, signals, job, tagWorkers)
      }
      return try runScreen(settings, words, configurationWarnings, signals, job, tagWorkers)
    } catch {
      Messages.print(ErrorText.sentence(error))
      return 2
    }
  }

  private static func runScreen(
    _ settings: Settings, _ words: [FilePath], _ warnings: [ConfigurationFile.Warning],
    _ signals: consuming SignalPipe, _ job: ShellJob, _ tagWorkers: TagWorkerPool
  ) throws(ScreenError) -> Int32 {
    let screen = try CursesScreen(
      signals: signals, wantsMouse: settings.wantsMouse,
      graphics: settings.wantsArtwork ? settings.graphics : .symbols)
    let wiring = Wiring(settings, tagWorkers: tagWorkers)
    let lifetime = ProgramLifetime(wiring: wiring)
    let view = wiring.makeView(colours: screen.colours)
    lifetime.start(words: words, configurationWarnings: warnings)
    let frontEnd = ScreenFrontEnd(
      view: view, screen: screen, input: wiring.input, sound: wiring.sound,
      ordering: ScreenFrontEnd.ordering(settings.bidi, report: wiring.report))
    let loop = ProgramLoop(wiring: wiring, frontEnd: frontEnd, signals: signals, job: job)
    wiring.loadKit()
    loop.receive(within: firstPause)
    frontEnd.draw()
    wiring.kit.firstDrawingIsDone()
    lifetime.openLibrary()
    frontEnd.showSound()
    frontEnd.update()
    loop.run()
    let ending = lifetime.stop(isUnattended: loop.isUnattended)
    screen.close()
    return end(finish(wiring, ending), wiring, ending)
  }

  /// Whether the terminal can only show lines.
  private static var isDumb: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && BaseFolders.environment("TERM")?.shown == "dumb"
  }

  private static func runPlain(
    _ settings: Settings, _ words: [FilePath], _ warnings: [ConfigurationFile.Warning],
    _ signals: consuming SignalPipe, _ job: ShellJob, _ tagWorkers: TagWorkerPool
  ) -> Int32 {
    let wiring = Wiring(settings, tagWorkers: tagWorkers)
    let lifetime = ProgramLifetime(wiring: wiring)
    let frontEnd = PlainFrontEnd(
      application: wiring.application, bindings: wiring.bindings, loader: wiring.loader)
    lifetime.start(words: words, configurationWarnings: warnings)
    frontEnd.begin()
    wiring.loadKit()
    wiring.kit.firstDrawingIsDone()
    lifetime.openLibrary(offersScan: frontEnd.hasTerminal)
    let loop = ProgramLoop(wiring: wiring, frontEnd: frontEnd, signals: signals, job: job)
    loop.run()
    frontEnd.end()
    let ending = lifetime.stop(isUnattended: loop.isUnattended)
    return end(max(finish(wiring, ending), frontEnd.status), wiring, ending)
  }

  /// Ends the program at once where threads hang: what they use must not be freed.
  private static func end(_ status: Int32, _ wiring: Wiring, _ ending: ProgramLifetime.Ending) -> Int32 {
    withExtendedLifetime(wiring) {
      if !ending.unfinished.isEmpty { drumdub_exit_at_once(status) }
      return status
    }
  }

  /// Prints which data could not be saved. To be called after the terminal was restored. - Returns: the exit code.
  private static func finish(_ wiring: Wiring, _ ending: ProgramLifetime.Ending) -> Int32 {
    let losses =
      ending.unsavedTakes.map(TakeText.lost) + ending.unfinished.compactMap(ErrorText.notWritten).sorted()
    for loss in losses { Messages.print(loss) }
    return max(writeStatistics(of: wiring), losses.isEmpty ? 0 : 1)
  }

  private static func writeStatistics(of wiring: Wiring) -> Int32 {
    do throws(FileError) {
      try ProgramLifetime(wiring: wiring).writeStatistics()
      return 0
    } catch {
      Messages.print(ErrorText.sentence(error))
      return 1
    }
  }
}
