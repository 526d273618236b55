import AudioBase
import SystemBase
import TerminalKit

@testable import Controls
@testable import TerminalUI

extension WaveformContent {
  enum Band { case low, middle, high }
}

extension WaveformContent.Column {
  /// Makes a symmetric column of one band.
  init(peak: Float, rms: Float, band: WaveformContent.Band) {
    let bands: SIMD3<Float> =
      switch band {
      case .low: SIMD3(1, 0, 0)
      case .middle: SIMD3(0, 1, 0)
      case .high: SIMD3(0, 0, 1)
      }
    self.init(top: peak, bottom: peak, rms: rms, bands: bands)
  }
}

/// Contents to draw.
enum Sample {
  static let padNames = ["snare", "bass", "tambourine", "maraca", "hat", "open hat", "clap", "cowbell"]

  static func pads(lit: Int? = nil) -> [PadContent] {
    zip("asdfjkl;", padNames).enumerated().map { index, pad in
      PadContent(key: String(pad.0), name: pad.1, isLit: index == lit, velocity: 110)
    }
  }

  static func queue(_ count: Int, selection: Int = 6) -> ListContent {
    let titles = ["Coppélia: Valse", "Flower Duet", "Sylvia: Pizzicato", "Lakmé: Bell Song"]
    let rows = (0..<count).map { index in
      let kind: ListContent.Row.Kind = index == 1 ? .current : (index == 2 ? .failed : .usual)
      return ListContent.Row(
        title: titles[index % 4], kind: kind, number: index + 1, detail: "Léo Delibes",
        end: index == 2 ? "damaged" : ShownText.clock(125 + index * 7), isMarked: index == 4)
    }
    let heading = ["Queue", "\(count) tracks", "48:10"]
    return ListContent(heading: heading, count: count, rows: rows, selection: selection)
  }

  static var library: ListContent {
    let rows = [("Coppélia", "1870"), ("Lakmé", "1883"), ("Sylvia", "1876")].map {
      ListContent.Row(title: $0.0, end: $0.1)
    }
    var list = ListContent(heading: ["Library ▸ Artists ▸ Léo Delibes"], count: 3, rows: rows, selection: 0)
    list.hasFocus = false
    return list
  }

  static var picture: CellPicture {
    let size = Size(8, 4)
    let cells = (0..<32).map { index in
      let color = Colour.rgb(UInt8(index) * 8, 90, 120)
      return Cell(index.isMultiple(of: 2) ? "▀" : "▄", style: Style(color))
    }
    return CellPicture(size, cells)
  }

  static var waveform: WaveformContent {
    WaveformContent(
      columns: (0..<400).map { index in
        let level = Float((index * 37) % 100) / 100 * Float(min(index, 400 - index)) / 200
        return WaveformContent.Column(
          peak: level, rms: level / 2, band: [.low, .middle, .high][index / 20 % 3])
      })
  }

  /// With all that a screen can show.
  static var full: ScreenContent {
    var content = playing
    content.library = library
    (content.artwork, content.hasCover) = (.cells(picture), true)
    content.waveform = waveform
    content.meters = MeterContent(left: -10, right: -14)
    for pad in [4, 5] { (content.pads[pad].chokeGroup, content.pads[pad].silencedBy) = (1, 1) }
    content.pads = content.pads.withChokedKeys
    content.pads[2].glow = 0.6
    content.queue.words = ["duet"]
    return content
  }

  static var spectrum: ScreenContent {
    var content = full
    content.spectrum = (0..<32).map { Float($0) * -2 - 6 }
    return content
  }

  static var rightToLeft: ScreenContent {
    var content = full
    content.direction = .rightToLeft
    return content
  }

  static var notices: ScreenContent {
    var content = playing
    content.overlay = NoticesContent(messages: [
      MessageContent("now playing: Flower Duet", age: 3),
      MessageContent("paused: headphones unplugged", .warning, age: 75),
      MessageContent("cannot play x.mp3: no such file; skipped", .error, age: 3_700),
    ])
    return content
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
    content.volume = Decibels(-6)
    content.repeatMode = .all
    content.balance = ScreenContent.Balance(music: -3, pads: 0)
    content.pads = pads(lit: 2)
    content.queue = queue(12, selection: 3)
    content.device = ["48 kHz · 5.3 ms · 0 xruns"]
    content.message = MessageContent("paused: headphones unplugged", .warning, age: 2)
    content.hints = KeyHint.list(KeyMap())
    return content
  }

  static var empty: ScreenContent {
    var content = ScreenContent()
    content.emptyHint = "Tab shows your music, o finds a song"
    content.pads = pads()
    content.device = ["48 kHz · 5.3 ms · 0 xruns"]
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
    content.message = MessageContent("cannot play \(title): 壊れ", .error)
    return content
  }

  /// Hebrew and Arabic with Latin and digits, partly matched by a filter.
  static var bidi: ScreenContent {
    var content = playing
    content.song = ScreenContent.Song(
      title: "שיר השירים (live) 1977", artist: "أم كلثوم", album: "Best of أم كلثوم: 12 أغنية",
      details: ["track 7/12"])
    content.queue.rows[0].title = "שלום עולם"
    content.queue.rows[1].title = "Duet עם פרחים, part 2"
    content.queue.rows[2].title = "إنت عمري"
    content.queue.rows[3].title = "ירושלים של זהב ירושלים של זהב ירושלים של זהב ירושלים של זהב"
    content.queue.words = ["עולם", "עמר"]
    content.message = MessageContent("now playing: שיר השירים (live) 1977")
    content.prompt = nil
    return content
  }

  static var prompting: ScreenContent {
    var content = playing
    content.prompt = "flow"
    content.promptHints = QueueFilterPrompt.hints
    return content
  }

  static var helping: ScreenContent {
    var content = playing
    content.overlay = HelpContent(KeyMap())
    return content
  }

  static func themePath(_ name: String) -> FilePath {
    FilePath(#filePath).directory.directory.directory.directory.appending("Resources/Themes/\(name).theme")
  }

  static func theme(_ name: String = "dark", colours: Int = 256) throws -> Theme {
    let bytes = try FileBytes.read(themePath(name), limit: 1 << 16)
    return ThemeFile(String(decoding: bytes, as: UTF8.self)).theme(colours: colours)
  }

  static func surface(
    _ content: ScreenContent, _ width: Int, _ height: Int, _ theme: Theme,
    ordering: TextOrdering? = nil
  ) -> Surface {
    var surface = Surface(Size(width, height), direction: content.direction, ordering: ordering)
    MainScreen(content, theme: theme).draw(on: &surface, in: surface.bounds)
    return surface
  }

  static func lines(
    _ content: ScreenContent, _ width: Int, _ height: Int, theme: Theme = .monochrome,
    ordering: TextOrdering? = nil
  ) -> [String] {
    surface(content, width, height, theme, ordering: ordering).lines
  }

  /// The screen as one text, the blanks at the ends of its lines left out.
  static func shown(
    _ content: ScreenContent, _ width: Int, _ height: Int, ordering: TextOrdering? = nil
  ) -> String {
    lines(content, width, height, ordering: ordering).map { line in
      var line = line[...]
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}
