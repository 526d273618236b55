import AudioBase
import AudioDevices
import AudioFiles
import SystemBase

/// The value of `--input`.
package enum InputChoice: Hashable, Sendable {
  /// The default source of the sound server if none is named.
  case pulse(source: String?)
  case alsa(pcm: String)
  /// A file that is played as if it were captured.
  case file(FilePath)

  package init?(_ text: FilePath) {
    let (kind, rest) = DeviceWord.parts(of: text)
    switch (kind, rest) {
    case ("pulse", nil): self = .pulse(source: nil)
    case ("pulse", let source?) where !source.isEmpty: self = .pulse(source: source.shown)
    case ("alsa", nil): self = .alsa(pcm: "default")
    case ("alsa", let pcm?) where !pcm.isEmpty: self = .alsa(pcm: pcm.shown)
    case ("file", let path?) where !path.isEmpty: self = .file(path)
    default: return nil
    }
  }

  /// The choice as the user writes it.
  package var name: String {
    switch self {
    case .pulse(let source): source.map { "pulse:\($0)" } ?? "pulse"
    case .alsa(let pcm): "alsa:\(pcm)"
    case .file(let path): "file:\(path.shown)"
    }
  }

  package static let syntax = "alsa, alsa:PCM, pulse, pulse:SOURCE or file:PATH"
}

/// Opens the input that the user chose.
package struct InputOpener: InputOpening {
  private let choice: InputChoice

  package init(_ choice: InputChoice) { self.choice = choice }

  package var name: String { choice.name }

  package func open(rate: SampleRate?, channels: Int) throws(DeviceError) -> OpenedInput {
    switch choice {
    case .pulse(let source):
      return OpenedInput(try PulseInput(source: source, rate: rate, channels: channels))
    case .alsa(let pcm): return OpenedInput(try ALSAInput(pcm: pcm, rate: rate, channels: channels))
    case .file(let path):
      do throws(FileError) {
        let decoder = try DecoderRegistry().open(path)
        return OpenedInput(PacedInput(name: choice.name, decoder: decoder))
      } catch {
        throw DeviceError(.unavailable, choice.name, detail: error.detail ?? "the file cannot be decoded")
      }
    }
  }
}
