import Application
import AudioFiles
import CSystem
import Configuration
import Controls
import CursesBackend
import Dubbing
import Glibc
import Player
import Subcommands
import SystemBase
import TerminalKit
import TerminalUI
import TrackTags

/// Runs the player, on a screen, in the plain mode or in the background.
@MainActor
struct PlayerProgram {
  let settings: Settings
  /// The music that the user has named.
  let words: [FilePath]
  let configurationWarnings: [ConfigurationFile.Warning]

  /// Milliseconds that the first drawing waits for the queue.
  private static let firstPause: Int32 = 4
  /// The descriptors that a start needs, with room for a kit, for files and for a few clients.
  private static let descriptors = 96
  private static let addresses = 512 << 20

  func run() -> Int32 {
    drumdub_few_heaps()
    if let path = settings.log { SessionLog.open(path) }
    do throws(ResourceRefusal) {
      ProcessLimits.raiseDescriptors(to: 1_024)
      try ProcessLimits.check(descriptors: PlayerProgram.descriptors, addresses: PlayerProgram.addresses)
    } catch {
      Messages.print(ErrorText.sentence(error))
      return 1
    }
    do throws(ScreenError) {
      // Before there is any thread.
      if settings.isDetached { return try runDetached(BackgroundStart(words: BackgroundText.words)) }
      let hasFront = settings.suspend == .play || settings.hangup == .detach
      let job = try ShellJob(hasFrontProcess: hasFront && isatty(STDIN_FILENO) == 1)
      let tagWorkers = warmTagWorkers()
      // Before the screen, because ncurses would install its own handlers.
      let signals = try SignalPipe()
      return settings.isPlain || isDumb
        ? runPlain(signals, job, tagWorkers) : try runScreen(signals, job, tagWorkers)
    } catch {
      Messages.print(ErrorText.sentence(error))
      return error.status
    }
  }

  /// Returns the readers of tags: two, so that the track that is played does not wait for the tags of a long queue.
  private func warmTagWorkers() -> TagWorkerPool {
    let workers = TagWorkers.pool(workers: 2)
    workers.warmUp()
    return workers
  }

  /// Whether the terminal can only show lines.
  private var isDumb: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && TerminalEnvironment.own.isDumb
  }

  private func runScreen(
    _ signals: consuming SignalPipe, _ job: ShellJob, _ tagWorkers: TagWorkerPool
  ) throws(ScreenError) -> Int32 {
    let screen = try ScreenFrontEnd.openScreen(settings, signals: signals)
    let wiring = Wiring(settings, tagWorkers: tagWorkers)
    let lifetime = ProgramLifetime(wiring: wiring)
    let frontEnd = ScreenFrontEnd(wiring, screen)
    lifetime.start(words: words, configurationWarnings: configurationWarnings)
    let loop = ProgramLoop(wiring: wiring, frontEnd: frontEnd, signals: signals, job: job)
    wiring.loadKit()
    loop.receive(within: PlayerProgram.firstPause)
    frontEnd.draw()
    lifetime.firstDrawingIsDone()
    frontEnd.showSound()
    frontEnd.update()
    return run(loop, lifetime)
  }

  private func runPlain(
    _ signals: consuming SignalPipe, _ job: ShellJob, _ tagWorkers: TagWorkerPool
  ) -> Int32 {
    let wiring = Wiring(settings, tagWorkers: tagWorkers)
    let lifetime = ProgramLifetime(wiring: wiring)
    let frontEnd = PlainFrontEnd(wiring)
    lifetime.start(words: words, configurationWarnings: configurationWarnings)
    frontEnd.begin()
    wiring.loadKit()
    lifetime.firstDrawingIsDone(asks: frontEnd.hasTerminal)
    return run(ProgramLoop(wiring: wiring, frontEnd: frontEnd, signals: signals, job: job), lifetime)
  }

  /// The seconds that the start waits until the music that the user has named is heard.
  private static let openingTime = 2.0

  private func runDetached(_ start: consuming BackgroundStart) throws(ScreenError) -> Int32 {
    let server: AttachServer
    do throws(DetachFailure) { server = try AttachServer() } catch {
      Messages.print(ErrorText.sentence(error))
      return 1
    }
    let tagWorkers = warmTagWorkers()
    let signals = try SignalPipe()
    let wiring = Wiring(settings, tagWorkers: tagWorkers)
    let lifetime = ProgramLifetime(wiring: wiring)
    let frontEnd = BackgroundFrontEnd(application: wiring.application, keys: wiring.keys.bindings)
    // There is nothing to read until a terminal is attached.
    wiring.keys.thread.pause()
    lifetime.start(words: words, configurationWarnings: configurationWarnings)
    wiring.loadKit()
    lifetime.firstDrawingIsDone()
    let loop = ProgramLoop(
      wiring: wiring, frontEnd: frontEnd, signals: signals, job: try ShellJob(hasFrontProcess: false))
    loop.serve(server)
    let limit = HostTime.now.advanced(bySeconds: PlayerProgram.openingTime)
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

  // MARK: The end

  /// Runs the loop to its end and stops everything. Returns the exit code.
  private func run(_ loop: ProgramLoop, _ lifetime: ProgramLifetime) -> Int32 {
    loop.run()
    let ending = lifetime.stop(isUnattended: loop.isUnattended)
    loop.closeTerminal()
    let status = max(finish(loop, lifetime, ending), loop.frontEnd.status)
    loop.endAttachment(status)
    return end(status, lifetime.wiring, ending)
  }

  /// Ends the program at once where threads hang: what they use must not be freed.
  private func end(_ status: Int32, _ wiring: Wiring, _ ending: ProgramLifetime.Ending) -> Int32 {
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
  private func finish(
    _ loop: ProgramLoop, _ lifetime: ProgramLifetime, _ ending: ProgramLifetime.Ending
  ) -> Int32 {
    var losses =
      ending.unsavedTakes.map(TakeText.lost)
      + [ending.sessionFailure.map(ErrorText.sessionLost)].compactMap(\.self)
      + ending.fileFailures.map(ErrorText.notSaved).sorted()
      + ending.unwritten.compactMap(ErrorText.notWritten).sorted()
    do throws(FileError) {
      try lifetime.writeStatistics(longestTurn: loop.longestTurn)
    } catch {
      losses.append(ErrorText.sentence(error))
    }
    for loss in losses { Messages.print(loss) }
    return losses.isEmpty ? 0 : 1
  }
}

/// Starts the parts of the program and ends them.
@MainActor
struct ProgramLifetime {
  let wiring: Wiring

  private var application: Application { wiring.application }

  func start(words: [FilePath], configurationWarnings: [ConfigurationFile.Warning]) {
    if wiring.settings.log != nil { wiring.diagnostics.log = SessionLog(wiring) }
    // The first messages are lines of the plain mode, too.
    wiring.screen.session.speech = wiring.settings.speech
    // First, because another thread looks for the music.
    let isSafe = wiring.settings.isSafe
    if wiring.settings.system == nil {
      wiring.loader.start(
        words, session: isSafe ? nil : wiring.sessions, resume: wiring.settings.resume,
        demo: BaseFolders.resources?.appending("Demo"))
    }
    if isSafe { application.report(.startedSafely) }
    if isSafe || wiring.settings.system != nil {
      // The queue that this program saved stays as it is.
      wiring.sessions.keepSaved()
    }
    let saved = wiring.sessions.savedScreen
    let layout = wiring.settings.layout ?? saved.layout.flatMap { ScreenLayout(rawValue: $0) }
    wiring.screen.session.setLayout(layout ?? .both)
    if let panes = wiring.settings.panes ?? saved.panes.flatMap({ ScreenPanes($0) }) {
      wiring.screen.session.setPanes(panes)
    }
    if let lists = saved.linkedLists { wiring.screen.session.libraryPanel?.restoreLinkedLists(lists) }
    application.takes?.ranges.restoreLoop(wiring.sessions.savedLoop)
    application.restore(wiring.sessions.savedOptions) { wiring.settings.sources[$0] != nil }
    if let speed = wiring.settings.speed { application.model.setSpeed(speed) }
    wiring.playing.output.start(wiring.playing.session)
    application.model.outputChanged(wiring.playing.output.status)
    if let opener = OutputOpener.metronome(wiring.settings) { wiring.playing.clickOutput.change(to: opener) }
    // The first one is the newest message, which is shown.
    for (index, warning) in configurationWarnings.enumerated().reversed() {
      let others = index == 0 ? configurationWarnings.count - 1 : 0
      application.report(.configuration(warning.path, line: warning.line, warning.error, others: others))
    }
    openTrace()
    if let file = wiring.settings.recording { application.recording?.start(file) }
    wiring.events.outputs.reportOutputFailure()
  }

  private func openTrace() {
    guard let path = wiring.settings.hitTrace else { return }
    do throws(FileError) {
      wiring.diagnostics.trace = try HitTraceWriter(path: path)
    } catch {
      application.report(.file(error))
    }
  }

  /// Loads what the first drawing does not need: the rest of the kit, the library and the history of tags. Called once.
  /// `asks`: whether a user can be asked, as for a folder.
  func firstDrawingIsDone(asks: Bool = true) {
    wiring.playing.kit.firstDrawingIsDone()
    if asks, wiring.settings.mayOfferToDetach, wiring.sessions.takeHangupOffer() {
      application.ask(.detachOnHangup)
    }
    application.tags?.readHistory { [weak application] in application?.report(.file($0)) }
    guard application.library != nil else { return }
    if asks, wiring.loader.needsMusic { wiring.screen.session.askForFolder() }
    application.library?.willOpen()
    wiring.music.index.open(creating: false)
  }

  /// The result of the end of the program.
  struct Ending {
    var unsavedTakes: [UnsavedTake]
    /// The reason why the queue is not saved; nil if it is.
    var sessionFailure: FileError?
    /// The reason why other files and the last changes of the index are not saved.
    var fileFailures: [FileError]
    /// The parts that hang. What they use must not be freed: see `PlayerProgram`.
    var unfinished: Set<Shutdown.Part>
    /// Those of them whose data was not written.
    var unwritten: Set<Shutdown.Part>
  }

  /// Ends all threads, each before what it uses, within a second: what hangs is left behind. `isUnattended`: whether
  /// no user waits for the end; what is being written then gets ten seconds.
  func stop(isUnattended: Bool) -> Ending {
    wiring.sessions.saveChanges()
    wiring.resume.save()
    application.tags?.writeRatings()
    var shutdown = Shutdown(factor: isUnattended ? 10 : 1)
    startReaders(&shutdown)
    startWriters(&shutdown)
    let session = wiring.playing.session
    shutdown.start(.clickOutput, wiring.playing.clickOutput.finish())
    shutdown.run(.output, by: .output, wiring.playing.output.stop())
    shutdown.start(.feeder) { session.stop() }
    if let finish = application.recording?.finish() { shutdown.start(.recording, finish) }
    if let finish = application.input?.finish() { shutdown.start(.input, finish) }
    let unsaved = wiring.takes.stop(&shutdown) {
      for case .call(let call) in wiring.mainThread.queue.receiveAll() where call.isMadeAtEnd {
        call.perform()
      }
    }
    shutdown.wait()
    NetworkThreads.waitForEnd(atMost: 0.3)
    // Calls that are no longer made refer to services, which refer to the queue: a reference cycle.
    _ = wiring.mainThread.queue.receiveAll()
    let sessionFailure = wiring.sessions.failure
    let failures =
      wiring.storage.files.failures.filter { $0 != sessionFailure } + wiring.music.playlists.failures
      + wiring.music.tagEditor.failures
    var unfinished = shutdown.unfinished
    // Loading writes nothing, so it is not waited for.
    if wiring.playing.kit.isBusy { unfinished.insert(.kit) }
    if wiring.application.mixer?.owner.awaited.isEmpty == false { unfinished.insert(.plugins) }
    return Ending(
      unsavedTakes: unsaved, sessionFailure: sessionFailure,
      fileFailures: failures + [wiring.music.index.unsaved].compactMap(\.self), unfinished: unfinished,
      unwritten: shutdown.unwritten)
  }

  /// Ends the threads that only read.
  private func startReaders(_ shutdown: inout Shutdown) {
    let (tags, tagWorkers) = (wiring.music.tags, wiring.workers.tags)
    shutdown.start(.input, wiring.keys.thread.stop)
    shutdown.start(.midi, wiring.midi.stop)
    shutdown.start(.devices, wiring.devices.stop())
    shutdown.start(.tags) {
      tagWorkers.stop()
      tags.stop()
    }
    shutdown.start(.library, wiring.music.index.stop)
    if let finish = wiring.clients.remote.stop() { shutdown.start(.remote, finish) }
    wiring.workers.sound.stop()
    if let waveforms = wiring.workers.sound.waveforms { shutdown.start(.waveforms, waveforms.stop) }
  }

  /// Ends the threads that write, each after all that it was given.
  private func startWriters(_ shutdown: inout Shutdown) {
    shutdown.start(.exports, wiring.workers.exports.stop)
    let (tags, playlists, index) = (wiring.music.tagEditor, wiring.music.playlists, wiring.music.index)
    shutdown.start(.tagEdits, hasData: { tags.isWriting }, tags.stop)
    let (files, sync) = (wiring.storage.files, shutdown.end(of: .sync, for: .session))
    shutdown.start(.session, hasData: { files.isSaving }) { files.stop(syncingUntil: sync) }
    shutdown.start(.playlists, hasData: playlists.isSaving, playlists.finish)
    shutdown.start(.index, hasData: { index.isWriting }, index.finishWriting)
  }

  /// Writes the counters of the run, if the user wants them. Called after `stop`. `longestTurn`: seconds.
  func writeStatistics(longestTurn: Double) throws(FileError) {
    guard let path = wiring.settings.statistics else { return }
    wiring.events.engine.drain(atMost: .max)
    let counters = wiring.playing.engine.control
    let (queue, output) = (wiring.mainThread.queue, wiring.playing.output)
    let statistics = RunStatistics(counters: [
      // How often music was not decoded, or a sample of a kit not read from disk, in time.
      "underruns": counters.underruns, "sampleUnderruns": counters.sampleUnderruns,
      // Pads that started to sound, and those whose block had been rendered before they came.
      "hits": wiring.events.engine.hits, "lateHits": counters.lateHits,
      // What was refused because a queue was full; hits also while the device accepted no sound. Planned hits are those
      // of takes and beats; input is keys and movements of the mouse.
      "lostEvents": counters.lostEvents, "lostHits": counters.lostHits, "lostPlanned": counters.lostPlanned,
      "lostCommands": counters.lostCommands, "lostInput": queue.lostInput,
      // Beats of the metronome that were too late for its own output.
      "lostBeats": wiring.playing.clickOutput.lostBeats,
      // Dropouts of the output, and wake-ups of one that the clock paces which were more than a period late.
      "xruns": output.state.xruns, "lateWakeUps": output.lateWakeUps,
      "renderedFrames": wiring.playing.engine.events.clock.outputFrame,
      // The milliseconds for which the main loop handled events without looking for new ones.
      "longestTurn": (longestTurn * 10_000).rounded() / 10,
    ])
    try statistics.write(to: path)
  }
}
