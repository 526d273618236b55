import Application
import Dubbing
import Player
import SystemBase

/// Starts the parts of the program and ends them.
@MainActor
struct ProgramLifetime {
  let wiring: Wiring

  private var application: Application { wiring.application }

  func start(words: [FilePath], configurationWarnings: [ConfigurationFile.Warning]) {
    // First, since it is another thread that looks for the music.
    wiring.loader.start(
      words, session: wiring.sessions, resume: wiring.settings.resume,
      demo: BaseFolders.resources?.appending("Demo"))
    if let speed = wiring.settings.speed { application.model.setSpeed(speed) }
    wiring.output.start(wiring.engine)
    application.model.outputChanged(wiring.output.status)
    if let first = configurationWarnings.first {
      application.report(
        .configuration(first.path, lines: configurationWarnings.map(\.line), reason: first.reason))
    }
    openTrace()
    if let failure = wiring.output.failure {
      application.model.report(.outputUnavailable(failure, fallback: "playing to null"))
    }
  }

  private func openTrace() {
    guard let path = wiring.settings.hitTrace else { return }
    do throws(FileError) {
      wiring.trace = try HitTraceWriter(path: path)
    } catch {
      application.model.report(.file(error))
    }
  }

  /// To be called once, before the first drawing: loads the kit, then has the keys read.
  func loadKit() { wiring.kitThread.start(wiring.engine, wiring.input, wiring.queue) }

  /// To be called once.
  func firstDrawingIsDone() { wiring.kitThread.goOn() }

  /// To be called once, after the first drawing, which needs nothing of it.
  ///
  /// - Parameter asks: whether a user is there to be asked for a folder.
  func openLibrary(asks: Bool = true) {
    if asks, wiring.loader.needsMusic { application.askForFolder() }
    application.library?.willOpen()
    wiring.library.open(creating: false)
  }

  /// In the order in which each needs the next. What stores the session and the takes is waited for; what reads files
  /// is let go where one hangs.
  ///
  /// - Returns: the takes that could not be saved, and whether all threads have ended; where not, what they use must
  ///   not be freed: see `PlayerProgram`.
  func stop() -> (unsaved: [UnsavedTake], hasEnded: Bool) {
    wiring.sessions.saveAtEnd()
    var ending = Shutdown()
    let (input, tags, tagWorkers, library) = (wiring.input, wiring.tags, wiring.tagWorkers, wiring.library)
    ending.start { input.stop() }
    ending.start {
      tagWorkers.stop()
      tags.stop()
    }
    ending.start { library.stop() }
    if let waveforms = wiring.sound.waveforms { ending.start { waveforms.stop() } }
    let (device, feeder, speeds) = (wiring.output.device, wiring.feeder, wiring.speeds)
    ending.store(wiring.sessions.finish)
    ending.store(wiring.playlists.finish)
    ending.store { library.finishWriting() }
    ending.run { device.stop() }
    let unsaved = wiring.takes.stop(&ending) {
      for case .report(let report) in wiring.queue.receiveAll() { wiring.pump.receiveLast(report) }
    }
    ending.start { feeder.stop() }
    ending.start { speeds.stop() }
    ending.wait()
    return (unsaved, ending.isComplete)
  }

  /// To be called when all has stopped. - Throws: where it was asked for and cannot be written.
  func writeStatistics() throws(FileError) {
    guard let path = wiring.settings.statistics else { return }
    wiring.pump.drainEngine()
    let statistics = RunStatistics(
      underruns: wiring.engine.underruns, hits: wiring.pump.hits, lateHits: wiring.engine.lateHits,
      lostEvents: wiring.engine.lostEvents,
      lostHits: wiring.engine.lostHits, lostPlanned: wiring.engine.lostPlanned,
      lostCommands: wiring.engine.lostCommands,
      xruns: wiring.output.xruns, lateWakeUps: wiring.output.lateWakeUps,
      renderedFrames: wiring.engine.clock.outputFrame)
    try statistics.write(to: path)
  }
}
