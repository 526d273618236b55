import SystemBase

/// The value of `--output`.
enum OutputChoice: Hashable, Sendable {
  case alsa(pcm: String)
  case jack
  case null
  case file(FilePath)
  case fifo(FilePath)

  init?(_ text: FilePath) {
    let colon = text.bytes.firstIndex(of: UInt8(ascii: ":"))
    let kind = String(decoding: text.bytes[..<(colon ?? text.bytes.endIndex)], as: UTF8.self)
    let rest = colon.map { FilePath(bytes: text.bytes[($0 + 1)...]) }
    switch (kind, rest) {
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
  var isDevice: Bool {
    switch self {
    case .alsa, .jack: true
    case .null, .file, .fifo: false
    }
  }

  /// As the user would write it.
  var name: String {
    switch self {
    case .alsa(let pcm): "alsa:\(pcm)"
    case .jack: "jack"
    case .null: "null"
    case .file(let path): "file:\(path.shown)"
    case .fifo(let path): "fifo:\(path.shown)"
    }
  }

  static let words = "alsa, alsa:PCM, jack, null, file:PATH.wav or fifo:PATH"
}
