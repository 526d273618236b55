import AudioBase
import MusicLibrary
import Player
import SystemBase
import TerminalUI

/// What other threads tell.
extension Wiring {
  func take(_ message: MainEvent) {
    switch message {
    case .told(let notice): application.report(notice)
    case .asked(let question): application.ask(question)
    case .kitIsLoaded(let loaded): kitIsLoaded(loaded)
    case .feeder(let report):
      transport.take(report)
      takes.controller.resumeWaiting()
    case .journal(let report): takes.controller.take(report)
    case .takes(let report): takes.controller.take(report)
    case .library(let report): library.controller.take(report)
    case .folderCompleted(let completion): application.receive(completion)
    case .tracksWereRead(let tracks): model.tracksWereRead(tracks)
    case .gainFound(let gain, let id): model.gainWasFound(gain, of: id)
    case .found(let result): take(result)
    case .deviceHadXrun(let id):
      if output.countXrun(of: id) { model.report(.bufferGrew(output.status.format)) }
      model.outputChanged(output.status)
    case .deviceInterrupted(let id, let isSo): if output.interrupted(id, isSo) { outputIsInterrupted(isSo) }
    case .deviceFailed(let id, let error): if output.replaceFailed(id) { outputWasReplaced(error) }
    case .speedFailed(let error): model.speedFailed(error)
    case .sessionNotSaved(let error): model.report(.file(error))
    case .command, .typed, .captured, .mouse, .focus, .viewsChanged, .terminalReplied, .hangup:
      preconditionFailure("the main loop's own")
    }
  }

  private func kitIsLoaded(_ loaded: KitChoice.Loaded) {
    if let kit = loaded.kit { view.pads = KitChoice.padContents(kit, bindings.map) }
    takes.controller.kitIsLoaded(loaded.reference)
    loaded.notices.forEach(model.report)
  }

  /// What the journal told at the very end.
  func takeLast(_ message: MainEvent) {
    if case .journal(let report) = message { takes.controller.take(report) }
  }

  func takeEngineNews() {
    engine.news.take()
    while let event = engine.nextEvent() {
      switch event {
      case .hit(let hit):
        if !hit.isPlanned { hits += 1 }
        model.padSounded(hit)
        view.padSounded(hit.pad)
        trace?.write(hit, heard: engine.timeline.time(ofOutputFrame: hit.outputFrame))
      case .music(let segment):
        transport.take(segment)
        takes.controller.take(segment)
      case .ended(let stream, _): transport.streamEnded(stream)
      case .freeBegan(let serial, let frame): takes.controller.freeBegan(serial, at: frame)
      case .hitEnded, .clock: break
      }
    }
    takes.controller.followCountIn(at: .now)
    model.padsChanged(engine.soundingPads)
  }

  private func take(_ result: MusicFinder.Result) {
    isFinding = false
    let added = model.append(
      result.entries.map { entry in
        (entry.path, entry.said.map { QueueItem.Hint($0) } ?? QueueItem.Hint())
      })
    if !result.warnings.isEmpty { application.report(.notQueued(result.warnings)) }
    readTags(of: added)
    model.play()
  }

  private func outputWasReplaced(_ error: DeviceError) {
    model.outputWasLost(error, fallback: "playing to null")
    model.outputChanged(output.status)
  }

  private func outputIsInterrupted(_ isSo: Bool) {
    if isSo { model.outputWasInterrupted() } else { model.outputGoesOn() }
  }

  /// Whoever presses play may have plugged the headphones in again.
  func retryOutput() {
    guard output.canBeRetried else { return }
    guard output.retry() else {
      if output.isInterrupted { model.outputWasInterrupted() }
      return
    }
    model.outputChanged(output.status)
    application.report(.outputRestored(name: output.status.name))
  }
}
