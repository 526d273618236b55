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
  private let engine: AudioEngine
  private let transport: LocalTransport
  private let output: OutputController
  private let loader: QueueLoader
  private var subscription: EventStream<PlayerEvent>.Subscription?
  /// Hits that keys and mouse have struck.
  package private(set) var hits = 0
  /// Told of each hit that sounds.
  package var onHit: (StartedHit) -> Void = { _ in }
  /// Told of the kit whose sounds the pads have.
  package var onKit: (Kit) -> Void = { _ in }

  package init(
    application: Application, engine: AudioEngine, transport: LocalTransport, output: OutputController,
    loader: QueueLoader
  ) {
    (self.application, self.engine, self.transport) = (application, engine, transport)
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
    case .feeder(let report):
      transport.take(report)
      application.takes?.resumeWaiting()
    case .journal(let report): application.takes?.receive(report)
    case .takes(let report): application.takes?.receive(report)
    case .library(let report): application.library?.receive(report)
    case .folderCompleted(let completion): application.receive(completion)
    case .tracksRead(let tracks): model.tracksWereRead(tracks)
    case .gainFound(let gain, let id): model.gainWasFound(gain, of: id)
    case .musicFound(let result): loader.receive(result)
    case .deviceHadXrun(let id):
      if output.countXrun(of: id) { model.report(.bufferGrew(output.status.format)) }
      model.outputChanged(output.status)
    case .deviceInterrupted(let id, let isSo): if output.interrupted(id, isSo) { interrupt(isSo) }
    case .deviceFailed(let id, let error): if output.replaceFailed(id) { outputWasReplaced(error) }
    case .speedFailed(let error): model.speedFailed(error)
    case .sessionNotSaved(let error): model.report(.file(error))
    }
  }

  /// Applies what came after the loop had ended: what the journal has stored.
  package func receiveLast(_ report: Report) {
    if case .journal = report { receive(report) }
  }

  /// Applies what the engine has reported since the last time.
  package func drainEngine() {
    engine.news.take()
    while let event = engine.nextEvent() {
      switch event {
      case .hit(let hit):
        if !hit.isPlanned { hits += 1 }
        model.padSounded(hit)
        onHit(hit)
      case .music(let segment):
        transport.take(segment)
        application.takes?.receive(segment)
      case .ended(let stream, _): transport.streamEnded(stream)
      case .freeBegan(let serial, let frame): application.takes?.freeBegan(serial, at: frame)
      case .hitEnded, .clock: break
      }
    }
    application.takes?.followCountIn(at: .now)
    model.padsChanged(engine.soundingPads)
  }

  /// When the next beat of a count-in is to be applied; nil while none is awaited.
  package var nextBeat: HostTime? {
    // A device that stands still does not come to its beat.
    application.takes?.nextBeat.map { max($0, HostTime.now.advanced(bySeconds: 0.005)) }
  }

  private func kitIsLoaded(_ report: KitReport) {
    if let kit = report.kit { onKit(kit) }
    application.takes?.kitIsLoaded(report.reference)
    report.notices.forEach(model.report)
  }

  // MARK: The output

  private func outputWasReplaced(_ error: DeviceError) {
    model.outputWasLost(error, fallback: "playing to null")
    model.outputChanged(output.status)
  }

  private func interrupt(_ isInterrupted: Bool) {
    if isInterrupted { model.outputWasInterrupted() } else { model.outputGoesOn() }
  }

  /// Who plays may have plugged the headphones in again.
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
