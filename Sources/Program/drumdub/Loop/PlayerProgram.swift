import Application
import CSystem
import Configuration
import CursesBackend
import Glibc
import Subcommands
import SystemBase
import TerminalKit
import TerminalUI
import TrackTags

/// Runs the player, on a screen or in the plain mode.
@MainActor
enum PlayerProgram {
  /// Milliseconds that the first drawing waits for the queue.
  private static let firstPause: Int32 = 4
  /// The descriptors that a start needs, with room for a kit, for files and for a few clients.
  private static let descriptors = 96
  private static let addresses = 512 << 20

  static func run(
    _ settings: Settings, words: [FilePath], configurationWarnings: [ConfigurationFile.Warning]
  ) -> Int32 {
    drumdub_few_heaps()
    if let path = settings.log { SessionLog.open(path) }
    do throws(ResourceRefusal) {
      ProcessLimits.raiseDescriptors(to: 1_024)
      try ProcessLimits.check(descriptors: descriptors, addresses: addresses)
    } catch {
      Messages.print(ErrorText.sentence(error))
      return 1
    }
    do throws(ScreenError) {
      // Before there is any thread.
      if settings.isDetached {
        let start = try BackgroundStart(words: BackgroundText.words)
        return try runDetached(settings, words, configurationWarnings, start)
      }
      let hasFront = settings.suspend == .play || settings.hangup == .detach
      let job = try ShellJob(hasFrontProcess: hasFront && isatty(STDIN_FILENO) == 1)
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
      return error.status
    }
  }

  private static func runScreen(
    _ settings: Settings, _ words: [FilePath], _ warnings: [ConfigurationFile.Warning],
    _ signals: consuming SignalPipe, _ job: ShellJob, _ tagWorkers: TagWorkerPool
  ) throws(ScreenError) -> Int32 {
    let screen = try ScreenFrontEnd.openScreen(settings, signals: signals)
    let wiring = Wiring(settings, tagWorkers: tagWorkers)
    let lifetime = ProgramLifetime(wiring: wiring)
    let frontEnd = ScreenFrontEnd(wiring, screen)
    lifetime.start(words: words, configurationWarnings: warnings)
    let loop = ProgramLoop(wiring: wiring, frontEnd: frontEnd, signals: signals, job: job)
    wiring.loadKit()
    loop.receive(within: firstPause)
    frontEnd.draw()
    wiring.playing.kit.firstDrawingIsDone()
    lifetime.openLibrary()
    frontEnd.showSound()
    frontEnd.update()
    return run(loop, lifetime)
  }

  /// Runs the loop to its end and stops everything. Returns the exit code.
  private static func run(_ loop: ProgramLoop, _ lifetime: ProgramLifetime) -> Int32 {
    loop.run()
    let ending = lifetime.stop(isUnattended: loop.isUnattended)
    loop.closeTerminal()
    let status = max(finish(loop, ending), loop.frontEnd.status)
    loop.endAttachment(status)
    return end(status, lifetime.wiring, ending)
  }

  // MARK: In the background

  /// The seconds that the start waits until the music that the user has named is heard.
  private static let openingTime = 2.0

  private static func runDetached(
    _ settings: Settings, _ words: [FilePath], _ warnings: [ConfigurationFile.Warning],
    _ start: consuming BackgroundStart
  ) throws(ScreenError) -> Int32 {
    let server: AttachServer
    do throws(DetachFailure) { server = try AttachServer() } catch {
      Messages.print(ErrorText.sentence(error))
      return 1
    }
    let tagWorkers = TagWorkers.pool(workers: 2)
    tagWorkers.warmUp()
    let signals = try SignalPipe()
    let wiring = Wiring(settings, tagWorkers: tagWorkers)
    let lifetime = ProgramLifetime(wiring: wiring)
    let frontEnd = BackgroundFrontEnd(application: wiring.application, keys: wiring.keys.bindings)
    // There is nothing to read until a terminal is attached.
    wiring.keys.thread.pause()
    lifetime.start(words: words, configurationWarnings: warnings)
    wiring.loadKit()
    wiring.playing.kit.firstDrawingIsDone()
    lifetime.openLibrary()
    let loop = ProgramLoop(
      wiring: wiring, frontEnd: frontEnd, signals: signals, job: try ShellJob(hasFrontProcess: false))
    loop.serve(server)
    let limit = HostTime.now.advanced(bySeconds: openingTime)
    while !words.isEmpty, !frontEnd.hasFailed, wiring.application.model.position == nil, HostTime.now < limit
    {
      loop.receive(within: 20)
      wiring.events.engine.drain()
    }
    if frontEnd.hasFailed {
      // The saved queue is worth more than one that cannot be played.
      wiring.sessions.keepSaved()
      return end(1, wiring, lifetime.stop(isUnattended: true))
    }
    start.isDone()
    StandardStreams.logErrors(to: BaseFolders.detachedLog)
    return run(loop, lifetime)
  }

  /// Whether the terminal can only show lines.
  private static var isDumb: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && TerminalEnvironment.own.isDumb
  }

  private static func runPlain(
    _ settings: Settings, _ words: [FilePath], _ warnings: [ConfigurationFile.Warning],
    _ signals: consuming SignalPipe, _ job: ShellJob, _ tagWorkers: TagWorkerPool
  ) -> Int32 {
    let wiring = Wiring(settings, tagWorkers: tagWorkers)
    let lifetime = ProgramLifetime(wiring: wiring)
    let frontEnd = PlainFrontEnd(wiring)
    lifetime.start(words: words, configurationWarnings: warnings)
    frontEnd.begin()
    wiring.loadKit()
    wiring.playing.kit.firstDrawingIsDone()
    lifetime.openLibrary(offersScan: frontEnd.hasTerminal)
    let loop = ProgramLoop(wiring: wiring, frontEnd: frontEnd, signals: signals, job: job)
    return run(loop, lifetime)
  }

  /// Ends the program at once where threads hang: what they use must not be freed.
  private static func end(_ status: Int32, _ wiring: Wiring, _ ending: ProgramLifetime.Ending) -> Int32 {
    withExtendedLifetime(wiring) {
      EventLog.write(.program, "ends with exit code \(status)")
      wiring.workers.plugins.end()
      let deadline = HostTime.now.advanced(bySeconds: 1)
      wiring.diagnostics.trace?.close(until: deadline)
      EventLog.close(until: deadline)
      if !ending.unfinished.isEmpty { drumdub_exit_at_once(status) }
      return status
    }
  }

  /// Prints which data could not be saved. To be called after the terminal was restored. Returns the exit code.
  private static func finish(_ loop: ProgramLoop, _ ending: ProgramLifetime.Ending) -> Int32 {
    let losses =
      ending.unsavedTakes.map(TakeText.lost)
      + [ending.sessionFailure.map(ErrorText.sessionLost)].compactMap(\.self)
      + ending.fileFailures.map(ErrorText.notSaved).sorted()
      + ending.unfinished.compactMap(ErrorText.notWritten).sorted()
    for loss in losses { Messages.print(loss) }
    return max(writeStatistics(of: loop), losses.isEmpty ? 0 : 1)
  }

  private static func writeStatistics(of loop: ProgramLoop) -> Int32 {
    do throws(FileError) {
      try ProgramLifetime(wiring: loop.wiring).writeStatistics(longestTurn: loop.longestTurn)
      return 0
    } catch {
      Messages.print(ErrorText.sentence(error))
      return 1
    }
  }
}
