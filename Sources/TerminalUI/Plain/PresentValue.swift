import Application
import Player

/// The values that commands with an argument change, as text.
extension Application {
  /// Returns the value that a command with an argument changes, or that of a setting; nil if there is none.
  func presentValue(_ name: String) -> String? {
    switch name {
    case "volume": ShownText.volume(model.volume)
    case "speed": "\(model.speed)"
    case "balance": "\(model.balance)"
    case "seek": ShownText.clock(model.elapsed)
    case "tempo": takes.map { ShownText.decimal($0.bpm) }
    case "time-signature": takes?.metronome.signature.text
    case "click-level": takes.map { ShownText.decibels($0.metronome.level.value) }
    case "sleep": model.sleepMinutesLeft.map(String.init)
    case "mixer": mixer?.owner.name
    default: services.settings().first { $0.name == name }?.value
    }
  }

  /// The selected value in the form of a pad: `Gain 0 dB`.
  var presentPadValue: String? {
    kits?.editor.map { editor in
      let row = PadFormContent(editor, key: "").rows[editor.selection]
      return "\(row.name) \(row.text)"
    }
  }
}
