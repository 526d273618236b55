import MixEngine
import Percussion

extension Command {
  package enum Pads: CommandArea {
    case previousBank, nextBank, softHits, list, kits, editPad, learnMIDI, instrument

    package static var group: CommandGroup { .drum }

    package var row: CommandRow {
      switch self {
      case .previousBank:
        row("bank-previous", "previous bank of pads", "[ ¦ alt+-", [.keepsLayers, .whileLocked])
      case .nextBank: row("bank-next", "next bank of pads", "] ¦ alt+=", [.keepsLayers, .whileLocked])
      case .softHits: row("soft-hits", "soft hits on or off", "ctrl+space", [.keepsLayers, .whileLocked])
      case .list: row("pads", "pads: keys, drums, notes", "ctrl+pageup")
      case .kits: row("kits", "kits", "B ¦ alt+K")
      case .editPad: row("edit-pad", "edit a pad", "H ¦ alt+H")
      case .learnMIDI: row("learn-midi", "teach a MIDI pad or knob", "m ¦ alt+m")
      case .instrument: row("instrument", "guitar: chords and strings", "alt+G")
      }
    }
  }

  /// Acts on the selected value of the open form for a pad, and on its kit.
  package enum PadForm: CommandArea {
    case valueDown, valueUp, farDown, farUp, hear, reset, save, earlier, later, swap

    package static var group: CommandGroup { .padForm }
    package static var screen: ScreenName? { .padForm }

    package var row: CommandRow {
      switch self {
      // Changes the value by a step; `far` by a large one.
      case .valueDown:
        row("pad-value-down", "pad: lower value", "", .repeats, hint: "change", like: .seek(-5), .seek(-1))
      case .valueUp: row("pad-value-up", "pad: higher value", "", .repeats, like: .seek(5), .seek(1))
      case .farDown:
        row("pad-value-far-down", "pad: much lower", "", .repeats, like: .seek(-60), .seek(-600))
      case .farUp: row("pad-value-far-up", "pad: much higher", "", .repeats, like: .seek(60), .seek(600))
      case .hear: row("hear-layer", "pad: hear the layer", hint: "hear", like: .library(.up))
      case .reset: row("reset-pad-value", "pad: default value", hint: "default", like: .list(.remove))
      case .save: row("save-kit", "save the kit", "", .opensPrompt, hint: "save", like: .queue(.save))
      // Swaps the pad with that of the key before, after it, or of a typed number or key.
      case .earlier:
        row("pad-earlier", "pad: to the key before", "", .repeats, hint: "move", like: .queue(.trackUp))
      case .later: row("pad-later", "pad: to the key after", "", .repeats, like: .queue(.trackDown))
      case .swap:
        row("swap-pad", "pad: swap with another", "", .opensPrompt, hint: "swap", like: .list(.mark))
      }
    }
  }
}

extension Application {
  func perform(_ command: Command.Pads) -> Outcome {
    switch command {
    case .previousBank: keys.change(.previous)
    case .nextBank: keys.change(.next)
    case .softHits:
      keys.change(.softHits)
      return .shown(.softHits(!state.bank.isSoft)).awaits(.notice)
    case .learnMIDI: return learnMIDI()
    // The screen shows them.
    case .list, .kits, .editPad, .instrument: return .done
    }
    return .shown(.bank(state.bank, isChanged: true)).awaits(.notice)
  }
}

// MARK: With an argument

extension Command.Stroke {
  /// The strokes by the commands that hit a pad with them.
  static let named: [String: Command.Stroke] = ["pad": .plain, "accent": .accented, "soft": .soft]

  /// Returns the stroke of a plain key while hits are soft, or the same stroke. An accent stays one.
  package func softened(_ isSoft: Bool) -> Command.Stroke { isSoft && self == .plain ? .soft : self }

  func row(ofPad number: Int) -> CommandRow {
    let (name, summary) =
      switch self {
      case .plain: ("pad \(number)", "hit pad \(number)")
      case .accented: ("accent \(number)", "hit pad \(number) with an accent")
      case .soft: ("soft \(number)", "hit pad \(number) softly")
      case .velocity(let velocity): ("pad \(number) \(velocity)", "hit pad \(number), velocity \(velocity)")
      }
    return CommandRow(
      name: name, placeholder: "", summary: summary, keys: "", group: .drum,
      traits: [.keepsLayers, .whileLocked])
  }

  /// Reads the argument of `pad`, `NUMBER [VELOCITY]`, or of another stroke, `NUMBER`.
  static func parse(_ argument: String, _ stroke: Command.Stroke) throws(CommandError) -> Command {
    let words = argument.split(separator: " ")
    guard (1...(stroke == .plain ? 2 : 1)).contains(words.count), let number = Int(words[0]),
      Kit.padNumbers.contains(number)
    else { throw .badPad(argument) }
    if words.count == 1 { return .pad(number, stroke) }
    guard let velocity = Int(words[1]), velocities.contains(velocity) else { throw .badVelocity(argument) }
    return .pad(number, .velocity(velocity))
  }
}

extension Command.Request {
  package static let bank = Argument<Int>(
    "bank", "N", "choose a bank of eight pads, 1 to \(PadBank.most)", .drum,
    [.keepsLayers, .whileLocked],
    read: { ArgumentText.integer($0, in: 1...PadBank.most) }, text: { "\($0)" }
  ) { application, number, _ in .value(after: application.keys.change(.select(number))).awaits(.notice) }
  /// Changes the MIDI assignments by a line of their file.
  package static let midi = Argument<String>(
    "midi", "LINE",
    "curve, threshold or mask of a pad or device, such as curve learn, or forget note 38", .drum, .keepsLayers
  ) { application, line, _ in application.changeMIDI(line) }

  static let ofPads: [any ArgumentCommand] = [bank, swapPads, room, midi] + ofSampling + [addSample]
}
