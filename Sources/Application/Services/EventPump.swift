import AudioBase
import Dubbing
import MixEngine
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
  /// Called with each hit when it starts to sound.
  package var onHit: (StartedHit) -> Void = { _ in }
  /// Called with each part that is stored before the system sleeps.
  package var onStored: (SuspendController.Part, Int) -> Void = { _, _ in }
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
      if event == .state(.playing) || event == .state(.buffering) { self?.retryOutput() }
    }
  }

  private var model: PlayerModel { application.model }

  package func receive(_ report: Report) {
    switch report {
    case .notice(let notice): application.report(notice)
    case .question(let question): application.ask(question)
    case .kitLoaded(let report): kitIsLoaded(report)
    case .kitIdentified(let kit): application.takes?.kitIsIdentified(kit)
    case .kits(let event): receive(event)
    case .feeder(let report):
      transport.receive(report)
      application.takes?.resumeWaiting()
    case .journal(let report): application.takes?.receive(report)
    case .takes(let report): application.takes?.receive(report)
    case .library(.written(let event)): application.receive(event)
    case .library(let report): application.library?.receive(report)
    case .folderCompleted(let completion): application.receive(completion)
    case .lyricsFound(let result): application.receive(result)
    case .tags(let report): application.tags?.receive(report)
    case .export(let report): application.exports?.receive(report)
    case .midi(let report): receive(report)
    case .midiRead(let path, let result): application.importMIDI(result, from: path)
    case .tracksRead(let tracks): model.tracksWereRead(tracks)
    case .gainFound(let gain, let id): model.gainWasFound(gain, of: id)
    case .musicFound(let result): loader.receive(result)
    case .musicOpened(let result, let place, let isPlayed):
      loader.insert(result, at: place, playing: isPlayed)
    case .coverFound(let file, let track): application.covers?.receive(file, of: track)
    case .deviceHadXrun(let id): countXrun(of: id)
    case .deviceInterrupted(let id, let reason):
      if output.interrupted(id, reason) { interrupt(reason) }
    case .deviceFailed(let id, let error): if output.replaceFailed(id, error) { outputWasReplaced(error) }
    case .routeChanged(let id, let change):
      if id == ObjectIdentifier(output.device) { routeDidChange(change) }
    case .receiverChanged(let id):
      if id == ObjectIdentifier(output.device) { model.outputChanged(output.status) }
    case .devicesChanged(let changes):
      changes.forEach(receive)
      application.devices?.devicesChanged()
      if output.awaitsDevice { retryOutput() }
    case .devicesFound(let list): application.devices?.receive(list)
    case .speedFailed(let error): model.speedFailed(error)
    case .recording(let report, let serial): application.recording?.receive(report, serial: serial)
    case .input(let event, let serial): application.input?.receive(event, serial: serial)
    case .calibration(let event, let serial): application.input?.receive(event, serial: serial)
    case .clickOutput(let event, let serial): application.clickOutput?.receive(event, serial: serial)
    case .file(let event): application.receive(event)
    case .stored(let part, let number): onStored(part, number)
    }
  }

  /// Applies a report after the main loop has ended: only those of the journal.
  package func receiveLast(_ report: Report) {
    if case .journal = report { receive(report) }
  }

  /// Applies the events of the engine since the last call.
  package func drainEngine() {
    events.signal.clear()
    while let event = events.next() {
      switch event {
      case .hit(let hit):
        if !hit.isPlanned { hits += 1 }
        model.padSounded(hit)
        onHit(hit)
      case .music(let segment):
        transport.receive(segment)
        application.takes?.receive(segment)
      case .ended(let stream, _): transport.streamEnded(stream)
      case .freeBegan(let serial, let frame):
        application.takes?.freeBegan(serial, at: frame)
        application.input?.freeBegan(serial, at: frame)
      case .clock(let report): transport.clockRestarted(report)
      case .hitEnded: break
      }
    }
    application.takes?.followCountIn(at: .now)
    application.takes?.followMetronome(at: .now)
    model.padsChanged(engine.soundingPads)
  }

  /// The time at which the next beat of a count-in is due; nil if there is none.
  package var nextBeat: HostTime? {
    // A device that has stopped never reaches the beat.
    application.takes?.nextBeat.map { max($0, HostTime.now.advanced(bySeconds: 0.005)) }
  }

  private func kitIsLoaded(_ report: KitReport) {
    if let kit = report.kit { onKit(kit) }
    application.kits?.kitIsLoaded(report.kit)
    application.takes?.kitIsLoaded(report.reference)
    report.notices.forEach { application.report(.kit($0)) }
  }

  private func receive(_ event: KitEvent) {
    guard let kits = application.kits else { return }
    kits.receive(event)
    if case .applied = event, let kit = kits.editor?.kit ?? kits.loaded { onKit(kit) }
  }

  private func receive(_ report: MIDIReport) {
    switch report {
    case .command(let command, let time): application.perform(command, from: .midi, at: time)
    case .heard(let source): application.heard(source)
    case .connected(let device): application.report(.midi(.connected(device)))
    case .lost(let error): application.report(.midi(.lost(error)))
    }
  }

  // MARK: The output

  private func countXrun(of id: ObjectIdentifier) {
    let isOpenedAgain = output.countXrun(of: id)
    let status = output.status
    if isOpenedAgain, let failure = status.failure { return outputWasReplaced(failure) }
    if isOpenedAgain { application.report(.bufferGrew(status.format)) }
    model.outputChanged(status)
  }

  private func outputWasReplaced(_ error: DeviceError) {
    if let reason = output.interruption {
      model.outputWasInterrupted(reason)
    } else {
      model.outputWasLost(error)
    }
    model.outputChanged(output.status)
  }

  /// Uses another output, on which interrupted music continues. If it cannot be opened, the previous one plays on.
  ///
  /// - Parameters:
  ///   - needed: the buffer that the device needed before; nil if unknown.
  ///   - remember: stores the buffer that the device needs.
  package func changeOutput(
    to opener: any OutputOpening, needed: FrameCount?, remember: @escaping (FrameCount) -> Void
  ) {
    do throws(DeviceError) {
      try output.change(to: opener, needed: needed, remember: remember)
      model.outputChanged(output.status)
      model.outputWasChosen()
      application.report(.setting(.changed(name: "output", value: output.status.name)))
    } catch {
      model.outputChanged(output.status)
      application.report(.setting(.outputKept(error)))
    }
  }

  private func interrupt(_ reason: InterruptionReason?) {
    model.outputChanged(output.status)
    if let reason { model.outputWasInterrupted(reason) } else { model.outputWasResumed() }
  }

  private func receive(_ change: DeviceChange) {
    switch change {
    case .outputAppeared(let entry): application.report(.deviceAppeared(entry, .output))
    case .inputAppeared(let entry): application.report(.deviceAppeared(entry, .input))
    case .route(let change):
      // The stream of a former output may be remembered.
      guard ["pulse", "alsa"].contains(where: output.device.name.hasPrefix) else { return }
      if change == .headphonesUnplugged || !output.device.reportsRoutes { routeDidChange(change) }
    case .headphonesUnplugged(let card):
      if output.device.card == card { routeDidChange(.headphonesUnplugged) }
    }
  }

  private func routeDidChange(_ change: RouteChange) {
    output.routeDidChange()
    model.outputChanged(output.status)
    model.routeDidChange(change, pauses: pausesOnUnplug)
  }

  // MARK: A device that is waited for

  /// Reports why the chosen output does not play. Called once, when it was started.
  package func reportOutputFailure() {
    if let reason = output.interruption {
      model.outputWasInterrupted(reason)
    } else if let failure = output.failure {
      application.report(.outputUnavailable(failure))
    }
  }

  /// The time at which a busy device or a server that does not run is to be opened again; nil if there is none.
  package var nextOutputRetry: HostTime? { output.nextRetry }

  /// Opens a busy device or a server that does not run again, if it is time. Music that was interrupted plays on.
  package func retryOutputIfDue() {
    guard let time = output.nextRetry, HostTime.now >= time else { return }
    let isInterrupted = output.interruption != nil
    let isOpen = output.retry()
    model.outputChanged(output.status)
    if isOpen {
      if isInterrupted {
        model.outputWasResumed()
      } else {
        application.report(.outputRestored(name: output.status.name))
      }
    } else if output.nextRetry == nil, let failure = output.failure {
      application.report(.outputUnavailable(failure))
    }
  }

  /// Stops the device before the system sleeps.
  package func stopOutput() {
    output.suspend()
    application.clickOutput?.suspend()
  }

  /// Opens the device again after the system has slept.
  package func startOutput() {
    let failure = output.resume()
    application.clickOutput?.resume()
    model.outputChanged(output.status)
    if let failure { application.report(.outputUnavailable(failure)) }
  }

  /// Opens the chosen device again if it is not in use. The user who starts playback, or a device that has come, may have
  /// brought it back.
  private func retryOutput() {
    guard output.canBeRetried else { return }
    guard output.retry() else {
      if let reason = output.interruption { model.outputWasInterrupted(reason) }
      return
    }
    model.outputChanged(output.status)
    if !pausesOnUnplug, model.playbackState == .interrupted {
      model.outputWasResumed()
    } else {
      application.report(.outputRestored(name: output.status.name))
    }
  }
}
