import AudioBase
import Player
import SystemBase

/// Applies the events of outputs and other devices to the player, and tells the user. Main thread.
@MainActor
package final class OutputEventHandler {
  private let application: Application
  private let output: OutputController
  private var subscription: EventStream<PlayerEvent>.Subscription?
  /// Whether the music pauses when its device is removed.
  package var pausesOnUnplug: Bool

  package init(
    application: Application, output: OutputController, devices: MainThreadChannel<[DeviceChange]>,
    pausesOnUnplug: Bool
  ) {
    (self.application, self.output, self.pausesOnUnplug) = (application, output, pausesOnUnplug)
    subscription = application.model.events.subscribe { [weak output] event in
      // The user who starts playback may have brought the device back.
      if event == .state(.playing) || event == .state(.buffering) { output?.retry() }
    }
    output.events.receive = { [weak self] in self?.receive($0.0, $0.1) }
    devices.receive = { [weak self] in self?.receive($0) }
  }

  private var model: PlayerModel { application.model }

  func receive(_ event: OutputSession.Event, _ state: OutputStatus) {
    let isHeardAtLast = output.receive(event, state)
    if case .lost(let error) = event, !tellInterruption() { model.outputWasLost(error) }
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

  /// Tells the player why the output is interrupted. Returns whether it is.
  private func tellInterruption() -> Bool {
    output.state.interruption.map(model.outputWasInterrupted) != nil
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
      _ = tellInterruption()
    } else if output.state.awaitsDevice, let failure = output.state.failure {
      application.report(.device(.outputUnavailable(failure)))
    }
  }

  /// Reports why the chosen output does not play.
  package func reportOutputFailure() {
    if !tellInterruption(), let failure = output.state.failure {
      application.report(.device(.outputUnavailable(failure)))
    }
  }

  private func receive(_ changes: [DeviceChange]) {
    changes.forEach(receive)
    application.devices.devicesChanged()
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
