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
    switch (kind, rest) {
    case ("auto", nil): self = .automatic
    case ("pulse", nil): self = .pulse(sink: nil)
    case ("pulse", let sink?) where !sink.isEmpty: self = .pulse(sink: sink.shown)
    case ("alsa", nil): self = .alsa(pcm: "default")
    case ("alsa", let pcm?) where !pcm.isEmpty: self = .alsa(pcm: pcm.shown)
    case ("jack", nil): self = .jack
    case ("null", nil): self = .null
    case ("file", let path?) where !path.isEmpty: self = .file(path)
    case ("fifo", let path?) where !path.isEmpty: self = .fifo(path)
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
