import AudioBase
import AudioDevices
import AudioFiles
import SystemBase

/// The value of `--input`.
enum InputChoice: Hashable, Sendable {
  case alsa(pcm: String)
  /// A file that is played as if it were captured.
  case file(FilePath)

  init?(_ text: FilePath) {
    let (kind, rest) = DeviceWord.parts(of: text)
    switch (kind, rest) {
    case ("alsa", nil): self = .alsa(pcm: "default")
    case ("alsa", let pcm?) where !pcm.isEmpty: self = .alsa(pcm: pcm.shown)
    case ("file", let path?) where !path.isEmpty: self = .file(path)
    default: return nil
    }
  }

  /// As the user would write it.
  var name: String {
    switch self {
    case .alsa(let pcm): "alsa:\(pcm)"
    case .file(let path): "file:\(path.shown)"
    }
  }

  static let words = "alsa, alsa:PCM or file:PATH"
}

/// Opens the input that the user chose.
struct InputOpener: InputOpening {
  let choice: InputChoice

  var name: String { choice.name }

  func open(rate: SampleRate?, channels: Int) throws(DeviceError) -> any InputDevice {
    switch choice {
    case .alsa(let pcm): return try ALSAInput(pcm: pcm, rate: rate, channels: channels)
    case .file(let path):
      do throws(FileError) {
        let decoder = try DecoderRegistry().open(path)
        return PacedInput(name: choice.name, decoder: decoder)
      } catch {
        throw DeviceError(.unavailable, choice.name, detail: error.detail ?? "the file cannot be decoded")
      }
    }
  }
}
