import Application
import Studio

/// The mouse in the mixer.
extension MixerLayer {
  /// Changes the value under the pointer. Returns nil if there is none.
  func turnWheel(at target: MixerLayout.Target, by step: Int) -> Application.Response? {
    if case .sweep(let sweep) = target {
      let request: Command.Request = sweep == .echo ? .sweepEcho(.step(step)) : .sweep(.step(step))
      session.perform(.request(request), from: .mouse)
    } else if value(at: target) {
      change(by: step)
    } else {
      return nil
    }
    return .done
  }

  /// Chooses what is under the pointer; opens an effect that is chosen already, and adds what is listed to be added.
  ///
  /// - Parameter share: the place of the pointer on the bar of the sweep.
  func press(_ target: MixerLayout.Target, share: Double?) {
    if case .move(let move) = target { return hold(move) }
    if target == .sweep(.music), let share { return sweep(toShare: share) }
    let before = (mixer.bus, mixer.row)
    choose(target)
    switch (mode, target) {
    case (.adding, _): activate()
    case (.strips, .row), (.strips, .item): if before == (mixer.bus, mixer.row) { activate() }
    case (.strips, _), (.parameters, _): break
    }
  }

  func change(_ target: MixerLayout.Target, toShare share: Double) {
    choose(target)
    application.lanes?.dragged = address?.text
    change(toShare: share)
  }

  func sweep(toShare share: Double) {
    session.perform(.request(.sweep(.position((min(max(share, 0), 1) * 200 - 100).rounded()))), from: .mouse)
  }

  private func choose(_ target: MixerLayout.Target) {
    let buses = mixer.buses
    switch target {
    case .strip(let strip) where buses.indices.contains(strip): mixer.choose(buses[strip])
    case .fader(let strip) where buses.indices.contains(strip): mixer.choose(buses[strip], row: 0)
    case .row(let row, let strip) where buses.indices.contains(strip):
      mixer.choose(buses[strip])
      select(row)
    case .item(let row), .bar(let row): select(row)
    case .strip, .fader, .row, .sweep, .move: break
    }
  }

  /// Chooses what has the value under the pointer. Returns whether there is one.
  private func value(at target: MixerLayout.Target) -> Bool {
    if case .strip(let strip) = target { choose(.fader(strip: strip)) } else { choose(target) }
    return value != nil
  }
}
