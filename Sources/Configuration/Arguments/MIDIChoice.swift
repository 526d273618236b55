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

  /// Opens the chosen input.
  ///
  /// - Returns: nil if no input is wanted, or none is there.
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
