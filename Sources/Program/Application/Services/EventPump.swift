import AudioBase
import Dubbing
import MixEngine
import MusicFiles
import Percussion
import Player
import SystemBase

/// Applies what the engine and other threads report to the player, the controllers and the application. Main thread.
@MainActor
package final class EventPump {
  private let application: Application
  private let engine: EngineControl
  private let events: EngineEvents
  private let transport: LocalTransport
  private let output: OutputController
  private let loader: QueueLoader
  private var subscription: EventStream<PlayerEvent>.Subscription?
  /// The number of hits by keys and mouse.
  package private(set) var hits = 0
  /// The most events of the engine that are applied in one turn of the main loop.
  package static let mostEvents = 256
  /// Seconds after a message about lost input until the next one.
  private static let lossPause = 1.0
  /// Returns the number of commands that were refused since too many came at once.
  package var lostCommands: () -> Int = { 0 }
  /// The lost input that a message has told, and the time from which more is told.
  private var told = (hits: 0, commands: 0, next: HostTime(nanoseconds: 0))
  /// Called with each hit when it starts to sound.
  package var onHit: (StartedHit) -> Void = { _ in }
  /// Called with each part that is stored before the system sleeps.
  package var onStored: (SuspendController.Part, Int) -> Void = { _, _ in }
  /// Called with the undo of the queue of the last start.
  package var onQueues: (Result<SavedQueues, FileError>) -> Void = { _ in }
  /// Whether the music pauses when its device is removed.
  package var pausesOnUnplug = true
  /// Called with each kit that was loaded.
  package var onKit: (Kit) -> Void = { _ in }

  package init(
    application: Application, engine: EngineControl, events: EngineEvents, transport: LocalTransport,
    output: OutputController, loader: QueueLoader
  ) {
    (self.application, self.transport) = (application, transport)
    (self.engine, self.events) = (engine, events)
    (self.output, self.loader) = (output, loader)
    subscription = application.model.events.subscribe { [weak self] event in
      // The user who starts playback may have brought the device back.
      if event == .state(.playing) || event == .state(.buffering) { self?.output.retry() }
    }
  }

  private var model: PlayerModel { application.model }

  package func receive(_ report: Report) {
    switch report {
    case .notice(let notice): application.report(notice)
    case .question(let question): application.ask(question)
    case .kitLoaded(let report): kitIsLoaded(report)
    case .kitIdentified(let kit): application.takes?.list.kitIsIdentified(kit)
    case .kits(let event): receive(event)
    case .feeder(let report):
      transport.receive(report)
      application.takes?.recording.resumeWaiting()
    case .journal(let report): application.takes?.recording.receive(report)
    case .takes(let report): application.takes?.list.receive(report)
    case .sharedTake(let report): receive(report)
    case .library(.written(let event)): application.receive(event)
    case .library(let report): application.library?.receive(report)
    case .folderCompleted(let completion): application.receive(completion)
    case .lyricsFound(let result): application.receive(result)
    case .chaptersFound(let result): application.receive(result)
    case .keyFound(let key, let track): application.resume?.receive(key, of: track)
    case .tags(let report): application.tags?.receive(report)
    case .export(let report): application.exports?.receive(report)
    case .midi(let report): receive(report)
    case .midiRead(let path, let result): application.importMIDI(result, from: path)
    case .beats(let report): application.takes?.tempo.receive(report)
    case .tracksRead(let tracks): model.tracksWereRead(tracks)
    case .gainFound(let gain, let id): model.gainWasFound(gain, of: id)
    case .musicFound(let result): loader.receive(result)
    case .queuesRead(let result): onQueues(result)
    case .musicOpened(let result, let place, let isPlayed):
      loader.insert(result, at: place, playing: isPlayed)
    case .coverFound(let file, let track): application.covers?.receive(file, of: track)
    case .output(let event, let state): receive(event, state)
    case .devicesChanged(let changes): receive(changes)
    case .devicesFound(let list): application.devices?.receive(list)
    case .mixersFound(let presets): application.mixer?.owner.presets = presets
    case .pluginsListed(let list): application.receive(list)
    case .pluginsFound(let found): application.receive(found)
    case .pluginMade(let made, let id): application.receive(made, ofInsert: id)
    case .soundFontsListed(let presets): application.receive(soundFonts: presets)
    case .instrumentFound(let text, let found): application.receive(found, of: text)
    case .pluginsChanged: application.checkPlugins()
    case .programsListed(let programs): application.receive(programs)
    case .externalLoop(let event): application.receive(event)
    case .transport(let change): application.transportLink?.receive(change)
    case .speedFailed(let error): model.speedFailed(error)
    case .recording(let report, let serial): application.recording?.receive(report, serial: serial)
    case .input(let event, let serial): application.input?.receive(event, serial: serial)
    case .calibration(let event, let serial): application.input?.receive(event, serial: serial)
    case .clickOutput(let event, let serial): application.clickOutput?.receive(event, serial: serial)
    case .file(let event): application.receive(event)
    case .stored(let part, let number): onStored(part, number)
    }
  }

  private func receive(_ report: SharedTakeReport) {
    application.sharedTakes?.receive(report)
    // The track is played after the take is stored, so that the take is found with it.
    guard case .stored(let found, _) = report, let track = found.chosen else { return }
    let entry = MusicFinder.Entry(path: track.location.path, playlistEntry: track.playlistEntry)
    let music = MusicFinder.FoundMusic(entries: [entry])
    loader.insert(music, at: .afterCurrent, playing: application.takes?.recording.isActive != true)
  }

  /// Applies a report after the main loop has ended: only those of the journal.
  package func receiveLast(_ report: Report) {
    if case .journal = report { receive(report) }
  }

  /// Applies the events of the engine since the last call. If more wait, their signal is set.
  package func drainEngine(atMost limit: Int = EventPump.mostEvents) {
    events.signal.clear()
    var count = 0
    while count < limit, let event = events.next() {
      apply(event)
      count += 1
    }
    if count == limit { events.signal.wake() }
    application.takes?.recording.followCountIn(at: .now)
    application.takes?.tempo.followMetronome(at: .now)
    application.practice?.follow(at: .now)
    model.padsChanged(engine.soundingPads)
    output.use(application.bufferLength(at: .now))
    application.kits?.followPrograms(at: .now)
    tellLosses(at: .now)
  }

  private func apply(_ event: EngineEvent) {
    switch event {
    case .hit(let hit):
      if !hit.isPlanned { hits += 1 }
      if hit.sample == StartedHit.unheard { application.kits?.hitWasNotHeard() }
      model.padSounded(hit)
      application.practice?.receive(hit)
      application.kits?.use(PadBank.pads(beside: hit.pad))
      onHit(hit)
    case .music(let segment):
      transport.receive(segment)
      application.takes?.receive(segment)
      application.practice?.receive(segment)
      application.trainer?.receive(segment)
    case .ended(let stream, _): transport.streamEnded(stream)
    case .freeBegan(let serial, let frame):
      application.takes?.freeBegan(serial, at: frame)
      application.input?.freeBegan(serial, at: frame)
    case .clock(let report): transport.clockRestarted(report)
    case .note(let note): model.noteSounded(note)
    case .hitEnded: break
    }
  }

  /// Tells how many hits, notes and commands were lost so far: at once, then once a second.
  func tellLosses(at now: HostTime) {
    let (hits, commands) = (engine.lostHits, lostCommands())
    if (hits, commands) == (told.hits, told.commands) || now < told.next { return }
    told = (hits, commands, now.advanced(bySeconds: EventPump.lossPause))
    application.report(.midi(.inputLost(hits: hits, commands: commands)))
  }

  /// The time at which the next beat of a count-in, the end of a bar, the kit of a MIDI program or a message about lost input
  /// is due; nil if there is none.
  package var nextBeat: HostTime? {
    let isLossUntold = engine.lostHits != told.hits || lostCommands() != told.commands
    let times = [
      application.takes?.nextBeat, application.practice?.nextBar, application.kits?.nextProgram,
      isLossUntold ? told.next : nil,
    ]
    // A device that has stopped never reaches the beat.
    return times.compactMap { $0 }.min()
      .map { max($0, HostTime.now.advanced(bySeconds: 0.005)) }
  }

  private func kitIsLoaded(_ report: KitReport) {
    if let kit = report.kit { onKit(kit) }
    application.kits?.kitIsLoaded(report.kit)
    application.state.notices.withdraw { $0 == .kit(.notHeardYet) }
    application.takes?.playback.kitIsLoaded(report.reference)
    report.notices.forEach { application.report(.kit($0)) }
  }

  private func receive(_ event: KitEvent) {
    guard let kits = application.kits else { return }
    kits.receive(event)
    if case .applied = event, let kit = kits.editor?.kit ?? kits.loaded { onKit(kit) }
  }

  private func receive(_ report: MIDIReport) {
    switch report {
    case .command(let command, let time): application.request(command, from: .midi, at: time)
    case .heard(let source): application.heard(source)
    case .connected(let device): application.report(.midi(.connected(device)))
    case .lost(let error): application.report(.midi(.lost(error)))
    case .clock(let beats): application.takes?.tempo.follow(beats)
    case .song(let change): application.followSong(change)
    case .clockProgress: application.takes?.tempo.updateClock()
    case .program(let program): application.kits?.choose(program: program, at: .now)
    case .curve(let line): application.curveIsLearned(line)
    case .withoutPad(let note, let pad?): application.report(.midi(.substituted(note: note, pad: pad)))
    case .withoutPad(let note, nil): application.report(.midi(.silent(note: note)))
    case .missingPad(let note, let pad): application.report(.midi(.missing(note: note, pad: pad)))
    case .flood(let device, let count): application.report(.midi(.flood(device, messages: count)))
    }
  }

  // MARK: The output

  private func receive(_ event: OutputSession.Event, _ state: OutputSession.State) {
    let isHeardAtLast = output.receive(event, state)
    if case .lost(let error) = event { outputWasLost(error) }
    model.outputChanged(output.status)
    switch event {
    case .changed: if isHeardAtLast { application.report(.device(.outputRestored(name: state.name))) }
    case .bufferGrew: application.report(.device(.bufferGrew(state.format, name: state.chosen)))
    case .lost: break
    case .interrupted(let reason): model.outputWasInterrupted(reason)
    case .resumed: model.outputWasResumed()
    case .routeChanged(let change): model.routeDidChange(change, pauses: pausesOnUnplug)
    case .unavailable: reportOutputFailure()
    case .reopened(let isRequested, let wasInterrupted):
      outputWasReopened(isRequested: isRequested, wasInterrupted: wasInterrupted)
    case .notReopened(let isRequested): outputWasNotReopened(isRequested: isRequested)
    case .chosen:
      model.outputWasChosen()
      application.report(.setting(.changed(name: "output", value: state.chosen)))
    case .kept(let error): application.report(.setting(.outputKept(error)))
    }
  }

  private func outputWasLost(_ error: DeviceError) {
    if let reason = output.state.interruption {
      model.outputWasInterrupted(reason)
    } else {
      model.outputWasLost(error)
    }
  }

  private func outputWasReopened(isRequested: Bool, wasInterrupted: Bool) {
    let isInterrupted = !pausesOnUnplug && model.playbackState == .interrupted
    if isRequested ? isInterrupted : wasInterrupted {
      model.outputWasResumed()
    } else {
      let name = output.status.name
      let isWaiting = model.playbackState == .interrupted
      application.report(.device(isWaiting ? .outputReturned(name: name) : .outputRestored(name: name)))
    }
  }

  private func outputWasNotReopened(isRequested: Bool) {
    if isRequested {
      if let reason = output.state.interruption { model.outputWasInterrupted(reason) }
    } else if output.state.awaitsDevice, let failure = output.state.failure {
      application.report(.device(.outputUnavailable(failure)))
    }
  }

  /// Reports why the chosen output does not play.
  package func reportOutputFailure() {
    if let reason = output.state.interruption {
      model.outputWasInterrupted(reason)
    } else if let failure = output.state.failure {
      application.report(.device(.outputUnavailable(failure)))
    }
  }

  private func receive(_ changes: [DeviceChange]) {
    changes.forEach(receive)
    application.devices?.devicesChanged()
    if output.state.awaitsDevice { output.retry() }
  }

  private func receive(_ change: DeviceChange) {
    switch change {
    case .outputAppeared(let entry): application.report(.device(.deviceAppeared(entry, .output)))
    case .inputAppeared(let entry): application.report(.device(.deviceAppeared(entry, .input)))
    case .route(let change):
      // The stream of a former output may be remembered.
      guard ["pulse", "alsa"].contains(where: output.state.name.hasPrefix) else { return }
      if change == .headphonesUnplugged || !output.state.reportsRoutes { routeDidChange(change) }
    case .headphonesUnplugged(let card):
      if output.state.card == card { routeDidChange(.headphonesUnplugged) }
    }
  }

  private func routeDidChange(_ change: RouteChange) {
    output.routeDidChange()
    model.outputChanged(output.status)
    model.routeDidChange(change, pauses: pausesOnUnplug)
  }
}
