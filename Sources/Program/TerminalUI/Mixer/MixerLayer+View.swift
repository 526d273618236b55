import Application
import Controls
import SystemBase
import TerminalKit

extension MixerLayer {
  package var name: String { "mixer" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    func own(_ commands: Command.MixerScreen...) -> KeyHint.Group {
      KeyHint.group(commands.map(Command.mixerScreen))
    }
    let rows: KeyHint.Group = ([.move(.up), .move(.down)], "row")
    let bypass: KeyHint.Group = ([.mixer(.bypass)], "bypass")
    let groups: [KeyHint.Group] =
      switch mode {
      case .strips:
        [
          own(.left, .right), rows, own(.valueDown, .valueUp), ([.mixer(.add)], "add"), own(.open),
          ([.program(.cancel)], "close"), ([.program(.help)], "keys"), ([.mixer(.mute)], "mute"),
          ([.mixer(.solo)], "solo"), bypass, own(.remove), ([.program(.undo)], "undo"),
          ([.mixer(.compare)], "compare"), own(.save), ([.mixer(.throw)], "throw"),
          ([.mixer(.stutter)], "stutter"), ([.mixer(.brake)], "brake"),
          ([.request(.sweep(.step(-1))), .request(.sweep(.step(1)))], "sweep"),
        ]
      case .parameters:
        [
          rows, own(.valueDown, .valueUp), ([.program(.cancel)], "back"), bypass,
          ([.mixerScreen(.remove)], "initial value"), ([.program(.undo)], "undo"),
        ]
      case .adding, .addingPlugin:
        [
          rows, ([.mixerScreen(.open)], "add"), ([.search(.find)], "filter"), ([.program(.cancel)], "back"),
        ]
      }
    return KeyHint.hints(groups, keys, on: screen)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    var content = MixerContent(self) { [owner = mixer.owner] bus in
      screen.sound.meter(bus) ?? owner.peak(of: bus).map { MeterContent(peak: $0) }
    }
    if screen.layout[.hints].isEmpty { content.hints = hintTexts(screen.keys) }
    return content
  }

  /// The selected row, such as `1 of 3: fader: −6 dB`.
  package var selectedRow: (list: String, row: String)? {
    let content = MixerContent(self) { _ in nil }
    let list = content.list ?? content.chosenList
    guard list.rows.indices.contains(list.selection) else { return (list.heading, "none") }
    let row = list.rows[list.selection]
    let text = row.text.isEmpty ? row.name : "\(row.name): \(row.text)"
    return (list.heading, "\(list.selection + 1) of \(list.rows.count): \(text)")
  }

  // MARK: The mouse

  package func pointer(_ event: MouseEvent, on screen: PlayerScreen) -> Application.Response? {
    guard let content = screen.shown.overlay as? MixerContent else { return nil }
    let layout = MixerLayout(content, in: screen.layout.area(of: .mixer))
    let point = screen.onSurface(Rect(event.point.x, event.point.y, 1, 1)).origin
    let target = layout.target(at: point)
    switch event.kind {
    case .press where event.button == .left:
      guard let target else { return press(event.point, on: screen) }
      press(target, share: layout.share(at: point, of: target))
    case .drag where event.button == .left:
      guard let target, let share = layout.share(at: point, of: target) else { return .done }
      if target == .sweep { sweep(toShare: share) } else { change(target, toShare: share) }
    case .wheelUp, .wheelDown:
      guard let target else { return nil }
      let step = event.kind == .wheelUp ? 1 : -1
      if target == .sweep {
        session.perform(.request(.sweep(.step(step))), from: .mouse)
      } else if value(at: target) {
        change(by: step)
      } else {
        return nil
      }
    case .release: return releaseMove() ? .done : nil
    case .press, .drag: return nil
    }
    return .done
  }

  /// Chooses what is under the pointer; opens an effect that is chosen already, and adds what is listed to be added.
  ///
  /// - Parameter share: the place of the pointer on the bar of the sweep.
  private func press(_ target: MixerLayout.Target, share: Double?) {
    if case .move(let move) = target { return hold(move) }
    if target == .sweep, let share { return sweep(toShare: share) }
    let before = (mixer.bus, mixer.row)
    choose(target)
    switch (mode, target) {
    case (.adding, _), (.addingPlugin, _): activate()
    case (.strips, .row), (.strips, .item): if before == (mixer.bus, mixer.row) { activate() }
    case (.strips, _), (.parameters, _): break
    }
  }

  private func change(_ target: MixerLayout.Target, toShare share: Double) {
    choose(target)
    change(toShare: share)
  }

  private func sweep(toShare share: Double) {
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
