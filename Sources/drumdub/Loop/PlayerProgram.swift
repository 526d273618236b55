import CSystem
import CursesBackend
import Dubbing
import Glibc
import SystemBase
import TerminalKit
import TerminalUI
import TrackTags

/// The player from an open terminal to a closed one.
@MainActor
enum PlayerProgram {
  /// Milliseconds that the first picture waits for the queue: most often it is there by then.
  private static let firstPause: Int32 = 4

  static func run(
    _ settings: Settings, words: [FilePath], configurationWarnings: [ConfigurationFile.Warning]
  ) -> Int32 {
    drumdub_few_heaps()
    do throws(ScreenError) {
      // Before there is any thread.
      let job = try ShellJob(goesOn: settings.suspend == .play && isatty(STDIN_FILENO) == 1)
      // Two: a track that is to play does not wait for the tags of a long queue.
      let tagWorkers = TagWorkers.pool(workers: 2)
      tagWorkers.warmUp()
      // Before the screen, whose library would install handlers of its own.
      let signals = try SignalPipe()
      if settings.isPlain || isDumb {
        return runPlain(settings, words, configurationWarnings, signals, job, tagWorkers)
      }
      let screen = try CursesScreen(
        signals: signals, wantsMouse: settings.wantsMouse,
        graphics: settings.wantsArtwork ? settings.graphics : .symbols)
      let wiring = Wiring(settings, tagWorkers: tagWorkers)
      let lifetime = ProgramLifetime(wiring: wiring)
      let view = wiring.makeView(colours: screen.colours)
      lifetime.start(words: words, configurationWarnings: configurationWarnings)
      let frontEnd = ScreenFrontEnd(
        view: view, screen: screen, input: wiring.input, sound: wiring.sound,
        ordering: TextOrderingChoice.ordering(settings.bidi, report: wiring.report))
      let loop = ProgramLoop(wiring: wiring, frontEnd: frontEnd, signals: signals, job: job)
      lifetime.loadKit()
      loop.receive(within: firstPause)
      frontEnd.draw()
      lifetime.firstDrawingIsDone()
      lifetime.openLibrary()
      frontEnd.showSound()
      frontEnd.update()
      loop.run()
      let result = lifetime.stop()
      screen.close()
      return end(finish(wiring, result.unsaved), wiring, hasEnded: result.hasEnded)
    } catch {
      Messages.print(ErrorText.sentence(error))
      return 2
    }
  }

  /// A terminal that can show lines and nothing else.
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
    lifetime.loadKit()
    lifetime.firstDrawingIsDone()
    lifetime.openLibrary(asks: frontEnd.hasTerminal)
    ProgramLoop(wiring: wiring, frontEnd: frontEnd, signals: signals, job: job).run()
    frontEnd.end()
    let result = lifetime.stop()
    return end(max(finish(wiring, result.unsaved), frontEnd.status), wiring, hasEnded: result.hasEnded)
  }

  /// Ends the program at once where threads hang: what they use must not be freed, and nothing is left to be stored.
  private static func end(_ status: Int32, _ wiring: Wiring, hasEnded: Bool) -> Int32 {
    withExtendedLifetime(wiring) {
      if !hasEnded { _exit(status) }
      return status
    }
  }

  /// Says what was not saved, when the terminal is the shell's again. - Returns: the exit code.
  private static func finish(_ wiring: Wiring, _ unsaved: [UnsavedTake]) -> Int32 {
    for take in unsaved { Messages.print(TakeText.lost(take)) }
    return max(writeStatistics(of: wiring), unsaved.isEmpty ? 0 : 1)
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
