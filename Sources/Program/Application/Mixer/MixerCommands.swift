import Instruments
import Studio

extension Command {
  /// Acts on the mixer; `mute`, `solo` and `bypass` on the strip or the effect that was chosen last.
  package enum Mixer: CommandArea {
    case open, compare, mute, solo, bypass, add, cancelPlugins, `throw`, stutter, brake, feedback

    package static var group: CommandGroup { .drum }

    package var row: CommandRow {
      switch self {
      case .open: row("mixer", "mixer", "x ¦ alt+O")
      // Loads the mixer that was in use before; repeated, it returns to the first one.
      case .compare: row("compare-mixer", "compare two mixers", "~ alt+|", .keepsLayers)
      case .mute: row("mute-strip", "mute the strip", "alt+;", .keepsLayers)
      case .solo: row("solo-strip", "solo the strip", "alt+:", .keepsLayers)
      case .bypass: row("bypass-effect", "bypass the effect", "` alt+'", .keepsLayers)
      case .add: row("add-effect", "add an effect or a send", "alt+/")
      // Bypasses the plug-ins that are still being loaded.
      case .cancelPlugins: row("cancel-plug-ins", "stop waiting for plug-ins", "alt+!")
      // Holds a move, or releases it. A key that reports its release holds it as long as it is pressed.
      case .throw: row("throw", "hits into the delay", "0 ¦ alt+1", .keepsLayers)
      case .stutter: row("stutter", "repeat the last beat", "9 ¦ alt+2", .keepsLayers)
      case .brake: row("brake", "brake the music", ", ¦ alt+3", .keepsLayers)
      case .feedback:
        row("feedback", "let the echo build up", "alt+backspace ¦ alt+backspace", .keepsLayers)
      }
    }

    /// The move that it holds or releases.
    package var move: Move? { Move(rawValue: row.name) }
  }

  /// Acts on the chosen strip, effect or value of the open mixer.
  package enum MixerScreen: CommandArea {
    case left, right, farLeft, farRight, valueUp, valueDown, open, remove, effectEarlier, effectLater,
      save, laneMode

    package static var group: CommandGroup { .mixer }
    package static var screen: ScreenName? { .mixer }

    package var row: CommandRow {
      switch self {
      // Chooses the strip beside, or changes the parameter of an effect by a step; `far` by a large one.
      case .left:
        row(
          "mixer-left", "strip left, or lower value", "", .repeats, hint: "strip", like: .seek(-5), .seek(-1))
      case .right: row("mixer-right", "strip right, or higher value", "", .repeats, like: .seek(5), .seek(1))
      case .farLeft:
        row("mixer-far-left", "strip left, or much lower", "", .repeats, like: .seek(-60), .seek(-600))
      case .farRight:
        row("mixer-far-right", "strip right, or much higher", "", .repeats, like: .seek(60), .seek(600))
      case .valueUp: row("value-up", "higher value", "", .repeats, like: .playback(.volumeUp))
      case .valueDown:
        row("value-down", "lower value", "", .repeats, hint: "change", like: .playback(.volumeDown))
      // Shows the parameters of the effect, or adds the selected row.
      case .open: row("open-effect", "open the effect, or add", hint: "open effect", like: .list(.activate))
      // Removes the effect or the send, or sets the initial value of the parameter.
      case .remove: row("remove-effect", "remove, or initial value", hint: "remove", like: .list(.remove))
      case .effectEarlier: row("effect-earlier", "effect up the chain", "", .repeats, like: .queue(.trackUp))
      case .effectLater: row("effect-later", "effect down the chain", "", .repeats, like: .queue(.trackDown))
      case .save: row("save-mixer", "save the mixer", "", .opensPrompt, hint: "save", like: .queue(.save))
      // Turns the strip to the next of the modes in which it plays and records lanes of takes.
      case .laneMode: row("lane-mode", "lanes of the strip", "w ¦ alt+w", .needsOwnPlayer, hint: "lanes")
      }
    }
  }
}

extension Application {
  package func perform(_ command: Command.Mixer) -> Outcome {
    guard let mixer else { return .refused(.noMixer) }
    let bus = mixer.bus
    switch command {
    // The screen shows them.
    case .open, .add: return .done
    case .compare:
      mixer.scene = nil
      mixer.owner.compare()
      return .heardMixer(mixer.owner.name)
    case .cancelPlugins:
      mixer.announcement = nil
      let awaited = mixer.owner.awaited.map(\.id)
      let cancelled = mixer.owner.bypass { awaited.contains($0.id) }
      return .notice(.mixer(.loadingCancelled(cancelled.map { mixer.title(of: $0) })))
    case .mute where mixer.songPart != nil, .solo where mixer.songPart != nil:
      return change(songPart: mixer.songPart ?? "", command == .mute ? .mute : .solo)
    case .mute:
      toggleMute(of: bus)
      return .muted(bus.name, isMuted(bus))
    case .solo:
      // Returns and the sum of all sound cannot be heard alone.
      guard bus.canSend else { return .refused(.cannotBeSoloed(bus.name)) }
      mixer.owner.change { $0[bus].isSoloed.toggle() }
      return .soloed(bus.name, mixer.graph[bus].isSoloed)
    case .bypass: return mixer.insert.map(bypass) ?? .notice(.mixer(.noEffectChosen))
    case .throw: return toggle(.throw, mixer.owner)
    case .stutter: return toggle(.stutter, mixer.owner)
    case .brake: return toggle(.brake, mixer.owner)
    case .feedback: return toggle(.feedback, mixer.owner)
    }
  }

  /// Changes the level of a part of the song that plays.
  package func change(songPart name: String, _ change: SongPartChange) -> Outcome {
    .song(of: self) { .parts($0.change(part: name, change)) }
  }

  /// Bypasses an effect or the instrument, or has it heard again.
  package func bypass(_ insert: MixGraph.Insert) -> Outcome {
    mixer?.bypass(insert)
    return mixer?.insert.map(Outcome.bypass) ?? .done
  }
}

// MARK: With an argument

/// A place of a value of the mixer in its range, 0…1.
package struct MixTurn: Hashable, Sendable {
  package let address: MixGraph.Address
  package let place: Double
}

/// The argument of the commands `sweep` and `sweep-echo`.
package enum SweepCommand: Hashable, Sendable {
  /// Turns the filter to a position, −100 (low-pass) to 100 (high-pass).
  case position(Double)
  /// Turns it by a step to the low-pass (-1) or to the high-pass (1).
  case step(Int)
  case off
}

extension Command.Request {
  private static let presets: Argument<String>.Choices = { application, _ in
    application.mixer?.owner.presets.map(\.name) ?? []
  }

  package static let mixer = Argument<String>(
    "mixer", "NAME", "load a mixer", .drum, .keepsLayers, choices: presets
  ) { application, name, _ in application.loadMixer(name) }
  package static let saveMixer = Argument<String>(
    "save-mixer", "NAME", "save the mixer under a name", .drum, .keepsLayers, choices: presets
  ) { application, name, _ in application.saveMixer(as: name) }
  /// Sets a value of the mixer, by its address and the value as text, or adds, moves and removes effects and sends;
  /// without a value, states it; without an address, lists all.
  package static let mix = {
    var definition = Argument<String>(
      "mix", "ADDRESS VALUE", "set a value of the mixer: music/filter/cutoff 800 Hz", .drum, .keepsLayers,
      choices: { application, argument in application.addressCompletions(argument) }
    ) { application, text, _ in application.mix(text) }
    definition.withoutArgument = .request(definition("list"))
    return definition
  }()
  /// Moves a value of the mixer to a place in its range. Taught controllers give it; it has no text.
  private static let turn = Argument<MixTurn>(
    "mix", "", "", .drum, [.keepsLayers, .setsValue], read: { _ in nil },
    text: { "\($0.address.text) to \($0.place)" }
  ) { application, turn, _ in .value(after: application.turn(turn.address, to: turn.place)) }
  package static let sweep = sweeping(
    .music, "filter the music: -100% (low-pass), 0 (off), 100% (high-pass)",
    usual: [
      UsualValue("left", .step(-1), "filter: to the low-pass", "alt+left ¦ alt+4", .repeats),
      UsualValue("right", .step(1), "filter: to the high-pass", "alt+right ¦ alt+5", .repeats),
      UsualValue("off", .off, "filter off", "alt+6"),
    ])
  package static let sweepEcho = sweeping(
    .echo, "filter the return with the echo: -100% (low-pass), 0 (off), 100% (high-pass)",
    usual: [
      UsualValue("left", .step(-1), "echo: to the low-pass", "alt+shift+down", .repeats),
      UsualValue("right", .step(1), "echo: to the high-pass", "alt+shift+up", .repeats),
      UsualValue("off", .off, "echo: filter off", "alt+shift+home"),
    ])

  private static func sweeping(
    _ sweep: Sweep, _ summary: String, usual: [UsualValue<SweepCommand>]
  ) -> Argument<SweepCommand> {
    Argument(
      sweep.rawValue, "POSITION", summary, .drum, .keepsLayers, usual: usual,
      read: { text in
        (ArgumentText.percent(text, in: -100...100) ?? ArgumentText.number(text, in: -100...100))
          .map(SweepCommand.position)
      },
      text: { if case .position(let position) = $0 { "\(position)" } else { "" } },
      valueTraits: { if case .position = $0 { .setsValue } else { [] } }
    ) { application, command, _ in
      guard let owner = application.mixer?.owner else { return .refused(.noMixer) }
      switch command {
      case .position(let position):
        owner.sweep(sweep, to: position)
        return .shown(.mixer(.sweep(sweep, owner.position(of: sweep))))
      case .step(let step):
        return application.turn(sweep, to: owner.position(of: sweep) + Double(step) * sweepStep, owner)
      case .off: return application.turn(sweep, to: 0, owner)
      }
    }
  }
  /// What a step turns a filter by, of 100 to each side.
  private static let sweepStep = 5.0
  package static let chooseInstrument = Argument<String>(
    "instrument", "NAME",
    "choose the instrument: guitar, a preset of a SoundFont, an LV2 instrument, or an .sf2 or .sf3 file",
    .drum, .keepsLayers,
    choices: { application, argument in application.mixer?.instrumentCompletions(argument) ?? [] }
  ) { application, name, _ in .value(after: application.mixer?.setInstrument(name)).awaits(.notice) }
  package static let playNote = Argument<Int>(
    "play-note", "NOTE", "play a note of the instrument, such as E4, F#3 or 64", .drum, .keepsLayers,
    read: { NoteName.key($0) }, text: { NoteName.text($0) }
  ) { application, key, _ in
    application.mixer?.instrument.play(key)
    return .played(NoteName.text(key))
  }

  private static let moves = Dictionary(
    uniqueKeysWithValues: Move.allCases.map { move in (move, held(move, moveSummary(move))) })

  /// The argument of the command of a move.
  private enum Hold: Hashable, Sendable {
    case state(Bool)
    /// Chooses what a throw sends, and holds it.
    case thrown(Throw)
  }

  private static func moveSummary(_ move: Move) -> String {
    switch move {
    case .throw: "send hits or music to a return: on, off, pad 3, music, pads 2"
    case .stutter: "repeat the last beat: on or off"
    case .brake: "brake the music: on or off"
    case .feedback: "have the echo feed back until it oscillates: on or off"
    }
  }

  private static func held(_ move: Move, _ summary: String) -> Argument<Hold> {
    Argument(
      move.rawValue, "STATE", summary, .drum, .keepsLayers,
      read: { text in
        switch text {
        case "on": .state(true)
        case "off": .state(false)
        case _: move == .throw ? Throw(text).map(Hold.thrown) : nil
        }
      },
      text: { hold in
        switch hold {
        case .state(let isHeld): isHeld ? "on" : "off"
        case .thrown(let thrown): thrown.text
        }
      },
      choices: { application, text in
        let buses = move == .throw ? application.mixer?.buses.filter(\.canSend) ?? [] : []
        return MixerController.completions(of: text, among: ["on", "off"] + buses.map(\.name))
      }
    ) { application, hold, _ in
      guard let owner = application.mixer?.owner else { return .refused(.noMixer) }
      switch hold {
      case .state(let isHeld):
        let isThrow = move == .throw && isHeld
        if isThrow, let refusal = application.refusal(of: owner.chosenThrow, owner) { return refusal }
        owner.hold(move, isHeld)
        return .move(move)
      case .thrown(let thrown): return application.hold(thrown, owner)
      }
    }
  }

  package static func hold(_ move: Move, _ isHeld: Bool) -> Command.Request {
    (moves[move] ?? held(move, ""))(.state(isHeld))
  }

  /// The move that the request holds or releases; nil if it is another command.
  package var move: Move? { Move(rawValue: row.name) }

  /// Whether the request releases a move, which would sound on otherwise.
  package var releasesMove: Bool { move != nil && argument == "off" }

  /// Moves a value of the mixer to a place in its range, 0…1.
  package static func turn(_ address: MixGraph.Address, _ place: Double) -> Command.Request {
    turn(MixTurn(address: address, place: place))
  }

  /// What the request sets, where only the newest value counts; nil if each request counts.
  package var valueName: String? {
    if case .set(let name, _)? = value(of: Command.Request.setting) { return name }
    guard ownRow.traits.contains(.setsValue) else { return nil }
    return value(of: Command.Request.turn).map(\.address.text) ?? row.name
  }

  static let ofMixer: [any ArgumentCommand] =
    [
      mixer, saveMixer, takeMixer, scene, storeScene, mix, meters, sweep, sweepEcho, chooseInstrument,
      playNote,
    ]
    + Move.allCases.compactMap { moves[$0] }
}
