import MusicLibrary
import Player
import SystemBase

/// The beginning: what is played, and with what.
extension Wiring {
  func start(words: [FilePath], configurationWarnings: [ConfigurationFile.Warning]) {
    // First, since it is another thread that looks for the music.
    startQueue(words)
    if let speed = settings.speed { model.setSpeed(speed) }
    output.start(engine)
    model.outputChanged(output.status)
    if let first = configurationWarnings.first {
      application.report(
        .configuration(first.path, lines: configurationWarnings.map(\.line), reason: first.reason))
    }
    openTrace()
    if let failure = output.failure {
      model.report(.outputUnavailable(failure, fallback: "playing to null"))
    }
  }

  /// To be called once, before the first drawing.
  func loadKit() { kitThread.start(engine, input, mailbox) }

  /// To be called once.
  func firstDrawingIsDone() { kitThread.goOn() }

  /// To be called once, after the first drawing.
  func openLibrary() {
    if asksForMusic { application.askForFolder() }
    library.open()
  }

  private func openTrace() {
    guard let path = settings.hitTrace else { return }
    do throws(FileError) {
      trace = try HitTraceWriter(path: path)
    } catch {
      model.report(.file(error))
    }
  }

  private func startQueue(_ words: [FilePath]) {
    if !words.isEmpty {
      sessions.takeModes(into: model)
      findMusic(words)
      return
    }
    switch sessions.restore(into: model, settings.resume) {
    case .restored(let added):
      // With nothing to go on with, the library is what there is.
      asksForMusic = added.isEmpty
      readTags(of: added)
    case .firstTime:
      asksForMusic = true
      playDemo()
    case .nothing: asksForMusic = true
    }
  }

  private func playDemo() {
    guard let resources = BaseFolders.resources else {
      application.report(.demoMissing)
      return
    }
    findMusic([resources.appending("Demo")])
  }

  /// On a thread of its own: a folder may be large, or on a slow disk.
  private func findMusic(_ words: [FilePath]) {
    let mailbox = mailbox
    isFinding = true
    _ = WorkerThread(name: "finder") { mailbox.post(.found(MusicFinder().find(words))) }
  }

  func readTags(of ids: [QueueItem.ID]) {
    let files = ids.compactMap { id in model.queue[id].map { (id, $0.path) } }
    // What is about to play comes first.
    let current = files.filter { $0.0 == model.queue.currentID }
    tags.load(current + files.filter { $0.0 != model.queue.currentID })
  }
}

/// The session.
extension Wiring {
  private var nextSave: HostTime? { sessions.nextSave(model) }

  /// When something is to be done next, without a message: the session saved, a beat counted.
  var nextWake: HostTime? {
    // A device that stands still does not come to its beat.
    let beat = takes.controller.nextBeat.map { max($0, HostTime.now.advanced(bySeconds: 0.005)) }
    return [nextSave, beat].compactMap { $0 }.min()
  }

  func saveSessionWhenDue() { sessions.saveWhenDue(model, saver) }
}
