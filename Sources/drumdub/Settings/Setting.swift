import Application
import Controls
import AudioBase
import Dubbing
import MixEngine
import Player
import SystemBase
import TerminalKit
import TerminalUI

/// A setting: its name in the configuration file and, with two dashes, on the command line.
struct Setting: Sendable {
  let name: String
  /// What stands for its value in the help.
  let value: String
  let summary: String
  /// Whether it stands on the command line without a value, for `yes`.
  var isFlag = false
  /// Sets it; false where the value is none of its values.
  let apply: @Sendable (inout Settings, FilePath) -> Bool

  static let all: [Setting] = [
    Setting(
      name: "output", value: "DEVICE", summary: "where the sound goes: \(OutputChoice.words)",
      apply: { set(&$0.output, OutputChoice($1)) }),
    Setting(
      name: "kit", value: "KIT", summary: "the pads' sounds: a kit's name or its folder",
      apply: { set(&$0.kit, $1.isEmpty ? nil : $1) }),
    Setting(
      name: "period", value: "FRAMES", summary: "frames rendered at a time, 64 to 2048 (256)",
      apply: { set(&$0.period, number($1, 64...2048).map { FrameCount($0) }) }),
    Setting(
      name: "rate", value: "HZ", summary: "the rate to render at, 8000 to 192000 (the card's, or 48000)",
      apply: { set(&$0.rate, number($1, 8000...192_000).map { SampleRate($0) }) }),
    Setting(
      name: "timing", value: "even|tight",
      summary: "hits sound a constant time after their keys, or as soon as they can (even)",
      apply: { set(&$0.timing, HitTiming(rawValue: $1.shown)) }),
    Setting(
      name: "held-key", value: "ignore|repeat", summary: "what a pad's key does while it is held (ignore)",
      apply: { set(&$0.heldKey, Settings.HeldKey(rawValue: $1.shown)) }),
    Setting(
      name: "theme", value: "NAME",
      summary: "dark, light, high-contrast, monochrome, terminal, or a file in themes/ of yours (dark)",
      apply: { set(&$0.theme, ThemeChoice.isName($1) ? $1.text : nil) }),
    Setting(
      name: "direction", value: "ltr|rtl", summary: "where lines begin: left, or right as in Arabic (ltr)",
      apply: { set(&$0.direction, directions[$1.shown]) }),
    Setting(
      name: "bidi", value: "auto|yes|no",
      summary: "put right-to-left text in order: where the terminal does not itself, always, never (auto)",
      apply: { set(&$0.bidi, Settings.Bidi(rawValue: $1.shown)) }),
    Setting(
      name: "suspend", value: "pause|play", summary: "whether the music goes on after Ctrl-Z (pause)",
      apply: { set(&$0.suspend, Settings.Suspend(rawValue: $1.shown)) }),
    Setting(
      name: "keys", value: "usual|vi",
      summary: "the layout of the keys; vi moves by h j k l, its pads lie on 1 to 8 (usual)",
      apply: { set(&$0.keyLayout, KeyMap.Layout(rawValue: $1.shown)) }),
    Setting(
      name: "artwork", value: "yes|no", summary: "whether pictures are shown (yes)",
      apply: { set(&$0.wantsArtwork, ["yes": true, "no": false][$1.shown]) }),
    Setting(
      name: "graphics", value: "auto|kitty|sixel|symbols",
      summary: "how pictures are shown: as the terminal says it can, or so (auto)",
      apply: { set(&$0.graphics, GraphicsChoice(rawValue: $1.shown)) }),
    Setting(
      name: "plain", value: "yes|no",
      summary: "one line for each event and no screen; also for TERM=dumb (no)", isFlag: true,
      apply: { set(&$0.isPlain, ["yes": true, "no": false][$1.shown]) }),
    Setting(
      name: "mouse", value: "yes|no", summary: "whether the mouse strikes, seeks and scrolls (yes)",
      apply: { set(&$0.wantsMouse, ["yes": true, "no": false][$1.shown]) }),
    Setting(
      name: "trace-hits", value: "PATH", summary: "write a JSON line for each hit: key, frame, when heard",
      apply: { set(&$0.hitTrace, $1.isEmpty ? nil : $1) }),
    Setting(
      name: "stats", value: "PATH",
      summary: "write a JSON object of counters at the end: dropouts, late and lost hits, frames",
      apply: { set(&$0.statistics, $1.isEmpty ? nil : $1) }),
    Setting(
      name: "resume", value: "yes|no|play",
      summary: "whether the last queue is taken up without arguments (yes: paused)",
      apply: { set(&$0.resume, Settings.Resume(rawValue: $1.shown)) }),
    Setting(
      name: "pad-keys", value: "KEYS",
      summary: "the keys of pads 1 to 8: qwerty, qwertz, azerty or eight characters",
      apply: { set(&$0.padKeys, PadKeys($1.shown)) }),
    Setting(
      name: "music-level", value: "DB", summary: "the level of the music, -60 to 6 (0)",
      apply: { set(&$0.musicLevel, level($1)) }),
    Setting(
      name: "pads-level", value: "DB", summary: "the level of the pads, -60 to 6 (-6)",
      apply: { set(&$0.padsLevel, level($1)) }),
    Setting(
      name: "speed", value: "FACTOR",
      summary: "how fast the music plays at its own pitch, 0.5 to 2 (the last, or 1)",
      apply: { set(&$0.speed, Double($1.shown).flatMap { PlayerModel.speedRange.contains($0) ? $0 : nil }) }),
    Setting(
      name: "crossfade", value: "SECONDS",
      summary: "how long a track's end overlaps the next one's beginning, 0 to 12 (0: joined exactly)",
      apply: { set(&$0.crossfade, Double($1.shown).flatMap { (0...12).contains($0) ? $0 : nil }) }),
    Setting(
      name: "count-in", value: "BEATS",
      summary: "beats before a recording while no music plays, 0 to 8 (4)",
      apply: { set(&$0.countIn, number($1, Metronome.countIns)) }),
    Setting(
      name: "record-start", value: "count-in|now|first-hit",
      summary: "how a recording begins while no music plays: counted in, at once, by a hit (count-in)",
      apply: { set(&$0.recordStart, RecordStart(rawValue: $1.shown)) }),
    Setting(
      name: "replaygain", value: "auto|album|track|off",
      summary:
        "play tracks equally loud: as albums, one by one, or as the queue is in order or shuffled (auto)",
      apply: { set(&$0.replayGain, ReplayGainMode(rawValue: $1.shown)) }),
    Setting(
      name: "library", value: "FILE", summary: "the index of your music (library.db in the data folder)",
      apply: { set(&$0.library, $1.isEmpty ? nil : BaseFolders.current.appending($1)) }),
  ]

  private static let directions: [String: LayoutDirection] = ["ltr": .leftToRight, "rtl": .rightToLeft]

  static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  private static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  private static func set<Value>(_ place: inout Value?, _ value: Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  private static func number(_ text: FilePath, _ range: ClosedRange<Int>) -> Int? {
    Int(text.shown).flatMap { range.contains($0) ? $0 : nil }
  }

  private static func level(_ text: FilePath) -> Decibels? {
    Double(text.shown).flatMap { (-60...6).contains($0) ? Decibels($0) : nil }
  }
}
