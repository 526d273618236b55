import Application
import AudioBase
import Dubbing
import Player
import Studio
import SystemBase

/// The values that commands with an argument change, as text.
extension ScreenSession {
  /// Returns the value that a command with an argument changes, or that of a setting; nil if there is none.
  ///
  /// - Parameter argument: the first word of the argument, which is the name for `set`; the whole argument for `mix`.
  func presentValue(_ name: String, _ argument: String = "") -> String? {
    switch name {
    case "volume": ShownText.volume(model.levels.volume)
    case "speed": "\(model.speed)"
    case "transpose": model.transposition.text
    case "balance": "\(model.levels.balance)"
    case "seek": ShownText.clock(model.elapsed)
    case "shuffle": model.queue.shuffleMode.rawValue
    case "radio": application.state.radioQuery ?? "off"
    case "repeat": model.queue.repeatMode.rawValue
    case "sleep": model.sleepMinutesLeft.map(String.init) ?? "off"
    case "bank": "\(application.state.bank.number)"
    case "room": application.kits.loaded.flatMap { application.kits.rooms.level(of: $0) }.map(PadText.room)
    case "layout": state.mode.layout.rawValue
    case "panes": state.panes.text
    case "set": presentValue(argument)
    default:
      presentTakeValue(name) ?? presentMixerValue(name, argument)
        ?? application.program.settings.first { $0.name == name && !$0.value.isEmpty }?.value
    }
  }

  private func presentTakeValue(_ name: String) -> String? {
    guard let takes else { return nil }
    return switch name {
    case "tempo": ShownText.decimal(takes.tempo.bpm)
    case "time-signature": takes.tempo.metronome.signature.text
    case "click-level": ShownText.decibels(takes.tempo.metronome.level.value)
    case "click": takes.tempo.click.text
    case "tune": takes.songs.song.key.map(SongText.text) ?? "unknown"
    case "loop":
      TakeText.range(takes.ranges.loopSeconds.from, takes.ranges.loopSeconds.to, takes.ranges.loopBars)
        ?? "off"
    case "punch":
      TakeText.range(takes.ranges.seconds(takes.ranges.punchIn), takes.ranges.seconds(takes.ranges.punchOut))
        ?? "off"
    case "practice": "parts \(takes.practice.log.all.division), last bars \(takes.practice.bars)"
    case "trainer": takes.trainer.plan?.text ?? "off"
    case "layer-offset": layerToChange.flatMap(presentOffset)
    default: nil
    }
  }

  /// Returns the offset of a layer; nil for a layer without recorded sound.
  private func presentOffset(_ layer: Layer) -> String? {
    layer.audio.map {
      "\(ShownText.milliseconds(Double(layer.settings.offset) / Double($0.sampleRate.hertz))) ms"
    }
  }

  private func presentMixerValue(_ name: String, _ argument: String) -> String? {
    guard let owner = application.mixer?.owner else { return nil }
    return switch name {
    case "mixer", "save-mixer": owner.name
    case "instrument": owner.graph.source.map(MixerText.title) ?? "none"
    case "sweep", "sweep-echo": Sweep(rawValue: name).map { MixerText.sweep(owner.position(of: $0)) }
    case "throw", "stutter", "brake", "feedback":
      Move(rawValue: name).map { owner.held.contains($0) ? "on" : "off" }
    case "mix": application.mixValue(of: argument)
    default: nil
    }
  }

  /// The selected value in the form of a pad, and its name: `Gain`, `0 dB`.
  var presentPadValue: (name: String, value: String)? {
    application.kits.editor.map { editor in
      let row = FormContent(editor, key: "").rows[editor.selection]
      return (row.name, row.text)
    }
  }
}
