import Application
import AudioFiles
import Configuration
import Controls
import Dubbing
import Player
import SystemBase
import TerminalUI

/// Starts the parts of the program and ends them.
@MainActor
struct ProgramLifetime {
  let wiring: Wiring

  private var application: Application { wiring.application }

  func start(words: [FilePath], configurationWarnings: [ConfigurationFile.Warning]) {
    if wiring.settings.log != nil { wiring.diagnostics.log = SessionLog(wiring) }
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
    application.takes?.ranges.restoreLoop(wiring.sessions.savedLoop)
    application.restore(wiring.sessions.savedOptions) { wiring.settings.sources[$0] != nil }
    if let speed = wiring.settings.speed { application.model.setSpeed(speed) }
    wiring.playing.output.start(wiring.playing.session)
    application.model.outputChanged(wiring.playing.output.status)
    if let opener = OutputOpener.metronome(wiring.settings) { wiring.clickOutput.change(to: opener) }
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

  /// Opens the library and reads the history of tags. Called once, after the first drawing. `offersScan`: whether a
  /// user can be asked for a folder.
  func openLibrary(offersScan: Bool = true) {
    let notify = wiring.mainThread.notices.send
    wiring.music.tagEditor.readHistory { notify(.file($0)) }
    guard application.library != nil else { return }
    if offersScan, wiring.loader.needsMusic { wiring.screen.session.askForFolder() }
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
  }

  /// Ends all threads, each before what it uses, within a second: what hangs is left behind. `isUnattended`: whether
  /// no user waits for the end; what is being written then gets ten seconds.
  func stop(isUnattended: Bool) -> Ending {
    wiring.sessions.saveChanges()
    application.resume?.save()
    application.tags?.writeRatings()
    var shutdown = Shutdown(factor: isUnattended ? 10 : 1)
    startReaders(&shutdown)
    startWriters(&shutdown)
    let session = wiring.playing.session
    shutdown.start(.clickOutput, wiring.clickOutput.finish())
    shutdown.run(.output, by: .output, wiring.playing.output.stop())
    shutdown.start(.feeder) { session.stop() }
    let (recording, input) = (application.recording?.finish(), application.input?.finish())
    if recording != nil || input != nil {
      shutdown.start(.recording) {
        recording?()
        input?()
      }
    }
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
      fileFailures: failures + [wiring.music.index.unsaved].compactMap(\.self), unfinished: unfinished)
  }

  /// Ends the threads that only read.
  private func startReaders(_ shutdown: inout Shutdown) {
    let (terminalThread, tags, tagWorkers, library) = (
      wiring.keys.thread, wiring.music.tags, wiring.workers.tags, wiring.music.index
    )
    shutdown.start(.input) { terminalThread.stop() }
    let midi = wiring.midi
    shutdown.start(.midi) { midi.stop() }
    shutdown.start(.devices, wiring.devices.stop())
    shutdown.start(.tags) {
      tagWorkers.stop()
      tags.stop()
    }
    shutdown.start(.library) { library.stop() }
    if let finish = wiring.clients.remote.stop() { shutdown.start(.remote, finish) }
    wiring.workers.sound.stop()
    if let waveforms = wiring.workers.sound.waveforms { shutdown.start(.waveforms) { waveforms.stop() } }
  }

  /// Ends the threads that write, each after all that it was given.
  private func startWriters(_ shutdown: inout Shutdown) {
    let (library, tagEditor) = (wiring.music.index, wiring.music.tagEditor)
    let exports = wiring.workers.exports
    shutdown.start(.exports) { exports.stop() }
    shutdown.start(.tagEdits) { tagEditor.stop() }
    let (files, sync) = (wiring.storage.files, shutdown.end(of: .sync, for: .session))
    shutdown.start(.session) { files.stop(syncingUntil: sync) }
    shutdown.start(.playlists, wiring.music.playlists.finish)
    shutdown.start(.index) { library.finishWriting() }
  }

  /// Writes the counters of the run, if the user wants them. Called after `stop`. `longestTurn`: seconds.
  func writeStatistics(longestTurn: Double) throws(FileError) {
    guard let path = wiring.settings.statistics else { return }
    wiring.events.engine.drain(atMost: .max)
    let counters = wiring.playing.engine.control
    let statistics = RunStatistics(
      underruns: counters.underruns, sampleUnderruns: counters.sampleUnderruns,
      hits: wiring.events.engine.hits,
      lateHits: counters.lateHits,
      lostEvents: counters.lostEvents, lostHits: counters.lostHits, lostPlanned: counters.lostPlanned,
      lostCommands: counters.lostCommands, lostInput: wiring.mainThread.queue.lostInput,
      lostBeats: wiring.clickOutput.lostBeats,
      xruns: wiring.playing.output.state.xruns, lateWakeUps: wiring.playing.output.lateWakeUps,
      renderedFrames: wiring.playing.engine.events.clock.outputFrame,
      longestTurn: (longestTurn * 10_000).rounded() / 10)
    try statistics.write(to: path)
  }
}
