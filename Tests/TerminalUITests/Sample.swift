import TerminalKit

@testable import TerminalUI

/// Contents to draw.
enum Sample {
  static let padNames = ["snare", "bass", "tambourine", "maraca", "hat", "open hat", "clap", "cowbell"]

  static func pads(lit: Int? = nil) -> [PadContent] {
    zip("asdfjkl;", padNames).enumerated().map { index, pad in
      PadContent(key: String(pad.0), name: pad.1, isLit: index == lit, velocity: 110)
    }
  }

  static func queue(_ count: Int, selection: Int = 6) -> QueueContent {
    let titles = ["Coppélia: Valse", "Flower Duet", "Sylvia: Pizzicato", "Lakmé: Bell Song"]
    let rows = (0..<count).map { index in
      QueueContent.Row(
        number: index + 1, title: titles[index % 4], artist: "Léo Delibes", duration: 125 + index * 7,
        isCurrent: index == 1, failure: index == 2 ? "damaged" : nil)
    }
    return QueueContent(count: count, duration: 2_890, rows: rows, selection: selection)
  }

  static var playing: ScreenContent {
    var content = ScreenContent()
    content.song = ScreenContent.Song(
      title: "Flower Duet", artist: "Léo Delibes", album: "Lakmé · Act 1",
      details: ["track 7/12", "1883", "classical"])
    content.playback = .playing
    content.isQueueEmpty = false
    content.elapsed = 83
    content.total = 271
    content.volume = -6
    content.repeatMode = .all
    content.balance = ScreenContent.Balance(music: -3, pads: 0)
    content.pads = pads(lit: 2)
    content.queue = queue(12, selection: 3)
    content.device = "48 kHz · 5.3 ms · 0 xruns"
    content.message = ScreenContent.Message("paused: headphones unplugged", .warning, age: 2)
    content.hints = KeyHint.list(KeyMap())
    return content
  }

  static var empty: ScreenContent {
    var content = ScreenContent()
    content.pads = pads()
    content.device = "48 kHz · 5.3 ms · 0 xruns"
    content.hints = KeyHint.list(KeyMap())
    return content
  }

  /// A file without tags, of unknown length, paused.
  static var untagged: ScreenContent {
    var content = playing
    content.song = ScreenContent.Song(title: "track 03 (live).mp3")
    content.playback = .paused
    content.total = nil
    content.isMuted = true
    content.balance = nil
    content.message = nil
    content.pads = pads()
    return content
  }

  /// Wide characters everywhere, longer than the screen, with what a terminal must not be sent.
  static var wide: ScreenContent {
    var content = playing
    let title = "千と千尋の神隠し いつも何度でも 木村弓 サウンドトラック"
    content.song = ScreenContent.Song(
      title: title, artist: "久石譲\u{1B}[31m と新日本フィルハーモニー交響楽団", album: "\u{202E}千と千尋", details: ["2001"])
    content.elapsed = 3_723
    content.total = 36_000
    content.queue.rows[0].title = title
    content.queue.rows[1].title = "👩‍🚀🇫🇷 e\u{301}\tو"
    content.message = ScreenContent.Message("cannot play \(title): 壊れ", .error)
    return content
  }

  static var prompting: ScreenContent {
    var content = playing
    content.prompt = "flow"
    return content
  }

  static var helping: ScreenContent {
    var content = playing
    content.help = HelpContent(KeyMap())
    return content
  }

  static func lines(_ content: ScreenContent, _ width: Int, _ height: Int, colours: Int = 256) -> [String] {
    var surface = Surface(Size(width, height))
    MainScreen(content, theme: Theme(colours: colours)).draw(on: &surface, in: surface.bounds)
    return surface.lines
  }

  /// The screen as one text, the blanks at the ends of its lines left out.
  static func shown(_ content: ScreenContent, _ width: Int, _ height: Int) -> String {
    lines(content, width, height).map { line in
      var line = line[...]
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}
