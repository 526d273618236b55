import Controls
import TerminalKit
import TerminalUI

/// The content of a screen with all its parts.
enum ScreenSample {
  static var content: ScreenContent {
    var content = ScreenContent()
    content.song = ScreenContent.Song(
      title: "Flower Duet", artist: "Léo Delibes", album: "Lakmé · Act 1", details: ["track 7/12", "1883"])
    content.playback = .playing
    content.isQueueEmpty = false
    (content.elapsed, content.total) = (83, 271)
    content.balance = ScreenContent.Balance(music: 0, pads: -6)
    content.pads = zip(
      "asdfjkl;", ["snare", "bass", "tambourine", "maraca", "hat", "open hat", "clap", "cowbell"]
    )
    .map { PadContent(key: String($0), name: $1, velocity: 100, glow: 0.5) }
    content.queue = list("Queue")
    content.library = list("Library")
    content.device = ["48 kHz · latency 6.3 ms · 0 xruns"]
    content.hints = KeyHint.list(KeyMap())
    content.message = MessageContent("now playing: Flower Duet", age: 3)
    content.artwork = .cells(picture)
    content.meters = MeterContent(left: -10, right: -12)
    content.waveform = WaveformContent(
      columns: (0..<2_000).map {
        WaveformContent.Column(peak: Float(($0 * 37) % 100) / 100, rms: 0.2, band: .middle)
      })
    return content
  }

  private static func list(_ name: String) -> ListContent {
    let rows = (1...20).map { ListContent.Row("Track \($0) of \(name)", number: $0, end: "03:1\($0 % 10)") }
    return ListContent(heading: [name, "1000000 tracks"], count: 1_000_000, rows: rows, selection: 3)
  }

  private static var picture: CellPicture {
    let cells = (0..<200).map { index in
      Cell("▀", style: Style(.rgb(UInt8(index), 90, 120), on: .rgb(20, UInt8(index), 60)))
    }
    return CellPicture(Size(20, 10), cells)
  }

  static let theme = """
    plain=#d4d8de on #15181e
    faint=#9aa2ad
    rule=#858d99
    title=bold #ffffff
    brand=bold #ff9d3c
    wave-low=#ff9d3c
    wave-middle=#2fc59a
    selected-row=#ffffff on #1d4f7a
    """
}
