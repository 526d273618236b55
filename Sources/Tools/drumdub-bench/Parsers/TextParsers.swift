import AudioBase
import Controls
import Dubbing
import MusicLibrary
import MusicQuery
import Player
import Playlists
import Remote
import SystemBase
import TerminalKit
import TerminalUI
import TrackTags

/// The parsers of bytes and texts.
enum TextParsers {
  static var all: [ParserText] { playlists + own + settings + typed }

  // MARK: Playlists

  private static func playlist(
    _ name: String, _ file: String, _ content: @escaping (Int) -> [UInt8]
  ) -> ParserText {
    ParserText(name: name, fileName: file, content: content) { bytes, path in
      _ = try? PlaylistReader(exists: { _ in false }).parse(bytes, from: path)
    }
  }

  private static let xspf = "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">"

  private static var playlists: [ParserText] {
    [
      playlist(
        "M3U", "a.m3u",
        ParserText.repeated("#EXTM3U\n") { "#EXTINF:\($0 % 600),Artist \($0) - Title\nmusic/\($0).flac\n" }),
      playlist("M3U, one line", "a.m3u", ParserText.repeated("#EXTM3U\n#EXTINF:1,") { _ in "a - b\", \\%" }),
      playlist("M3U, empty lines", "a.m3u", ParserText.repeated("#EXTM3U") { _ in "\r\n" }),
      playlist(
        "PLS", "a.pls",
        ParserText.repeated("[playlist]\n") { "File\($0 + 1)=music/\($0).flac\nTitle\($0 + 1)=Title\n" }),
      playlist(
        "CUE", "a.cue",
        ParserText.repeated("FILE \"a.flac\" WAVE\n") {
          "TRACK \($0 % 99 + 1) AUDIO\nTITLE \"t\"\nREM GENRE x\nINDEX 01 \($0):00:00\n"
        }),
      playlist(
        "CUE, one file for each track", "a.cue",
        ParserText.repeated("") { "FILE \"\($0).flac\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n" }),
      playlist(
        "CUE, words of a line", "a.cue", ParserText.repeated("FILE \"a\" WAVE\nREM ") { _ in "\" a" }),
      playlist(
        "XSPF", "a.xspf",
        ParserText.repeated(xspf + "<trackList>", "</trackList></playlist>") {
          "<track><location>music/\($0).flac</location><title>t</title><trackNum>\($0)</trackNum></track>\n"
        }),
      playlist(
        "XSPF, unknown elements", "a.xspf",
        ParserText.repeated(xspf, "<trackList/></playlist>") { "<x\($0) xmlns:y=\"z\"/>" }),
      playlist(
        "XSPF, attributes", "a.xspf",
        ParserText.repeated(xspf + "<title ", ">t</title><trackList/></playlist>") { "xmlns:x\($0)=\"y\" " }),
      playlist(
        "XSPF, nested", "a.xspf", ParserText.repeated(xspf + "<extension application=\"a\">") { _ in "<a>" }),
      playlist(
        "XSPF, one text", "a.xspf",
        ParserText.repeated(xspf + "<title>", "</title><trackList/></playlist>") { _ in "t&amp;\n" }),
    ]
  }

  // MARK: Files of the program

  private static let take =
    #"{"format":"drumdub-take","version":1,"id":"a","name":"n","layers":[{"id":1,"name":"l","#

  /// Returns a column of a take.
  private static func column(_ name: String, _ count: Int, _ value: (Int) -> Int) -> String {
    "\"\(name)\":[\((0..<count).map { "\(value($0))" }.joined(separator: ","))]"
  }

  private static func takeBytes(_ size: Int) -> [UInt8] {
    let count = size / 14
    let columns = [
      column("frames", count) { $0 * 100 }, column("pads", count) { $0 % 8 + 1 },
      column("velocities", count) { $0 % 127 + 1 },
    ]
    return Array((take + columns.joined(separator: ",") + "}]}").utf8)
  }

  /// Returns a journal of about a size.
  ///
  /// - Parameter layer: the layer of each hit.
  private static func journal(layers: Int, _ size: Int) -> [UInt8] {
    var bytes = JournalCoder.signature
    let begin = Array((take.prefix { $0 != "[" } + "[]}").utf8)
    bytes += JournalCoder.bytes(of: .begin(take: begin))
    var index = 0
    while bytes.count < size {
      let layer = index % layers + 1
      if index < layers { bytes += JournalCoder.bytes(of: .layer(id: layer, name: "l")) }
      let hit = TakeHit(frame: index, pad: 1, velocity: 100, sample: 0)
      bytes += JournalCoder.bytes(of: .hit(hit, layer: layer))
      index += 1
    }
    return bytes
  }

  private static let session =
    #"{"format":"drumdub-session","version":1,"current":0,"position":0,"volume":0,"muted":false,"balance":0,"repeat":"off","queue":["#

  private static var own: [ParserText] {
    [
      ParserText(name: "take", content: takeBytes) { bytes, _ in
        _ = try? TakeFile.decode(bytes, subject: "")
      },
      ParserText(
        name: "take, unknown members", content: ParserText.repeated(take, "\"x\":0}]}") { "\"m\($0)\":0," }
      ) { bytes, _ in _ = try? TakeFile.decode(bytes, subject: "") },
      ParserText(
        name: "take, nested", content: ParserText.repeated(take + "\"x\":") { _ in "[[0,[1" }
      ) { bytes, _ in _ = try? TakeFile.decode(bytes, subject: "") },
      ParserText(name: "journal", content: { journal(layers: 1, $0) }) { bytes, _ in
        _ = JournalRecovery(bytes)
      },
      ParserText(name: "journal, many layers", content: { journal(layers: max($0 / 120, 1), $0) }) {
        bytes, _ in
        _ = JournalRecovery(bytes)
      },
      ParserText(
        name: "session",
        content: ParserText.repeated(session, "]}", separator: ",") {
          "{\"path\":\"/music/\($0).flac\",\"title\":\"Title \\u00e9\",\"duration\":200.5}"
        }
      ) { bytes, _ in _ = try? SavedSession(bytes: bytes, subject: "") },
    ]
  }

  private static var settings: [ParserText] {
    [
      ParserText(
        name: "configuration",
        content: ParserText.repeated { "# comment\nvolume-\($0)=1 # c\nbind x quit\n" }
      ) { bytes, _ in _ = ConfigurationLine.lines(of: bytes) },
      ParserText(
        name: "configuration, one line", content: ParserText.repeated("bind x ") { _ in "a # =" }
      ) { bytes, _ in _ = ConfigurationLine.lines(of: bytes) },
      ParserText(name: "theme", content: ParserText.repeated { "name\($0) red on blue bold\n" }) {
        bytes, _ in
        _ = ThemeFile(String(decoding: bytes, as: UTF8.self))
      },
      ParserText(name: "MIDI map", content: ParserText.repeated { "note \($0 % 128) pad 3\n" }) {
        bytes, _ in
        _ = MIDIMap(lines: String(decoding: bytes, as: UTF8.self))
      },
      ParserText(name: "MIDI file", content: midi) { bytes, _ in
        _ = try? MIDIFileReader.read(bytes, subject: "")
      },
      ParserText(
        name: "lyrics", content: ParserText.repeated { "[\($0 % 90):00.50]<00:01.00>la <00:02.00>la\n" }
      ) {
        bytes, _ in _ = Lyrics(String(decoding: bytes, as: UTF8.self))
      },
      ParserText(name: "lyrics, one line", content: ParserText.repeated { _ in "[01:00]<[ " }) { bytes, _ in
        _ = Lyrics(String(decoding: bytes, as: UTF8.self))
      },
    ]
  }

  private static func midi(_ size: Int) -> [UInt8] {
    let count = size / 4
    var events: [UInt8] = []
    for index in 0..<count { events += [1, 0x99, UInt8(index % 128), UInt8(index % 100)] as [UInt8] }
    let length = [24, 16, 8, 0].map { UInt8(events.count >> $0 & 0xFF) }
    var bytes = Array("MThd".utf8)
    bytes += [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] as [UInt8]
    bytes += Array("MTrk".utf8)
    return bytes + length + events
  }

  // MARK: What users and clients send

  private static func query(_ name: String, _ content: @escaping (Int) -> [UInt8]) -> ParserText {
    ParserText(name: name, content: content) { bytes, _ in
      _ = try? SearchQuery(parsing: String(decoding: bytes, as: UTF8.self), now: 0)
    }
  }

  private static func filter(_ name: String, _ content: @escaping (Int) -> [UInt8]) -> ParserText {
    ParserText(name: name, content: content) { bytes, _ in
      _ = try? MPDFilterParser.expression(String(decoding: bytes, as: UTF8.self), folded: true)
    }
  }

  private static var typed: [ParserText] {
    [
      query("query, words", ParserText.repeated { "artist:\"a \($0)\" -b " }),
      query("query, alternatives", ParserText.repeated(separator: " OR ") { "w\($0)" }),
      query("query, nested", ParserText.repeated { _ in "(" }),
      filter(
        "MPD filter", ParserText.repeated("(", ")", separator: " AND ") { "(artist contains 'a \($0)')" }),
      filter("MPD filter, one text", ParserText.repeated("(artist == '", "')") { _ in "\\'a " }),
      ParserText(name: "MPD line", content: ParserText.repeated("find ") { "\"a \\\" \($0)\" b " }) {
        bytes, _ in
        _ = try? MPDLine(parsing: bytes)
      },
      ParserText(name: "keys", content: ParserText.repeated { _ in "a\u{1B}[1;5A\u{1B}[<0;1;2Mé" }) {
        bytes, _ in
        var decoder = KeyDecoder()
        _ = decoder.feed(bytes)
      },
      ParserText(
        name: "keys, one paste",
        content: ParserText.repeated("\u{1B}[200~", "\u{1B}[201~") { _ in "é \u{1B}[20" }
      ) { bytes, _ in
        var decoder = KeyDecoder()
        _ = decoder.feed(bytes)
      },
    ]
  }
}
