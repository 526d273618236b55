import Application
import AudioBase
import SystemBase

/// Messages about MIDI inputs, in one line each.
enum MIDIText {
  static func sentence(_ notice: MIDINotice) -> String {
    switch notice {
    case .connected(let device): "MIDI: \(device) is connected"
    case .lost(let error):
      "MIDI: \(error.subject) cannot be read: \(error.detail ?? "it is gone"); it is used again when it is connected"
    case .notOpened(let error):
      "MIDI: \(error.subject) cannot be opened: \(error.detail ?? "it is not there"); :set midi NAME tries again"
    case .substituted(let note, let pad):
      "\(name(ofNote: note)) has no pad: pad \(pad), the most similar one, plays it, likewise for other notes; m teaches other pads"
    case .silent(let note): "\(name(ofNote: note)) has no pad: m teaches it one"
    case .missing(let note, let pad):
      "\(name(ofNote: note)) strikes pad \(pad), which the kit does not have: m teaches it another one"
    case .flood(let device, let count):
      "MIDI: \(device) sends more than \(count) messages a second; all are read, but it may be broken"
    case .overrun(let device):
      "MIDI: messages of \(FilePath(device).shown) were lost: it sends too many, or the machine is too busy"
    case .inputLost(let hits, let commands): lost(hits: hits, commands: commands)
    case .changed(let line): "MIDI: \(FilePath(line).shown)"
    case .notUnderstood(let line):
      "midi \(FilePath(line).shown) is not valid: examples are curve hard pad 3, threshold 8 device NAME and forget note 38"
    case .learningCurve: "strike four times as softly as you play, then four times as hard, on one pad"
    case .unknownScope(let text):
      "midi curve learn \(FilePath(text).shown) is not valid: pad NUMBER or device NAME is learned, an example is midi curve learn pad 3"
    case .noKit(let program, let kits):
      "MIDI program \(program + 1) has no kit (the list has \(kits)): :midi program \(program + 1) command kit NAME assigns one"
    case .badProfile(let path, let line):
      "\(path.shown): line \(line) is not valid and is skipped: correct or delete it"
    case .noCurve: "no velocity curve was learned: the soft and the hard strikes were too alike"
    case .outputConnected(let name): "MIDI: the clock is sent to \(name)"
    case .outputLost(let error):
      "MIDI: no clock is sent to \(error.subject): \(error.detail ?? "it is gone"); it is sent again when the output is there"
    case .noClockOutput:
      "midi-clock=send has no output: write midi-output=seq, jack, raw:DEVICE or fifo:PATH to the configuration and start again"
    case .noInput:
      "no MIDI input is open: :set midi auto opens one; it needs the ALSA sequencer (/dev/snd/seq) or JACK"
    case .openingInput: "the MIDI input is being opened: teaching begins as soon as it is open"
    case .learning:
      "strike the MIDI pad, or turn the knob; then press the key of a pad (with Shift: its choke), of volume, balance or speed; Esc ends"
    case .heard(let source): "\(name(source)): press the key that it replaces"
    case .notLearned: "nothing is taught: the MIDI assignments are as before"
    case .nothingHeard:
      "no MIDI message was assigned: strike a MIDI pad or turn a knob before you press the key"
    case .notTaught(.note(let note)):
      "note \(note) is not taught: press the key of a pad, of a move or of a command of playback, takes or kits"
    case .notTaught(.program(let program)):
      "program \(program + 1) is not taught: press the key of a command of playback, takes or kits"
    case .notTaught(.controller(let number)):
      "controller \(number) is not taught: press a key of volume, balance, speed, the filter, a move or a command"
    case .taught(let source, let target): "\(name(source)) is \(name(target)) from now on"
    }
  }

  private static func lost(hits: Int, commands: Int) -> String {
    let parts = [
      hits > 0 ? ShownText.count(hits, "hit or note", "hits and notes") : nil,
      commands > 0 ? ShownText.count(commands, "command", "commands") : nil,
    ]
    let lost = parts.compactMap { $0 }.joined(separator: ", ")
    return "lost since the start: \(lost); they came faster than the player reads them"
  }

  /// Returns the name of a note, such as `note 35 (bass 2)`.
  static func name(ofNote note: Int) -> String {
    GeneralMIDIDrum.drum(note).map { "note \(note) (\($0.name))" } ?? "note \(note)"
  }

  private static func name(_ source: MIDISource) -> String {
    switch source {
    case .note(let note): "note \(note)"
    case .controller(let number): "controller \(number)"
    case .program(let number): "program \(number + 1)"
    }
  }

  private static func name(_ target: MIDITarget) -> String {
    switch target {
    case .pad(let number): "pad \(number)"
    case .choke(let number): "the choke of pad \(number)"
    case .chokeNote(let note): "the choke of note \(note)"
    case .note(let note): "note \(note)"
    case .tom(let tom, let isRim): isRim ? "the rim of tom \(tom)" : "tom \(tom)"
    case .crashEdge(let crash): "the edge of crash \(crash)"
    case .command(let command): command.name
    case .volume: "the volume"
    case .balance: "the balance"
    case .speed: "the speed"
    case .sweep: "the filter of the music"
    case .move(let move): "\(move.rawValue)"
    case .address(let address): address.text
    }
  }
}
