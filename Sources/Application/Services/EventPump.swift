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
      if event == .state(.playing) { self?.retryOutput() }
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
    case .library(let report): application.library?.receive(report)
    case .folderCompleted(let completion): application.receive(completion)
    case .lyricsFound(let result): application.receive(result)
    case .tags(let report): application.tags?.receive(report)
    case .export(let report): application.exports?.receive(report)
    case .tracksRead(let tracks): model.tracksWereRead(tracks)
    case .gainFound(let gain, let id): model.gainWasFound(gain, of: id)
    case .musicFound(let result): loader.receive(result)
    case .musicOpened(let result): loader.insert(result)
    case .deviceHadXrun(let id):
      if output.countXrun(of: id) { application.report(.bufferGrew(output.status.format)) }
      model.outputChanged(output.status)
    case .deviceInterrupted(let id, let isSo): if output.interrupted(id, isSo) { interrupt(isSo) }
    case .deviceFailed(let id, let error): if output.replaceFailed(id) { outputWasReplaced(error) }
    case .speedFailed(let error): model.speedFailed(error)
    case .recording(let report): application.recording?.receive(report)
    case .sessionNotSaved(let error): application.report(.file(error))
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
      case .freeBegan(let serial, let frame): application.takes?.freeBegan(serial, at: frame)
      case .hitEnded, .clock: break
      }
    }
    application.takes?.followCountIn(at: .now)
    application.takes?.followMetronome(at: .now)
    model.padsChanged(engine.soundingPads)
  }

  /// When the next beat of a count-in is due; nil if there is none.
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

  // MARK: The output

  private func outputWasReplaced(_ error: DeviceError) {
    model.outputWasLost(error)
    model.outputChanged(output.status)
  }

  /// Uses another output. If it cannot be opened, the previous one plays on.
  ///
  /// - Parameters:
  ///   - needed: the buffer that the device needed before; nil if unknown.
  ///   - remember: stores the buffer that the device needs.
  package func changeOutput(
    to opener: any OutputOpening, needed: FrameCount?, remember: @escaping (FrameCount) -> Void
  ) {
    do throws(DeviceError) {
      try output.change(to: opener, needed: needed, remember: remember)
      application.report(.setting(.changed(name: "output", value: output.status.name)))
    } catch {
      application.report(.setting(.outputKept(error)))
    }
    model.outputChanged(output.status)
  }

  private func interrupt(_ isInterrupted: Bool) {
    if isInterrupted { model.outputWasInterrupted() } else { model.outputWasResumed() }
  }

  /// The user who starts playback may have plugged in the headphones again.
  private func retryOutput() {
    guard output.canBeRetried else { return }
    guard output.retry() else {
      if output.isInterrupted { model.outputWasInterrupted() }
      return
    }
    model.outputChanged(output.status)
    application.report(.outputRestored(name: output.status.name))
  }
}
