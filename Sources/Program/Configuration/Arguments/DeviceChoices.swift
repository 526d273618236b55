import AudioBase
import AudioDevices
import AudioFiles
import SystemBase

/// A kind of devices, by the word that names it.
package protocol DeviceKind: RawRepresentable<String>, Hashable, Sendable {
  var naming: DeviceNaming { get }
}

/// Whether devices of a kind have names.
package enum DeviceNaming: Sendable {
  case never, always
  /// A choice without a name is that of the usual device.
  case unless(usual: String)
}

/// A device as the user writes it: its kind, and a name behind a colon if it has one: `jack`, `alsa:hw:1`, `fifo:/tmp/pipe`.
package struct DeviceChoice<Kind: DeviceKind>: Hashable, Sendable {
  package let kind: Kind
  /// The name of the device or the path of the file; empty if none is given.
  package let device: FilePath

  package init(_ kind: Kind, _ device: FilePath = FilePath("")) { (self.kind, self.device) = (kind, device) }

  package init?(_ text: FilePath) {
    let colon = text.bytes.firstIndex(of: UInt8(ascii: ":"))
    let word = String(decoding: text.bytes[..<(colon ?? text.bytes.endIndex)], as: UTF8.self)
    let device = colon.map { FilePath(bytes: text.bytes[($0 + 1)...]) }
    guard let kind = Kind(rawValue: word), device?.isEmpty != true else { return nil }
    switch (kind.naming, device) {
    case (.never, nil): self.init(kind)
    case (.unless(let usual), nil): self.init(kind, FilePath(usual))
    case (.unless, let device?), (.always, let device?): self.init(kind, device)
    case (.never, _?), (.always, nil): return nil
    }
  }

  /// The choice as the user writes it.
  package var name: String { device.isEmpty ? kind.rawValue : "\(kind.rawValue):\(device.shown)" }

  /// The name of the device; nil if none is given.
  package var deviceName: String? { device.isEmpty ? nil : device.shown }
}

/// The value of `--output`.
package typealias OutputChoice = DeviceChoice<OutputKind>

package enum OutputKind: String, DeviceKind {
  /// The sound server if one answers, else ALSA.
  case automatic = "auto"
  /// The default sink of the sound server if none is named.
  case pulse
  case alsa, jack, null, file, fifo

  package var naming: DeviceNaming {
    switch self {
    case .automatic, .jack, .null: .never
    case .pulse: .unless(usual: "")
    case .alsa: .unless(usual: "default")
    case .file, .fifo: .always
    }
  }
}

extension OutputChoice {
  /// Whether the output is a device, which can disappear and be tried again.
  package var isDevice: Bool { ![.null, .file, .fifo].contains(kind) }

  /// The words that complete a typed choice.
  static var examples: [String] {
    ["alsa", "alsa:", "auto", "fifo:", "file:", "jack", "null", "pulse", "pulse:"]
  }

  package static var syntax: String {
    "auto, pulse, pulse:SINK, alsa, alsa:PCM, jack, null, file:PATH.wav or fifo:PATH"
  }
}

/// The value of `--input`.
package typealias InputChoice = DeviceChoice<InputKind>

package enum InputKind: String, DeviceKind {
  /// The default source of the sound server if none is named.
  case pulse
  case alsa
  /// A file that is played as if it were captured.
  case file

  package var naming: DeviceNaming {
    switch self {
    case .pulse: .unless(usual: "")
    case .alsa: .unless(usual: "default")
    case .file: .always
    }
  }
}

extension InputChoice: InputOpening {
  package static var syntax: String { "alsa, alsa:PCM, pulse, pulse:SOURCE or file:PATH" }

  package func open(rate: SampleRate?, channels: Int) throws(DeviceError) -> OpenedInput {
    switch kind {
    case .pulse: return OpenedInput(try PulseInput(source: deviceName, rate: rate, channels: channels))
    case .alsa: return OpenedInput(try ALSAInput(pcm: device.shown, rate: rate, channels: channels))
    case .file:
      do throws(FileError) {
        return OpenedInput(PacedInput(name: name, decoder: try DecoderRegistry().open(device)))
      } catch {
        throw DeviceError(.unavailable, name, detail: error.detail ?? "the file cannot be decoded")
      }
    }
  }
}

/// The value of `--midi` and of `midi-output`, which is not `auto`.
package typealias MIDIChoice = DeviceChoice<MIDIKind>

package enum MIDIKind: String, DeviceKind {
  /// JACK beside an output through JACK, else the sequencer, if the machine has one.
  case auto
  case off
  /// All MIDI devices through the ALSA sequencer, or the one of this name or address.
  case sequencer = "seq"
  /// A port of the JACK server.
  case jack
  /// A device file, such as /dev/snd/midiC1D0.
  case raw
  /// A named pipe of MIDI bytes, which is created if it does not exist.
  case fifo

  package var naming: DeviceNaming {
    switch self {
    case .auto, .off, .jack: .never
    case .sequencer: .unless(usual: "")
    case .raw, .fifo: .always
    }
  }
}

extension MIDIChoice {
  package static var syntax: String { "auto, seq, seq:PORT, jack, raw:DEVICE, fifo:PATH or off" }
  static var outputSyntax: String { "off, seq, seq:PORT, jack, raw:DEVICE or fifo:PATH" }

  static func output(_ text: FilePath) -> MIDIChoice? {
    MIDIChoice(text).flatMap { $0.kind == .auto ? nil : $0 }
  }

  package func openOutput() throws(DeviceError) -> any MIDIOutput {
    switch kind {
    case .off, .auto: throw DeviceError(.unavailable, name)
    case .sequencer: try SequencerOutput(device: deviceName)
    case .jack: JACKMIDIOutput()
    case .raw, .fifo: try RawMIDIOutput(device, name: name, makesPipe: kind == .fifo)
    }
  }

  /// Opens the chosen input; nil if no input is wanted, or none is there.
  package func open(beside output: OutputChoice) throws(DeviceError) -> (any MIDIInput)? {
    switch kind {
    case .off: return nil
    case .auto where output.kind == .jack: return JACKMIDIInput()
    case .auto: return SequencerInput.isThere ? try SequencerInput() : nil
    case .sequencer: return try SequencerInput(device: deviceName)
    case .jack: return JACKMIDIInput()
    case .raw, .fifo: return try RawMIDIInput(device, name: name, makesPipe: kind == .fifo)
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
