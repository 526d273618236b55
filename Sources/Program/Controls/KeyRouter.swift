import Application
import Instruments
import Percussion
import Studio
import TerminalKit

/// Decides what each event of the terminal does. A value of the terminal thread.
///
/// The focus changes in the order of the bytes: letters typed after `/` hit no pad, even if all bytes came at once.
package struct KeyRouter: Sendable {
  package enum Action: Hashable, Sendable {
    /// Hits a pad, counted from 1.
    case strike(pad: Int, velocity: Int)
    /// The key of a pad was released.
    case release(pad: Int)
    /// Plucks strings of the instrument.
    case pluck([StringPluck])
    /// Damps all strings.
    case damp
    /// Another chord was chosen.
    case chord(GuitarChord)
    case command(Command)
    /// The bank of pads, which may be the same, and whether a key asked for it.
    case bank(PadBank, isRequested: Bool = true)
    /// A key without a command, or without effect in the pads-only mode.
    case unbound(KeyChord)
    /// A key or a paste while text is typed.
    case typed(TerminalEvent)
    /// The key that was awaited to be bound.
    case captured(KeyChord)
    case mouse(MouseEvent)
    /// Whether the terminal's window has the keyboard focus.
    case focus(Bool)
    case reply(TerminalReply)
    /// The terminal was closed, or the input has ended.
    case hangup
  }

  private enum Focus { case pads, text, capture }

  /// A move that a key holds.
  private struct HeldMove {
    let move: Move
    /// The key of a US keyboard in the same place, if it is known.
    let position: Character?
  }

  /// Nanoseconds within which a key that arrives again is held down.
  private static let repeatTime: Int64 = 60_000_000

  /// A pad that a key has struck and not released yet.
  private struct Held {
    /// The number of the pad in the binding of the key.
    let key: Int
    let pad: Int
  }

  /// A strike of a key that may be a repeat of it, and when it was read.
  package struct Doubtful: Hashable, Sendable {
    package let action: Action
    package let nanoseconds: Int64
  }

  package var keys: KeyMaps
  /// The layout of the screen, and whether only pads, play-pause and the lock itself have keys.
  package var mode = ScreenMode() { didSet { bank.rows = mode.padRows } }
  package var pads = PadTargets()
  package var velocities = StrikeVelocities()
  /// The bank that keys strike.
  package var bank = PadBank()
  /// The keys of the instrument's screen; nil while it is not open.
  package var instrument: InstrumentKeys?
  /// The open screen, whose own keys act; nil if it has none.
  package var screen: ScreenName?
  /// The pads by the keys that have struck them: a key releases its pad even if the bank has changed since.
  private var held: [KeyChord: Held] = [:]
  private var heldMoves: [KeyChord: HeldMove] = [:]
  /// The key of a move that was read last, where releases are not reported.
  private var lastMove: (chord: KeyChord, time: Int64)?
  private var heldKeys: HeldKeyFilter
  private var doubtful: Doubtful?
  /// The first key of a sequence, until the next key.
  private var leader: Character?
  private var focus = Focus.pads
  /// The pad on which the mouse button is held down.
  private var pointedPad: Int?
  /// The pad that the mouse has struck and drags away from, while the form for a pad is open.
  private var draggedPad: Int?
  /// Whether the terminal has said that it can report releases of keys.
  private var reportsReleases = false

  package init(keys: KeyMaps, heldKeys: HeldKeyFilter) { (self.keys, self.heldKeys) = (keys, heldKeys) }

  private var map: KeyMap { keys[mode] }

  /// Reports the next key instead of performing its command.
  package mutating func captureNext() { focus = .capture }

  /// Treats keys as text until Enter or Escape.
  package mutating func acceptText() { focus = .text }

  /// Treats keys as commands again, because a command has opened no prompt.
  package mutating func rejectText() { if focus == .text { focus = .pads } }

  /// Decides what an event does. `nanoseconds`: when the event was read.
  package mutating func route(_ event: TerminalEvent, at nanoseconds: Int64) -> Action? {
    switch event {
    case .key(let key) where key.kind == .release: release(key)
    case .key(let key):
      switch focus {
      case .pads: instrument?.press(key) ?? press(key, at: nanoseconds)
      case .text: type(key)
      case .capture: capture(key)
      }
    // A paste hits no pads.
    case .paste(let text): focus == .text ? .typed(event) : paste(text)
    case .mouse(let mouse): instrument?.point(mouse, at: nanoseconds) ?? point(mouse)
    case .focus(let hasFocus): .focus(hasFocus)
    case .reply(let reply): note(reply)
    }
  }

  /// Returns the action of files that were dropped on the terminal: on the form for a pad, they become samples.
  private func paste(_ text: String) -> Action? {
    guard focus == .pads, screen == .padForm, !mode.isLocked else { return nil }
    return .command(.request(Command.Request.addSample(text)))
  }

  private mutating func note(_ reply: TerminalReply) -> Action {
    if case .keyboardFlags = reply { reportsReleases = true }
    return .reply(reply)
  }

  // MARK: Keys whose release is not reported

  /// When `endDoubt(by:at:)` is to be called, in nanoseconds; nil if no strike is in doubt.
  package var doubtEnd: Int64? { heldKeys.doubtEnd }

  /// Returns the strike that was in doubt and is not a repeat, since another event than the next repeat arrives. To be
  /// called before `route(_:at:)`. `event`: the event; nil if the time is over.
  package mutating func endDoubt(by event: TerminalEvent?, at nanoseconds: Int64) -> Doubtful? {
    var chord: KeyChord?
    if case .key(let key)? = event { chord = key.chord }
    guard let doubtful, heldKeys.endsDoubt(by: chord, at: nanoseconds) else { return nil }
    self.doubtful = nil
    return doubtful
  }

  /// Releases all pads that are held, because the terminal is left or its window has lost the keyboard focus: what is
  /// released later is not reported. A terminal that never reports releases has no held keys: its pads sound to their end.
  package mutating func releaseAll() -> [Action] {
    if !reportsReleases { held = [:] }
    let pads = Set(held.values.map(\.pad) + [pointedPad].compactMap { $0 })
    let moves = Set(heldMoves.values.map(\.move))
    (held, heldMoves, pointedPad, draggedPad) = ([:], [:], nil, nil)
    return pads.sorted().map { .release(pad: $0) }
      + Move.allCases.filter(moves.contains).map { .command(.request(.hold($0, false))) }
  }

  /// Called when another terminal is read from now on.
  package mutating func terminalWasReplaced() { reportsReleases = false }

  private mutating func type(_ key: KeyEvent) -> Action? {
    // Ctrl-C ends the program wherever it is pressed; Ctrl-D leaves the terminal if the text is empty.
    if key.modifiers.contains(.ctrl), let command = map.command(for: key),
      [.program(.quit), .program(.detach)].contains(command)
    {
      return .command(command)
    }
    if key.key == .enter || key.key == .escape { focus = .pads }
    return .typed(.key(key))
  }

  private mutating func capture(_ key: KeyEvent) -> Action? {
    if key.kind != .press { return nil }
    focus = .pads
    return .captured(key.chord)
  }

  /// Releases the pad that the key has struck, even if the focus or the bank has changed since.
  private mutating func release(_ key: KeyEvent) -> Action? {
    if let move = releaseMove(key) { return .command(.request(.hold(move, false))) }
    if let own = held.removeValue(forKey: key.chord) { return .release(pad: own.pad) }
    // The modifiers of a soft hit were released first.
    if let other = held.first(where: { $0.key.withoutAltAndCtrl == key.chord.withoutAltAndCtrl }) {
      held[other.key] = nil
      return .release(pad: other.value.pad)
    }
    var key = key
    key.kind = .press
    guard case .pad(let number, _)? = map.command(for: key) else { return nil }
    // Shift was pressed or released since, so that the key has another name.
    if let other = held.first(where: { $0.value.key == number }) {
      held[other.key] = nil
      return .release(pad: other.value.pad)
    }
    return .release(pad: bank.pad(ofKey: number))
  }

  private mutating func press(_ key: KeyEvent, at nanoseconds: Int64) -> Action? {
    let command = command(of: key)
    if command == nil, let leader = map.leader(key) {
      self.leader = leader
      return nil
    }
    if case .pad? = command {} else { heldKeys.reset() }
    switch command {
    case .pad(let number, let stroke):
      let pad = bank.pad(ofKey: number)
      held[key.chord] = Held(key: number, pad: pad)
      let strike = Action.strike(pad: pad, velocity: velocities.velocity(of: stroke.softened(bank.isSoft)))
      return reportsReleases ? strike : filter(strike, of: key.chord, at: nanoseconds)
    case .pads(.previousBank): return change(.previous)
    case .pads(.nextBank): return change(.next)
    case .pads(.softHits): return change(.softHits)
    case .request(let request) where Command.Request.bank ~= request:
      return request.value(of: Command.Request.bank).map { change(.select($0)) }
    case .mixer(let command)? where command.move != nil && !mode.isLocked:
      return command.move.flatMap { hold($0, command, key, at: nanoseconds) }
    case .program(.lockPads):
      mode.isLocked.toggle()
      return .command(.program(.lockPads))
    case let command? where mode.isLocked && !command.row.traits.contains(.whileLocked):
      return key.kind == .press ? .unbound(key.chord) : nil
    case .program(.layout):
      mode.layout = mode.layout.following
      return .command(.program(.layout))
    case let command? where command.row.traits.contains(.opensPrompt):
      focus = .text
      return .command(command)
    case let command?: return .command(command)
    // Repetitions of a key that is held down are not reported.
    case nil: return key.kind != .press || map.isBound(key, on: screen) ? nil : .unbound(key.chord)
    }
  }

  /// Returns the command of a key, or of the sequence that it ends. A key that does neither ends a sequence, too.
  private mutating func command(of key: KeyEvent) -> Command? {
    defer { if key.kind == .press { leader = nil } }
    return leader.flatMap { map.command(for: key, after: $0, on: screen) }
      ?? map.command(for: key, on: screen)
  }

  /// Returns the strike of a key unless the key is held down.
  private mutating func filter(_ strike: Action, of chord: KeyChord, at nanoseconds: Int64) -> Action? {
    switch heldKeys.judge(chord, at: nanoseconds) {
    case .stroke: return strike
    case .doubtful: doubtful = Doubtful(action: strike, nanoseconds: nanoseconds)
    case .repeat: doubtful = nil
    }
    return nil
  }

  /// Holds a move until its key is released. Where releases are not reported, one press holds it and the next one
  /// releases it.
  private mutating func hold(
    _ move: Move, _ command: Command.Mixer, _ key: KeyEvent, at nanoseconds: Int64
  ) -> Action? {
    if reportsReleases {
      heldMoves[key.chord] = HeldMove(move: move, position: key.position)
      return .command(.request(.hold(move, true)))
    }
    let last = lastMove
    lastMove = (key.chord, nanoseconds)
    if let last, last.chord == key.chord, nanoseconds - last.time < KeyRouter.repeatTime { return nil }
    return .command(.mixer(command))
  }

  /// Returns the move that a released key has held. With Shift pressed or released since, the key has another name.
  private mutating func releaseMove(_ key: KeyEvent) -> Move? {
    if let held = heldMoves.removeValue(forKey: key.chord) { return held.move }
    guard let position = key.position,
      let other = heldMoves.first(where: { $0.value.position == position })
    else { return nil }
    heldMoves[other.key] = nil
    return other.value.move
  }

  /// Chooses another bank of pads, or how they are hit.
  mutating func change(_ change: BankChange) -> Action {
    change.apply(to: &bank)
    heldKeys.reset()
    return .bank(bank, isRequested: change.isRequested)
  }

  private mutating func point(_ mouse: MouseEvent) -> Action? {
    if mouse.kind == .drag, screen == .padForm, !mode.isLocked, let pad = pointedPad,
      let other = pads.strike(at: mouse.point)?.pad, other != pad
    {
      (pointedPad, draggedPad) = (nil, pad)
      return .release(pad: pad)
    }
    if mouse.kind == .press { draggedPad = nil }
    if mouse.kind == .release, let pad = draggedPad {
      draggedPad = nil
      let other = pads.strike(at: mouse.point)?.pad
      guard screen == .padForm, let other, other != pad else { return nil }
      return .command(.request(Command.Request.swapPads(.pads(pad, other))))
    }
    if mouse.kind == .release, let pad = pointedPad {
      pointedPad = nil
      return .release(pad: pad)
    }
    if mouse.kind == .press, mouse.button == .left, let strike = pads.strike(at: mouse.point) {
      pointedPad = strike.pad
      return .strike(pad: strike.pad, velocity: velocities.curve.apply(strike.velocity))
    }
    return mode.isLocked ? nil : .mouse(mouse)
  }
}

extension KeyChord {
  fileprivate var withoutAltAndCtrl: KeyChord { KeyChord(key, modifiers.subtracting([.alt, .ctrl])) }
}

/// The areas of the pads on the terminal, for the mouse.
package struct PadTargets: Hashable, Sendable {
  /// The areas of the pads in cells of the terminal, in the order of their places.
  package let pads: [Rect]
  /// The number of the pad at each place.
  private let numbers: [Int]

  /// Creates targets. `numbers`: those of the pads; nil: they follow each other from 1.
  package init(_ pads: [Rect] = [], numbers: [Int]? = nil) {
    self.pads = pads
    self.numbers = numbers ?? pads.indices.map { $0 + 1 }
  }

  private static let softest = 30.0

  /// Returns the pad at a point and the velocity, which is highest in the middle of the pad.
  package func strike(at point: Point) -> (pad: Int, velocity: Int)? {
    guard let index = pads.firstIndex(where: { $0.contains(point) }), numbers.indices.contains(index) else {
      return nil
    }
    let pad = pads[index]
    let half = Double(max(pad.width, 2)) / 2
    let distance = abs(Double(point.x - pad.x) + 0.5 - Double(pad.width) / 2) / half
    let velocity = 127 - (127 - PadTargets.softest) * min(max(distance, 0), 1)
    return (numbers[index], Int(velocity.rounded()))
  }
}
