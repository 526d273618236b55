import AudioBase
import Dubbing
import Player
import SystemBase

extension Command {
  /// Acts on takes, their layers, the metronome and the input.
  package enum Take: CommandArea {
    case record, playback, metronome, tap, tempo, timeSignature, list, new, rename, solo, duplicate,
      export, input, calibrateInput, monitorInput, practice, timeline

    package static var group: CommandGroup { .drum }

    package var row: CommandRow {
      switch self {
      case .record: row("record", "record or stop", "r ¦ alt+r", [.opensNothing, .needsOwnPlayer])
      case .playback:
        row("take-playback", "mute or play takes", "T ¦ alt+p", [.opensNothing, .needsOwnPlayer])
      case .metronome: row("metronome", "metronome on or off", "c ¦ alt+m", .opensNothing)
      case .tap: row("tap-tempo", "tap tempo", "t ¦ alt+t", .opensNothing)
      case .tempo: row("tempo", "type the tempo", "f9 ctrl+e", .opensPrompt)
      case .timeSignature: row("time-signature", "time signature", "f10 ctrl+w", .opensPrompt)
      case .list: row("takes", "takes and layers", "E ¦ alt+e", .needsOwnPlayer)
      case .new: row("new-take", "start a new take", "Z ¦ alt+z", [.opensNothing, .needsOwnPlayer])
      case .rename: row("rename-take", "rename take or layer", "V ¦ alt+v", [.opensPrompt, .needsOwnPlayer])
      case .solo: row("solo-layer", "solo layer", "O ¦ alt+o", [.opensNothing, .needsOwnPlayer])
      case .duplicate:
        row("duplicate-layer", "duplicate layer", "Y ¦ alt+y", [.opensNothing, .needsOwnPlayer])
      case .export: row("export-take", "export take", "e ¦ alt+M", [.opensPrompt, .needsOwnPlayer])
      // Switches the input on, whose sound is recorded with takes, or off.
      case .input: row("input", "input on or off", "f7 alt+N", [.opensNothing, .needsOwnPlayer])
      // Measures the latency from the output to the input by clicks.
      case .calibrateInput:
        row("calibrate-input", "measure the input's latency", "shift+f7 alt+C", .needsOwnPlayer)
      case .monitorInput:
        row(
          "monitor-input", "monitor the input: hear it", "shift+f9 alt+W", [.opensNothing, .needsOwnPlayer])
      case .practice: row("practice", "practice: early or late", "alt+8")
      case .timeline:
        row("timeline", "timeline: see and edit hits", "g ¦ alt+7", .needsOwnPlayer, group: .timeline)
      }
    }
  }

  /// Acts on the selected layer of the list of takes.
  package enum TakeList: CommandArea {
    case muteLayer, gainUp, gainDown

    package static var group: CommandGroup { .takes }
    package static var screen: ScreenName? { .takes }
    package static var traits: CommandTraits { .needsOwnPlayer }

    package var row: CommandRow {
      switch self {
      case .muteLayer: row("mute-layer", "mute the layer", hint: "mute", like: .playback(.mute))
      case .gainUp:
        row("layer-gain-up", "layer louder", "", .repeats, hint: "gain", like: .playback(.volumeUp))
      case .gainDown: row("layer-gain-down", "layer softer", "", .repeats, like: .playback(.volumeDown))
      }
    }
  }
}

extension Application {
  package func perform(
    _ command: Command.Take, _ takes: TakeController, at time: HostTime?
  ) -> Outcome {
    switch command {
    case .record:
      takes.recording.toggle(at: time)
      return .recording
    case .playback: takes.playback.toggle()
    case .metronome: takes.tempo.toggleMetronome()
    case .tap:
      takes.tempo.tap(at: time)
      return .tapped
    case .new: takes.list.chooseNew()
    case .solo: return soloLayer(of: .current)
    case .duplicate: return duplicateLayer(of: .current)
    case .input, .calibrateInput, .monitorInput:
      guard let input else { return .refused(.noInput) }
      if command == .calibrateInput { return calibrate(input, takes) }
      if command == .input { input.toggle() } else { input.monitor(!input.isMonitored) }
    // The screen shows them.
    case .tempo, .timeSignature, .list, .rename, .export, .practice, .timeline: break
    }
    return .done
  }
}

// MARK: With an argument

/// The argument of the command `tempo`.
package enum TempoCommand: Hashable, Sendable {
  /// The tempo of the metronome in beats per minute.
  case bpm(Double)
  /// Finds the beats of the track by its sound; while they are being found, ends that.
  case find
  case correct(TempoEdit)

  /// The commands for the beats of the track.
  static let ofBeats = [find] + TempoEdit.allCases.map { correct($0) }

  init?(_ text: String) {
    if let command = TempoCommand.ofBeats.first(where: { $0.text == text }) {
      self = command
    } else if let bpm = ArgumentText.number(text, in: TempoMap.speeds) {
      self = .bpm(bpm)
    } else {
      return nil
    }
  }

  var text: String {
    switch self {
    case .bpm(let bpm): "\(bpm)"
    case .find: "find"
    case .correct(let edit): edit.rawValue
    }
  }
}

/// The argument of the command `click-level`.
package enum ClickLevelCommand: Hashable, Sendable {
  case level(Decibels)
  /// Increases the level by a step (1), or decreases it (-1).
  case step(Int)
}

/// The argument of the command `loop`.
package enum LoopCommand: Hashable, Sendable {
  case bars(BarCommand)
  /// Starts or ends the loop at the place that is heard, or removes it.
  case start, end, off
  /// Starts the loop, then ends it, then removes it.
  case next
}

/// The argument of the command `punch`: starts or ends the range at the place that is heard, or removes it.
package enum PunchCommand: Hashable, Sendable {
  case `in`, out, off
}

extension Command.Request {
  package static let tempo = Argument<TempoCommand>(
    "tempo", "BPM", "20 to 400, or find, half, double, earlier, later, bar, here", .drum, .opensNothing,
    read: TempoCommand.init, text: \.text,
    valueTraits: { if case .bpm = $0 { [] } else { .needsOwnPlayer } },
    choices: { _, _ in TempoCommand.ofBeats.map(\.text) }
  ) { application, command, context in
    .value(after: application.takes?.tempo.perform(command, at: context.time))
  }
  package static let timeSignature = Argument<TimeSignature>(
    "time-signature", "BEATS/UNIT", "set the time signature, such as 6/8", .drum, .opensNothing,
    read: { TimeSignature($0) }, text: \.text
  ) { application, signature, _ in .value(after: application.takes?.tempo.setTimeSignature(signature)) }
  package static let clickLevel = Argument<ClickLevelCommand>(
    "click-level", "DB",
    "set the level of the metronome, \(MetronomeSettings.levelWords) dB, or in percent (80%)", .drum,
    .opensNothing,
    usual: [
      UsualValue("up", .step(1), "metronome louder", "alt+.", .repeats),
      UsualValue("down", .step(-1), "metronome quieter", "alt+,", .repeats),
    ],
    read: { VolumeScale.level($0, in: MetronomeSettings.levels).map(ClickLevelCommand.level) },
    text: { if case .level(let level) = $0 { "\(level.value)" } else { "" } }
  ) { application, command, _ in
    guard let tempo = application.takes?.tempo else { return .refused(.noTakes) }
    switch command {
    case .level(let level): tempo.setClickLevel(level)
    case .step(let step): tempo.setClickLevel(tempo.metronome.level + Decibels(Double(step)))
    }
    return .value
  }
  package static let practice = Argument<PracticeCommand>(
    "practice", "WHAT",
    "figures of practice: parts 4 of a beat, last bars 8, lines 4 in the plain mode, or clear", .drum,
    .keepsLayers, read: { PracticeCommand($0) }, text: \.text
  ) { application, command, _ in .value(after: application.takes?.practice.perform(command)) }
  package static let click = Argument<ClickPattern>(
    "click", "NOTES",
    "what the metronome plays: beats, 1/8, 1/8 offbeat; bars 3 1: three bars, then one silent", .drum,
    .keepsLayers, read: { ClickPattern($0) }, text: \.text
  ) { application, click, _ in .value(after: application.takes?.tempo.setClick(click)) }
  package static let loop = Argument<LoopCommand>(
    "loop", "BARS", "repeat bars 17 to 24 (17-24), one bar (17), from start to end, or end that (off)", .drum,
    .needsOwnPlayer,
    usual: [
      UsualValue("start", .start, "loop start", "( ¦ alt+9"),
      UsualValue("end", .end, "loop end", ") ¦ alt+0"),
      UsualValue("off", .off, "loop off", "\\ ¦ alt+l"),
      UsualValue("next", .next, "loop: start, end, off", "ctrl+k"),
    ],
    read: { BarCommand(loop: $0).map(LoopCommand.bars) },
    text: { if case .bars(let command) = $0 { command.text } else { "" } },
    valueTraits: { if case .bars = $0 { .keepsLayers } else { .opensNothing } }
  ) { application, command, context in
    guard let ranges = application.takes?.ranges else { return .refused(.noTakes) }
    ranges.perform(command, at: context.time)
    if case .bars = command { return .value }
    return .loopKept
  }
  package static let punch = Argument<PunchCommand>(
    "punch", "PLACE", "record hits only from in to out, or everywhere (off)", .drum,
    [.opensNothing, .needsOwnPlayer],
    usual: [
      UsualValue("in", .in, "punch in", "alt+i"), UsualValue("out", .out, "punch out", "alt+k"),
      UsualValue("off", .off, "punch off", "' ¦ alt+j"),
    ],
    read: { _ in nil }, text: { _ in "" }
  ) { application, command, context in
    guard let ranges = application.takes?.ranges else { return .refused(.noTakes) }
    ranges.perform(command, at: context.time)
    return .punchKept
  }
  /// Starts the trainer, which increases the speed with each repetition of a loop; nil ends it.
  package static let trainer = Argument<TrainerPlan?>(
    "trainer", "SPEEDS",
    "make a loop faster: 60% +5% each 2 to 100%, again from the start with again, or off", .drum,
    [.keepsLayers, .needsOwnPlayer],
    read: { $0 == "off" ? .some(nil) : TrainerPlan($0).map { $0 } }, text: { $0?.text ?? "off" }
  ) { application, plan, _ in .value(after: application.takes?.trainer.use(plan)) }
  package static let renameTake = Argument<String>(
    "rename-take", "NAME", "rename the take, or the layer selected in their list", .drum, .needsOwnPlayer
  ) { application, name, _ in application.rename(.current, to: name) }
  package static let importMIDI = Argument<String>(
    "import-midi", "PATH", "add the tracks of a MIDI file to the take as layers", .drum,
    [.takesPath, .needsOwnPlayer]
  ) { application, path, context in
    .value(after: application.importMIDI(path, mayAsk: context.source.isHand)).awaits(.notice)
  }
  /// Sets by how many seconds the recorded sound of the selected layer is later than it was recorded.
  package static let layerOffset = Argument<Double>(
    "layer-offset", "MS",
    "move the recorded sound of the selected layer, -10000 to 10000 ms: later if positive", .drum,
    [.keepsLayers, .needsOwnPlayer], read: { ArgumentText.milliseconds($0, in: Layer.offsets) },
    text: { "\($0 * 1_000)" }
  ) { application, seconds, _ in application.moveLayer(of: .current, by: seconds) }

  /// Seeks or repeats by bars of the track.
  package static func bars(_ command: BarCommand) -> Command.Request {
    switch command {
    case .loop: loop(.bars(command))
    case .seek, .seekBy: seek(.bars(command))
    }
  }

  static let ofTakes: [any ArgumentCommand] =
    [
      tempo, timeSignature, clickLevel, practice, click, loop, punch, trainer, renameTake, importMIDI,
      layerOffset, lanes,
    ] + ofSongs
}
