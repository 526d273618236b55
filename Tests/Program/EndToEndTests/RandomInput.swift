import Glibc
import HeardSound
import SystemBase
import TestSupport

/// Keys, text, mouse, pastes and sizes at random, the same for the same seed.
///
/// What names files keeps to the sandbox: the keys that ask for a name are pressed with a name of the list below and
/// nothing else.
struct RandomInput {
  enum Event: CustomStringConvertible {
    case bytes([UInt8])
    case resize(columns: Int, rows: Int)
    /// Quits the program and starts it again.
    case restart

    var description: String {
      switch self {
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self).debugDescription
      case .resize(let columns, let rows): "resize \(columns)×\(rows)"
      case .restart: "TERM"
      }
    }
  }

  private var numbers: SeededGenerator

  init(seed: UInt64) { numbers = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1) }

  mutating func next() -> Event {
    switch Int.random(in: 0..<1_000, using: &numbers) {
    case 0..<380: .bytes([printable])
    case 380..<600: .bytes(Array(pick(RandomInput.keys).utf8))
    case 600..<670: .bytes(Array(pick(RandomInput.texts).utf8))
    case 670..<730: .bytes(Array(prompt.utf8))
    case 730..<770: .bytes(Array("\u{1B}[200~\(pick(RandomInput.texts))\u{1B}[201~".utf8))
    case 770..<880: .bytes(Array(mouse.utf8))
    case 880..<910:
      .bytes([0x1B, UInt8.random(in: 0x61...0x7A, using: &numbers)].filter { $0 != 0x66 && $0 != 0x77 })
    case 910..<930: .bytes(Array(pick(RandomInput.reports).utf8))
    case 930..<955: .bytes(noise)
    case 955..<995: resize
    case 995..<998: .bytes(Array(pick(["q", "\u{3}", "qq"]).utf8))
    default: .restart
    }
  }

  /// How long the program is left alone, in milliseconds.
  mutating func pause() -> Int32 { pick([0, 0, 0, 1, 5, 15, 30]) }

  private mutating func pick<Value>(_ list: [Value]) -> Value {
    list[Int.random(in: 0..<list.count, using: &numbers)]
  }

  /// Without the keys that quit and that ask for the name of a file.
  private var printable: UInt8 {
    mutating get {
      let byte = UInt8.random(in: 0x20...0x7E, using: &numbers)
      return byte == UInt8(ascii: "q") || byte == UInt8(ascii: "W") ? UInt8(ascii: "b") : byte
    }
  }

  private var noise: [UInt8] {
    mutating get {
      let count = Int.random(in: 1...6, using: &numbers)
      let bytes = (0..<count).map { _ in UInt8.random(in: 1...255, using: &numbers) }
      return bytes.filter { !RandomInput.left.contains($0) }
    }
  }

  /// A key that asks for a text, the text, and its end. Names of files are ended by Enter always: an Escape is part of
  /// what comes next where that follows at once, and the name would go on.
  private var prompt: String {
    mutating get {
      let isFile = Bool.random(using: &numbers)
      if !isFile {
        if Int.random(in: 0..<4, using: &numbers) == 0 {
          return ":" + pick(RandomInput.commands) + "\r\u{1B}"
        }
        return pick(["/", "o", "V", "?/"]) + pick(RandomInput.texts) + pick(["\r", "\r", "\r", "\u{1B}"])
      }
      let isFolder = Int.random(in: 0..<4, using: &numbers) == 0
      let name = isFolder ? "\u{1B}[17~" + pick(RandomInput.folders) : "W" + pick(RandomInput.names)
      return name + "\r" + pick(["", "", "\r", "\u{1B}"])
    }
  }

  /// `W` and `q`, and what a terminal makes signals of while the program ends.
  private static let left: Set<UInt8> = [0x03, 0x1A, 0x1C, 0x57, 0x71]

  private var mouse: String {
    mutating get {
      let (x, y) = (Int.random(in: 0...130, using: &numbers), Int.random(in: 0...45, using: &numbers))
      return "\u{1B}[<\(pick([0, 0, 0, 0, 1, 2, 32, 35, 64, 65]));\(x);\(y)\(pick(["M", "M", "m"]))"
    }
  }

  private var resize: Event {
    mutating get {
      let (columns, rows) = pick([
        (1, 1), (5, 3), (20, 8), (40, 12), (80, 24), (110, 34), (110, 34), (200, 60), (3, 40), (300, 2),
        (65_535, 2),
        (2, 32_768),
      ])
      return .resize(columns: columns, rows: rows)
    }
  }

  private static let keys =
    ["A", "B", "C", "D", "H", "F", "1;2A", "1;2B", "1;2C", "1;2D", "5~", "6~", "3~", "2~", "15~", "1;3A"]
    .map { "\u{1B}[\($0)" }
    + ["\r", "\r", "\r", "\t", "\u{7F}", "\u{1B}", "\u{1B}", " ", "\u{1B}OQ", "\u{1B}OR"]
    + ["\u{2}", "\u{6}", "\u{7}", "\u{C}", "\u{E}", "\u{F}", "\u{10}", "\u{14}", "\u{15}", "\u{19}"]

  private static let texts = [
    "bell", "song", "a", "title:bell", "rating>3", "(", ")", "\"", "artist:=art1 OR -x", "-",
    "year<99999999999999999999",
    "length>1e999", "added:<99999999999999y", "é千😀", "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}",
    "👩‍👩‍👧‍👦", "\u{202E}rtl", "\u{FEFF}\u{AD}", "שלום", "%", "\\", "x y z", String(repeating: "n", count: 300),
  ]

  private static let names = [
    "foo/", "/", "//", "~", "~/", "~/x.pls", "..", ".", "a.m3u8", "x", "x", "sub/y", "sub/deep/z.xspf",
    "./Music", "é千",
    "", " ", "foo/.m3u8", "list.cue", "bad.mp3", String(repeating: "n", count: 260),
  ]

  private static let commands = [
    "seek \(Int.min)", "seek 999:59", "balance \(Int.min)", "volume 1e999", "speed nan",
    "sleep 99999999999999999999",
    "bank 0", "bank \(Int.max)", "tempo 1e-300", "time-signature 99999999/99999999", "layer-offset -1e308",
    "pad 1 128",
    "set", "set volume", "set period 0", "click-level inf", "x y z", "", "seek",
  ]

  private static let folders = ["Music", "~/Music", "nothing", "Music/A/", "", "é"]

  /// What terminals say by themselves.
  private static let reports = [
    "\u{1B}[I", "\u{1B}[O", "\u{1B}[?1u", "\u{1B}[?62;4c", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[97;1:3u",
    "\u{1B}[106;5u",
  ]
}

extension RandomInput {
  private static func setting(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  /// The seed of random tests.
  static var seed: UInt64 { setting("DRUMDUB_FUZZ_SEED") ?? 1 }

  /// How long random tests run; nil for some seconds.
  static var seconds: UInt64? { setting("DRUMDUB_FUZZ_SECONDS") }

  /// Takes without a track: with patterns, and with beats, hits and copies as far away as they can be.
  private static let takes = [
    """
    "tempo":{"bpm":120,"beats":[5,48005,96005]},"layers":[{"id":1,"name":"l","gain":-3,"frames":[5,9000],\
    "pads":[1,2],"velocities":[100,1],"lengths":[0,9],"samples":[0,1],\
    "patterns":[{"start":0,"end":96000,"lead":3,"copies":[96000,192000,288000],"until":200000}]}]
    """,
    """
    "tempo":{"bpm":120,"beats":[4503599627300000,4503599627370496]},"layers":[{"id":1,"name":"l","gain":0,\
    "frames":[0,4503599627370496],"pads":[1,2],"velocities":[100,1],"lengths":[0,4503599627370496],\
    "samples":[0,1],"patterns":[{"start":0,"end":96000,"lead":3,\
    "copies":[96000,192000,4503599627370496],"until":4503599627370496}]}]
    """,
  ]

  /// The library and its files: some short, some odd, one broken; odd takes, and a mixer with a plug-in that hangs. The demo
  /// is a copy: random keys edit its tags, too.
  static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.copyResources()
    for (number, seconds) in [0.01, 0.3, 1.5, 4, 30, 2].enumerated() {
      let folder = number % 2 == 0 ? "Music" : "Music/A/B"
      try FileBytes.makeFolder(sandbox.file(folder))
      try TestTrack(seed: UInt64(number + 1), seconds: seconds).write(
        to: "\(folder)/\(number).flac", in: sandbox,
        comments: number == 5
          ? []
          : ["TITLE=Song \(number) Bell", "ARTIST=Art\(number % 3)", "ALBUM=Alb\(number % 2)", "GENRE=Op"])
    }
    try sandbox.write("no sound".utf8, to: "Music/bad.mp3")
    try sandbox.write(
      "#EXTM3U\n#EXTINF:1e300,x\n0.flac\nhttp://x/y\nmissing.flac\n".utf8, to: "Music/list.m3u8")
    let sheet = [
      "FILE \"4.flac\" WAVE", "TRACK 01 AUDIO", "TITLE \"C1\"", "INDEX 01 00:00:00", "TRACK 02 AUDIO",
      "INDEX 01 00:10:00",
    ]
    try sandbox.write(sheet.joined(separator: "\n").utf8, to: "Music/disc.cue")
    for (number, take) in takes.enumerated() {
      let text =
        #"{"format":"drumdub-take","version":1,"id":"t\#(number)","name":"t\#(number)","rate":48000,\#(take)}"#
      try sandbox.write(text.utf8, to: "data/drumdub/takes/t\(number).dub")
    }
    sandbox.findPlugins()
    try sandbox.install(plugin: "hang", control: 1)
    // One file cannot be read: the command says so.
    _ = try sandbox.run(["scan", "Music"])
    let listed = try sandbox.run(["takes"])
    guard listed.status == 0, listed.text.contains("t0"), listed.text.contains("t1") else {
      throw Tool.Failure(description: "the takes cannot be read: \(listed.errorLines)")
    }
    return sandbox
  }
}
