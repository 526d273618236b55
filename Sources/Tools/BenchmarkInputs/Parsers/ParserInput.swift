import AudioBase
import Controls
import Dubbing
import MusicLibrary
import MusicQuery
import Percussion
import Player
import Playlists
import Remote
import SystemBase
import TerminalKit
import TerminalUI
import TrackTags

/// A parser, and input of any size for it.
package struct ParserInput {
  package var name: String
  package var fileName = "input"
  /// Returns input of about this number of bytes.
  package var content: (Int) -> [UInt8]
  package var parse: (Input) -> Void

  package struct Input {
    package var bytes: [UInt8]
    /// The file with the bytes.
    package var path: FilePath
    var text: String { String(decoding: bytes, as: UTF8.self) }

    package init(bytes: [UInt8], path: FilePath) { (self.bytes, self.path) = (bytes, path) }
  }

  /// A text that is repeated up to a size: `@` is the number of the repetition, `^` its last two digits.
  private struct Row {
    let name: String
    private let head, tail, separator: String
    private let unit: String

    init(_ name: String, _ head: String, _ unit: String, _ tail: String = "", by separator: String = "") {
      (self.name, self.head, self.unit, self.tail, self.separator) = (name, head, unit, tail, separator)
    }

    init(_ name: String, _ unit: String, by separator: String = "") {
      self.init(name, "", unit, by: separator)
    }

    func content(_ size: Int) -> [UInt8] {
      var (bytes, index) = (Array(head.utf8), 0)
      while bytes.count + tail.utf8.count < size {
        if index > 0 { bytes += separator.utf8 }
        for byte in unit.utf8 {
          switch byte {
          case UInt8(ascii: "@"): bytes += "\(index)".utf8
          case UInt8(ascii: "^"): bytes += "\(index % 100)".utf8
          default: bytes.append(byte)
          }
        }
        index += 1
      }
      return bytes + tail.utf8
    }
  }

  private static func of(
    _ rows: [Row], file: String = "input", _ parse: @escaping (Input) -> Void
  ) -> [ParserInput] {
    rows.map { ParserInput(name: $0.name, fileName: file, content: $0.content, parse: parse) }
  }

  package static var all: [ParserInput] { playlists + takes + settings + typed + kits + tags }

  private static var playlists: [ParserInput] {
    func playlist(_ file: String, _ rows: [Row]) -> [ParserInput] {
      of(rows, file: file) { _ = try? PlaylistReader(exists: { _ in false }).parse($0.bytes, from: $0.path) }
    }
    let (xspf, end) = ("<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">", "<trackList/></playlist>")
    let m3u = [
      Row("M3U", "#EXTM3U\n", "#EXTINF:^,Artist @ - Title\nmusic/@.flac\n"),
      Row("M3U, one line", "#EXTM3U\n#EXTINF:1,", "a - b\", \\%"),
    ]
    let cue = [
      Row("CUE", "FILE \"a\" WAVE\n", "TRACK ^ AUDIO\nTITLE \"t\"\nREM GENRE x\nINDEX 01 @:00:00\n"),
      Row("CUE, one file for each track", "FILE \"@\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n"),
      Row("CUE, words of a line", "FILE \"a\" WAVE\nREM ", "\" a"),
    ]
    let location = "<track><location>music/@.flac</location><trackNum>@</trackNum></track>\n"
    return playlist("a.m3u", m3u)
      + playlist("a.pls", [Row("PLS", "[playlist]\n", "File1@=music/@.flac\nTitle1@=Title\n")])
      + playlist("a.cue", cue)
      + playlist(
        "a.xspf",
        [
          Row("XSPF", xspf + "<trackList>", location, "</trackList></playlist>"),
          Row("XSPF, unknown elements", xspf, "<x@ xmlns:y=\"z\"/>", end),
          Row("XSPF, attributes", xspf + "<title ", "xmlns:x@=\"y\" ", ">t</title>" + end),
          Row("XSPF, nested", xspf + "<extension application=\"a\">", "<a>"),
          Row("XSPF, one text", xspf + "<title>", "t&amp;\n", "</title>" + end),
        ])
  }

  private static var takes: [ParserInput] {
    let take = #"{"format":"drumdub-take","version":1,"id":"a","name":"n","layers":[{"id":1,"name":"l","#
    func journal(_ size: Int) -> [UInt8] {
      let begin = Array((take.prefix { $0 != "[" } + "[]}").utf8)
      var bytes = JournalCoder.signature + JournalCoder.bytes(of: .begin(take: begin))
      for layer in 1...max(size / 120, 1) {
        bytes += JournalCoder.bytes(of: .layer(id: layer, name: "l"))
        for frame in 0..<4 {
          let hit = TakeHit(frame: frame, pad: 1, velocity: 100, sample: 0)
          bytes += JournalCoder.bytes(of: .hit(hit, layer: layer))
        }
      }
      return bytes
    }
    func midi(_ size: Int) -> [UInt8] {
      let events = (0..<size / 4).flatMap { [1, 0x99, UInt8($0 % 128), UInt8($0 % 100)] as [UInt8] }
      let header = Array("MThd".utf8) + ([0, 0, 0, 6, 0, 0, 0, 1, 0, 96] as [UInt8])
      return header + Array("MTrk".utf8) + big(events.count) + events
    }
    // The part `takes` measures a take of many hits.
    let rows = [
      Row("take, unknown members", take, "\"m@\":0,", "\"x\":0}]}"),
      Row("take, nested", take + "\"x\":", "[[0,[1"),
    ]
    return of(rows) { _ = try? TakeFile.decode($0.bytes, subject: "") } + [
      ParserInput(name: "journal, many layers", content: journal) { _ = JournalRecovery($0.bytes) },
      ParserInput(name: "MIDI file", content: midi) { _ = try? MIDIFileReader.read($0.bytes, subject: "") },
    ]
  }

  private static var settings: [ParserInput] {
    let session =
      #"{"format":"drumdub-session","version":1,"current":0,"position":0,"volume":0,"muted":false,"balance":0,"#
    let song = #"{"path":"/music/@.flac","title":"Title \u00e9","duration":200.5}"#
    return of([Row("session", session + #""repeat":"off","queue":["#, song, "]}", by: ",")]) {
      _ = try? SavedSession(bytes: $0.bytes, subject: "")
    }
      + of([
        Row("configuration", "# comment\nvolume-@=1 # c\nbind x quit\n"),
        Row("configuration, one line", "bind x ", "a # ="),
      ]) { _ = ConfigurationLine.lines(of: $0.bytes) }
      + of([Row("theme", "name@ red on blue bold\n")]) { _ = ThemeFile($0.text) }
      + of([Row("MIDI map", "note ^ pad 3\n")]) { _ = MIDIMap(lines: $0.text) }
      + of([Row("lyrics", "[^:00.50]<00:01.00>la\n"), Row("lyrics, one line", "[01:00]<[ ")]) {
        _ = Lyrics($0.text)
      }
  }

  private static var typed: [ParserInput] {
    let filters = [
      Row("MPD filter", "(", "(artist contains 'a @')", ")", by: " AND "),
      Row("MPD filter, one text", "(artist == '", "\\'a ", "')"),
    ]
    return of([
      Row("query, words", "artist:\"a @\" -b "), Row("query, alternatives", "w@", by: " OR "),
      Row("query, nested", "("),
    ]) { _ = try? SearchQuery(parsing: $0.text, now: 0) }
      + of(filters) { _ = try? MPDFilterParser.expression($0.text, folded: true) }
      + of([Row("MPD line", "find ", "\"a \\\" @\" b ")]) { _ = try? MPDLine(parsing: $0.bytes) }
      + of([
        Row("keys", "a\u{1B}[1;5A\u{1B}[<0;1;2Mé"),
        Row("keys, one paste", "\u{1B}[200~", "é \u{1B}[20", "\u{1B}[201~"),
      ]) {
        var decoder = KeyDecoder()
        _ = decoder.feed($0.bytes)
      }
  }

  private static var kits: [ParserInput] {
    let read: (Input) -> Void = { _ = try? KitReader.read($0.path) }
    func half(_ one: Row, _ other: Row) -> ParserInput {
      ParserInput(
        name: one.name, fileName: "a.sfz", content: { one.content($0 / 2) + other.content($0 / 2) },
        parse: read)
    }
    let (region, end) = ("<region> key=36 sample=a.wav\n", "</instrumentList></drumkit_info>")
    let sfz = [
      Row("SFZ", "<region> key=^ sample=S/^.wav lovel=1 volume=-3 // c\n"),
      Row("SFZ, words of a line", region, "word "), Row("SFZ, opcodes of a line", region, "a@=b c d "),
      Row("SFZ, regions of a line", region, "<region>"), Row("SFZ, includes of a line", region, "#include "),
      Row("SFZ, variables", region, "#define $v^ x\na=$v^\n"), Row("SFZ, comments", region, "/* // */ / "),
    ]
    let pads = #"{"format":"drumdub-kit","version":1,"name":"k","pads":["#
    let json = [
      Row(
        "kit.json, pads", pads, #"{"number":1@,"name":"p","layers":[{"samples":["a.wav"]}]}"#, "]}", by: ","),
      Row("kit.json, unknown members", pads, #"{"number":1^,"name":"p","layers":[],"m@":1}"#, "]}", by: ","),
      Row(
        "kit.json, layers of a pad", pads + #"{"number":1,"name":"p","layers":["#,
        #"{"samples":["@.wav"],"velocity":[1,127],"x@":0}"#, "]}]}", by: ","),
      Row("kit.json, escapes", #"{"name":""#, #"\n\u00e9"#, #""}"#), Row("kit.json, nested", #"{"a":["#),
    ]
    let info = #"<?xml version="1.0"?><drumkit_info><name>k</name><instrumentList>"#
    let layer = "<layer><filename>a.wav</filename></layer>"
    let layers = String(repeating: layer, count: 512)
    let xml = [
      Row("Hydrogen", info, "<instrument><name>i</name><volume>0.8</volume>\(layer)</instrument>", end),
      Row("Hydrogen, layers", info, "<instrument><name>i</name>\(layers)</instrument>", end),
      Row("Hydrogen, elements of an instrument", info + "<instrument>", "<x@/>", "</instrument>" + end),
    ]
    return of(sfz, file: "a.sfz", read) + of(json, file: "kit.json", read)
      + of(xml, file: "drumkit.xml", read) + [
        half(
          Row("SFZ, inherited opcodes", "<global> key=36 sample=a.wav ", "volume=^ "), Row("", "<region>")),
        half(Row("SFZ, long inherited name", "<control> default_path=", "a/"), Row("", "\n" + region)),
      ]
  }

  private static func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }

  private static var tags: [ParserInput] {
    func little(_ number: Int) -> [UInt8] { big(number).reversed() }
    func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    func repeated(_ unit: [UInt8], _ size: Int) -> [UInt8] { (0..<size / unit.count).flatMap { _ in unit } }
    func flac(_ size: Int) -> [UInt8] {
      let comment = little(14) + text("TITLE=abcdefgh")
      let comments = little(0) + little(size / comment.count) + repeated(comment, size)
      let stream: [UInt8] = zeros(10) + [0x0A, 0xC4, 0x42, 0xF0] + zeros(20)
      return text("fLaC") + big(34) + stream + [0x84] + big(comments.count)[1...] + comments
    }
    func id3(_ size: Int) -> [UInt8] {
      let frames = repeated(text("TXXX") + big(5) + [0, 0, 3] + text("a\0bc"), size)
      let length = [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7F) }
      return text("ID3") + [3, 0, 0] + length + frames + [0xFF, 0xFB, 0x90, 0x64] + zeros(2_000)
    }
    func wav(_ size: Int) -> [UInt8] {
      let format = little(16) + [1, 0, 1, 0] + little(44_100) + little(88_200) + [2, 0, 16, 0]
      let chunks = repeated(text("junk") + little(2) + zeros(2), size)
      let body = text("WAVEfmt ") + format + chunks + text("data") + little(4) + zeros(4)
      return text("RIFF") + little(body.count) + body
    }
    func mp4(_ size: Int) -> [UInt8] {
      big(16) + text("ftypM4A ") + zeros(4) + repeated(big(8) + text("free"), size)
    }
    func ogg(_ size: Int) -> [UInt8] {
      repeated(text("OggS") + zeros(22) + [1, 30] + text("\u{1}vorbis") + zeros(23), size)
    }
    let rows = [
      ("comments of FLAC", "a.flac", flac), ("frames of ID3", "a.mp3", id3), ("chunks of WAV", "a.wav", wav),
      ("boxes of MP4", "a.m4a", mp4), ("pages of Ogg", "a.ogg", ogg),
    ]
    return rows.map { name, file, content in
      ParserInput(name: "tags, \(name)", fileName: file, content: content) {
        _ = try? TagReader.read($0.path)
      }
    }
  }
}
