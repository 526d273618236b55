import AudioBase
import AudioDevices
import SystemBase

/// The value of `--midi`.
enum MIDIChoice: Hashable, Sendable {
  /// The sequencer, if the machine has one.
  case auto
  case off
  /// All MIDI devices, through the ALSA sequencer.
  case sequencer
  /// A device file, such as /dev/snd/midiC1D0.
  case raw(FilePath)
  /// A named pipe of MIDI bytes, which is created if it does not exist.
  case fifo(FilePath)

  init?(_ text: FilePath) {
    let (kind, rest) = DeviceWord.parts(of: text)
    switch (kind, rest) {
    case ("auto", nil): self = .auto
    case ("off", nil): self = .off
    case ("seq", nil): self = .sequencer
    case ("raw", let path?) where !path.isEmpty: self = .raw(path)
    case ("fifo", let path?) where !path.isEmpty: self = .fifo(path)
    default: return nil
    }
  }

  static let words = "auto, seq, raw:DEVICE, fifo:PATH or off"

  /// - Returns: nil if no input is wanted, or none is there.
  func open() throws(DeviceError) -> (any MIDIInput)? {
    switch self {
    case .off: return nil
    case .auto: return SequencerInput.isThere ? try SequencerInput() : nil
    case .sequencer: return try SequencerInput()
    case .raw(let path): return try RawMIDIInput(path, name: "raw:\(path.shown)", makesPipe: false)
    case .fifo(let path): return try RawMIDIInput(path, name: "fifo:\(path.shown)", makesPipe: true)
    }
  }
}
