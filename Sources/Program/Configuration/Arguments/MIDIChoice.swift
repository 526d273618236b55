import AudioBase
import AudioDevices
import SystemBase

/// The value of `--midi`.
package enum MIDIChoice: Hashable, Sendable {
  /// JACK beside an output through JACK, else the sequencer, if the machine has one.
  case auto
  case off
  /// All MIDI devices through the ALSA sequencer, or the one of this name or address.
  case sequencer(device: String?)
  /// A port of the JACK server.
  case jack
  /// A device file, such as /dev/snd/midiC1D0.
  case raw(FilePath)
  /// A named pipe of MIDI bytes, which is created if it does not exist.
  case fifo(FilePath)

  package init?(_ text: FilePath) {
    let (kind, rest) = DeviceWord.parts(of: text)
    switch (kind, rest) {
    case ("auto", nil): self = .auto
    case ("off", nil): self = .off
    case ("seq", nil): self = .sequencer(device: nil)
    case ("seq", let device?) where !device.isEmpty: self = .sequencer(device: device.shown)
    case ("jack", nil): self = .jack
    case ("raw", let path?) where !path.isEmpty: self = .raw(path)
    case ("fifo", let path?) where !path.isEmpty: self = .fifo(path)
    default: return nil
    }
  }

  /// The choice as the user writes it.
  var name: String {
    switch self {
    case .auto: "auto"
    case .off: "off"
    case .sequencer(let device): device.map { "seq:\($0)" } ?? "seq"
    case .jack: "jack"
    case .raw(let path): "raw:\(path.shown)"
    case .fifo(let path): "fifo:\(path.shown)"
    }
  }

  package static let syntax = "auto, seq, seq:PORT, jack, raw:DEVICE, fifo:PATH or off"

  /// Opens the chosen input; nil if no input is wanted, or none is there.
  package func open(beside output: OutputChoice) throws(DeviceError) -> (any MIDIInput)? {
    switch self {
    case .off: return nil
    case .auto where output == .jack: return JACKMIDIInput()
    case .auto: return SequencerInput.isThere ? try SequencerInput() : nil
    case .sequencer(let device): return try SequencerInput(device: device)
    case .jack: return JACKMIDIInput()
    case .raw(let path): return try RawMIDIInput(path, name: name, makesPipe: false)
    case .fifo(let path): return try RawMIDIInput(path, name: name, makesPipe: true)
    }
  }
}

/// The value of `midi-output`.
package enum MIDIOutputChoice: Hashable, Sendable {
  case off
  /// All MIDI devices through the ALSA sequencer, or the one of this name or address.
  case sequencer(device: String?)
  /// A port of the JACK server.
  case jack
  /// A device file, such as /dev/snd/midiC1D0.
  case raw(FilePath)
  /// A named pipe of MIDI bytes, which is created if it does not exist.
  case fifo(FilePath)

  package static let syntax = "off, seq, seq:PORT, jack, raw:DEVICE or fifo:PATH"

  package init?(_ text: FilePath) {
    // The words of inputs, except the automatic choice.
    switch MIDIChoice(text) {
    case .off: self = .off
    case .sequencer(let device): self = .sequencer(device: device)
    case .jack: self = .jack
    case .raw(let path): self = .raw(path)
    case .fifo(let path): self = .fifo(path)
    case .auto, nil: return nil
    }
  }

  /// The choice as the user writes it.
  package var name: String {
    switch self {
    case .off: MIDIChoice.off.name
    case .sequencer(let device): MIDIChoice.sequencer(device: device).name
    case .jack: MIDIChoice.jack.name
    case .raw(let path): MIDIChoice.raw(path).name
    case .fifo(let path): MIDIChoice.fifo(path).name
    }
  }

  /// Opens the chosen output.
  package func open() throws(DeviceError) -> any MIDIOutput {
    switch self {
    case .off: throw DeviceError(.unavailable, name)
    case .sequencer(let device): try SequencerOutput(device: device)
    case .jack: JACKMIDIOutput()
    case .raw(let path): try RawMIDIOutput(path, name: name, makesPipe: false)
    case .fifo(let path): try RawMIDIOutput(path, name: name, makesPipe: true)
    }
  }
}

/// The value of `midi-clock`.
package enum MIDIClockMode: String, Hashable, Sendable, CaseIterable {
  case off
  /// The beats and the song of a device that sends a clock are followed.
  case follow
  /// The beats and the song are sent to the MIDI output.
  case send
}
