import AudioBase
import AudioDevices
import AudioFiles
import SystemBase

/// The value of `--output`.
package enum OutputChoice: Hashable, Sendable {
  /// The sound server if one answers, else ALSA.
  case automatic
  /// The default sink of the sound server if none is named.
  case pulse(sink: String?)
  case alsa(pcm: String)
  case jack
  case null
  case file(FilePath)
  case fifo(FilePath)

  package init?(_ text: FilePath) {
    let (kind, rest) = DeviceWord.parts(of: text)
    if rest?.isEmpty == true { return nil }
    switch (kind, rest) {
    case ("auto", nil): self = .automatic
    case ("pulse", let sink): self = .pulse(sink: sink?.shown)
    case ("alsa", let pcm): self = .alsa(pcm: pcm?.shown ?? "default")
    case ("jack", nil): self = .jack
    case ("null", nil): self = .null
    case ("file", let path?): self = .file(path)
    case ("fifo", let path?): self = .fifo(path)
    default: return nil
    }
  }

  /// Whether the output is a device, which can disappear and be tried again.
  package var isDevice: Bool {
    switch self {
    case .automatic, .pulse, .alsa, .jack: true
    case .null, .file, .fifo: false
    }
  }

  /// The choice as the user writes it.
  package var name: String {
    switch self {
    case .automatic: "auto"
    case .pulse(let sink): sink.map { "pulse:\($0)" } ?? "pulse"
    case .alsa(let pcm): "alsa:\(pcm)"
    case .jack: "jack"
    case .null: "null"
    case .file(let path): "file:\(path.shown)"
    case .fifo(let path): "fifo:\(path.shown)"
    }
  }

  /// The words that complete a typed choice.
  static let examples = ["alsa", "alsa:", "auto", "fifo:", "file:", "jack", "null", "pulse", "pulse:"]

  package static let syntax =
    "auto, pulse, pulse:SINK, alsa, alsa:PCM, jack, null, file:PATH.wav or fifo:PATH"
}

/// A word that names a device: `jack`, `alsa:hw:1`, `fifo:/tmp/pipe`.
enum DeviceWord {
  /// Splits a word at its first colon. Returns the kind, and what follows the colon; nil without a colon.
  static func parts(of word: FilePath) -> (kind: String, rest: FilePath?) {
    let colon = word.bytes.firstIndex(of: UInt8(ascii: ":"))
    let kind = String(decoding: word.bytes[..<(colon ?? word.bytes.endIndex)], as: UTF8.self)
    return (kind, colon.map { FilePath(bytes: word.bytes[($0 + 1)...]) })
  }
}

/// The value of `--input`.
package enum InputChoice: Hashable, Sendable {
  /// The default source of the sound server if none is named.
  case pulse(source: String?)
  case alsa(pcm: String)
  /// A file that is played as if it were captured.
  case file(FilePath)

  package init?(_ text: FilePath) {
    let (kind, rest) = DeviceWord.parts(of: text)
    if rest?.isEmpty == true { return nil }
    switch (kind, rest) {
    case ("pulse", let source): self = .pulse(source: source?.shown)
    case ("alsa", let pcm): self = .alsa(pcm: pcm?.shown ?? "default")
    case ("file", let path?): self = .file(path)
    default: return nil
    }
  }

  package var name: String {
    switch self {
    case .pulse(let source): source.map { "pulse:\($0)" } ?? "pulse"
    case .alsa(let pcm): "alsa:\(pcm)"
    case .file(let path): "file:\(path.shown)"
    }
  }

  package static let syntax = "alsa, alsa:PCM, pulse, pulse:SOURCE or file:PATH"
}

extension InputChoice: InputOpening {
  package func open(rate: SampleRate?, channels: Int) throws(DeviceError) -> OpenedInput {
    switch self {
    case .pulse(let source):
      return OpenedInput(try PulseInput(source: source, rate: rate, channels: channels))
    case .alsa(let pcm): return OpenedInput(try ALSAInput(pcm: pcm, rate: rate, channels: channels))
    case .file(let path):
      do throws(FileError) {
        let decoder = try DecoderRegistry().open(path)
        return OpenedInput(PacedInput(name: name, decoder: decoder))
      } catch {
        throw DeviceError(.unavailable, name, detail: error.detail ?? "the file cannot be decoded")
      }
    }
  }
}

/// The value of `--midi` and of `midi-output`, which is not `auto`.
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
    if rest?.isEmpty == true { return nil }
    switch (kind, rest) {
    case ("auto", nil): self = .auto
    case ("off", nil): self = .off
    case ("seq", let device): self = .sequencer(device: device?.shown)
    case ("jack", nil): self = .jack
    case ("raw", let path?): self = .raw(path)
    case ("fifo", let path?): self = .fifo(path)
    default: return nil
    }
  }

  package var name: String {
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
  static let outputSyntax = "off, seq, seq:PORT, jack, raw:DEVICE or fifo:PATH"

  static func output(_ text: FilePath) -> MIDIChoice? { MIDIChoice(text).flatMap { $0 == .auto ? nil : $0 } }

  package func openOutput() throws(DeviceError) -> any MIDIOutput {
    switch self {
    case .off, .auto: throw DeviceError(.unavailable, name)
    case .sequencer(let device): try SequencerOutput(device: device)
    case .jack: JACKMIDIOutput()
    case .raw(let path): try RawMIDIOutput(path, name: name, makesPipe: false)
    case .fifo(let path): try RawMIDIOutput(path, name: name, makesPipe: true)
    }
  }

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

/// The value of `midi-clock`.
package enum MIDIClockMode: String, Hashable, Sendable, CaseIterable {
  case off
  /// The beats and the song of a device that sends a clock are followed.
  case follow
  /// The beats and the song are sent to the MIDI output.
  case send
}
