import Application
import AudioBase
import AudioDevices
import Controls
import Desktop
import Dubbing
import MixEngine
import MusicLibrary
import MusicQuery
import Player
import Remote
import SystemBase
import TerminalKit
import TerminalUI

/// A setting, under the same name in the configuration file and, with two dashes, on the command line.
package struct Setting: Sendable {
  package let name: String
  /// The placeholder or the alternatives of its value, for the help.
  let value: String
  /// The explanation, with the default value in parentheses.
  package let summary: String
  /// Whether the command line gives it without a value, meaning `yes`.
  var isFlag = false
  /// Whether it can be changed while the program runs.
  package var isLive: Bool { Setting.live.contains(name) }
  /// The values of a number, for errors; nil: `value` lists them.
  var range: String?
  /// Stores a value in the settings. Returns false, and changes nothing, if the value is not valid.
  package let apply: @Sendable (inout Settings, FilePath) -> Bool

  /// The valid values in words: `64 to 2048`, `usual or vi`.
  package var expected: String {
    let choices = value.split(separator: "|")
    if let range { return range }
    guard choices.count > 1, let last = choices.last else { return value }
    return "\(choices.dropLast().joined(separator: ", ")) or \(last)"
  }

  static let all: [Setting] = [
    Setting(
      name: "output", value: "DEVICE",
      summary:
        "audio output: \(OutputChoice.syntax); auto: the sound server, or ALSA where none answers (auto)",
      apply: { set(&$0.output, OutputChoice($1)) }),
    Setting(
      name: "click-output", value: "DEVICE",
      summary:
        "output of the metronome: main is that of the music, and any other DEVICE plays the metronome alone (main)",
      range: "main, \(OutputChoice.syntax)",
      apply: { settings, value in
        let choice = OutputChoice(value)
        guard choice != nil || value.shown == "main" else { return false }
        settings.clickOutput = choice
        return true
      }),
    Setting(
      name: "fifo-format", value: "float|s32|s16",
      summary: "samples of the output fifo:PATH, in stereo; Snapcast takes s16 and s32 (float)",
      apply: { set(&$0.pipeFormat, PCMSampleFormat(rawValue: $1.shown)) }),
    Setting(
      name: "input", value: "DEVICE", summary: "audio input to record from: \(InputChoice.syntax) (alsa)",
      apply: { set(&$0.input, InputChoice($1)) }),
    Setting(
      name: "input-latency", value: "auto|MS",
      summary: "by how much the input is late in ms, 0 to 1000; auto: as calibrate-input has measured (auto)",
      range: "auto, or 0 to 1000",
      apply: { settings, value in
        if value.shown == "auto" {
          settings.inputLatency = nil
          return true
        }
        let seconds = Double(value.shown).flatMap { (0...1_000).contains($0) ? $0 / 1_000 : nil }
        return set(&settings.inputLatency, seconds)
      }),
    Setting(
      name: "input-monitor", value: "yes|no",
      summary: "hear the input while it is on; use headphones, or it hears the speakers (no)",
      apply: { set(&$0.monitorsInput, yesOrNo($1)) }),
    Setting(
      name: "midi", value: "DEVICE", summary: "MIDI input for pads: \(MIDIChoice.syntax) (auto)",
      apply: { set(&$0.midi, MIDIChoice($1)) }),
    Setting(
      name: "kit", value: "KIT",
      summary: "drum kit: its name, folder or file; drumdub kits lists them (Default)",
      apply: { set(&$0.kit, $1.isEmpty ? nil : $1) }),
    Setting(
      name: "kit-memory", value: "SIZE",
      summary: "memory for the samples of a kit; longer ones are read from disk while they sound (512M)",
      range: "a number of bytes, or a number with K, M or G: 1M to 64G",
      apply: { set(&$0.kitMemory, size($1, (1 << 20)...(64 << 30))) }),
    Setting(
      name: "period", value: "FRAMES", summary: "frames rendered at a time, 64 to 2048 (256)",
      range: "64 to 2048",
      apply: { set(&$0.period, number($1, 64...2048).map { FrameCount($0) }) }),
    Setting(
      name: "rate", value: "HZ",
      summary:
        "output sample rate in Hz, 8000 to 192000; JACK keeps its own (that of the sound server's sink; 48000 without one)",
      range: "8000 to 192000",
      apply: { set(&$0.rate, number($1, 8000...192_000).map { SampleRate($0) }) }),
    Setting(
      name: "timing", value: "even|tight",
      summary: "latency of hits: constant, or as short as possible (even)",
      apply: { set(&$0.timing, HitTiming(rawValue: $1.shown)) }),
    Setting(
      name: "held-key", value: "ignore|repeat",
      summary: "what a pad's key does while it is held down: nothing, or repeated hits (ignore)",
      apply: { set(&$0.heldKey, HeldKeyMode(rawValue: $1.shown)) }),
    Setting(
      name: "theme", value: "NAME",
      summary:
        "colours: dark, light, high-contrast, monochrome, terminal, or a theme file of your own (dark)",
      range: "the name of a theme",
      apply: { set(&$0.theme, ThemeChoice.exists($1) ? $1.text : nil) }),
    Setting(
      name: "direction", value: "ltr|rtl", summary: "layout direction: left to right, or right to left (ltr)",
      apply: { set(&$0.direction, directions[$1.shown]) }),
    Setting(
      name: "bidi", value: "auto|yes|no",
      summary: "reorder right-to-left text: auto does so where the terminal does not (auto)",
      apply: { set(&$0.bidi, Settings.Bidi(rawValue: $1.shown)) }),
    Setting(
      name: "suspend", value: "pause|play",
      summary: "what the music does after Ctrl-Z: pause, or play on (pause)",
      apply: { set(&$0.suspend, Settings.Suspend(rawValue: $1.shown)) }),
    Setting(
      name: "on-unplug", value: "pause|continue",
      summary: "what the music does when its device is removed and there is another (pause)",
      apply: { set(&$0.unplug, Settings.Unplug(rawValue: $1.shown)) }),
    Setting(
      name: "on-hangup", value: "quit|detach",
      summary: "what the player does when its terminal is closed: quit, or play on for drumdub attach (quit)",
      apply: { set(&$0.hangup, Settings.Hangup(rawValue: $1.shown)) }),
    Setting(
      name: "keys", value: "usual|vi|mpv|cmus",
      summary: "key layout: vi, mpv and cmus have the keys of those programs, and the pads on 1 to 8 (usual)",
      apply: { set(&$0.keyLayout, KeyLayout(rawValue: $1.shown)) }),
    Setting(
      name: "artwork", value: "yes|no", summary: "show pictures (yes)",
      apply: { set(&$0.wantsArtwork, yesOrNo($1)) }),
    Setting(
      name: "graphics", value: "auto|kitty|sixel|symbols",
      summary: "protocol for pictures: auto asks the terminal, symbols uses characters (auto)",
      apply: { set(&$0.graphics, GraphicsChoice(rawValue: $1.shown)) }),
    Setting(
      name: "plain", value: "yes|no",
      summary: "print one line for each event instead of drawing a screen; yes for TERM=dumb (no)",
      isFlag: true,
      apply: { set(&$0.isPlain, yesOrNo($1)) }),
    Setting(
      name: "mouse", value: "yes|no", summary: "use the mouse (yes)",
      apply: { set(&$0.wantsMouse, yesOrNo($1)) }),
    Setting(
      name: "trace-hits", value: "PATH", summary: "write a JSON line for each hit: key, frame, time heard",
      apply: { set(&$0.hitTrace, $1.isEmpty ? nil : $1) }),
    Setting(
      name: "stats", value: "PATH",
      summary: "write counters as a JSON object at exit: dropouts, late and lost hits, frames",
      apply: { set(&$0.statistics, $1.isEmpty ? nil : $1) }),
    Setting(
      name: "log", value: "FILE",
      summary: "append a line for each event to a file: devices, streams, scans, errors, commands",
      apply: { set(&$0.log, $1.isEmpty ? nil : BaseFolders.current.appending($1)) }),
    Setting(
      name: "record", value: "FILE",
      summary: "record what is heard to a .flac, .wav or .ogg file; a number is added to a name that exists",
      range: "a name that ends in .flac, .wav or .ogg",
      apply: { set(&$0.recording, RecordingFile(BaseFolders.current.appending($1))) }),
    Setting(
      name: "record-format", value: "flac|wav|ogg",
      summary: "format of the recordings that record-output starts (flac)",
      apply: { set(&$0.recordFormat, RecordingFile.Format(rawValue: $1.shown)) }),
    Setting(
      name: "notifications", value: "yes|no",
      summary: "show each new track as a notification of the desktop, with the actions Pause and Next (no)",
      apply: { set(&$0.notifications, yesOrNo($1)) }),
    Setting(
      name: "others", value: "mix|duck|pause",
      summary: "other players of the desktop while music plays: left alone, made quieter, or paused (mix)",
      apply: { set(&$0.others, OthersMode(rawValue: $1.shown)) }),
    Setting(
      name: "listen", value: "HOST:PORT",
      summary:
        "let clients of MPD in the network control the player: 127.0.0.1:6600 for those of this machine, *:6600 for all, "
        + "which needs remote-password",
      range: "HOST:PORT, with a number, localhost or * for HOST",
      apply: { settings, value in
        guard let address = NetworkAddress(value.shown), address.isNumeric else { return false }
        settings.listen = address
        return true
      }),
    Setting(
      name: "remote-password", value: "TEXT",
      summary: "the password that clients of the network must give; write it into the configuration file",
      range: "a text without control characters",
      apply: { settings, value in
        let isText = !value.isEmpty && value.text?.unicodeScalars.allSatisfy { $0.value >= 0x20 } ?? false
        return isText && set(&settings.remotePassword, value.text)
      }),
    Setting(
      name: "resume", value: "yes|no|play",
      summary: "restore the last queue when started without arguments: paused, not at all, or playing (yes)",
      apply: { set(&$0.resume, ResumeMode(rawValue: $1.shown)) }),
    Setting(
      name: "pad-keys", value: "KEYS",
      summary: "keys of pads 1 to 8: qwerty, qwertz, azerty or eight characters (qwerty)",
      apply: { set(&$0.padKeys, PadKeys($1.shown)) }),
    Setting(
      name: "velocity", value: "NUMBER", summary: "velocity of a pad's key, 1 to 127 (100)",
      range: "1 to 127",
      apply: { set(&$0.velocities.plain, number($1, Command.Stroke.velocities)) }),
    Setting(
      name: "accent-velocity", value: "NUMBER",
      summary: "velocity of a pad's key with Shift, 1 to 127 (127)", range: "1 to 127",
      apply: { set(&$0.velocities.accent, number($1, Command.Stroke.velocities)) }),
    Setting(
      name: "velocity-curve", value: "linear|soft|hard",
      summary:
        "velocity of the mouse: linear keeps it, soft makes gentle strikes louder, hard makes them quieter; "
        + "takes record the result (linear)",
      apply: { set(&$0.velocities.curve, StrikeVelocities.Curve(rawValue: $1.shown)) }),
    Setting(
      name: "music-level", value: "DB", summary: "level of the music in dB, -60 to 6 (0)",
      range: "-60 to 6",
      apply: { set(&$0.musicLevel, level($1)) }),
    Setting(
      name: "pads-level", value: "DB", summary: "level of the pads in dB, -60 to 6 (-6)",
      range: "-60 to 6",
      apply: { set(&$0.padsLevel, level($1)) }),
    Setting(
      name: "speed", value: "FACTOR",
      summary: "playback speed at unchanged pitch, 0.5 to 2 (the last one used, else 1)",
      range: "0.5 to 2",
      apply: { set(&$0.speed, Double($1.shown).flatMap { PlayerModel.speedRange.contains($0) ? $0 : nil }) }),
    Setting(
      name: "crossfade", value: "SECONDS",
      summary: "overlap of consecutive tracks, 0 to 12 seconds; 0 joins them without a gap (0)",
      range: "0 to 12",
      apply: {
        set(&$0.crossfade, Double($1.shown).flatMap { PlayerModel.crossfades.contains($0) ? $0 : nil })
      }),
    Setting(
      name: "count-in", value: "BEATS",
      summary: "beats before a recording starts while no music plays, 0 to 8 (4)",
      range: "0 to 8",
      apply: { set(&$0.countIn, number($1, Metronome.countIns)) }),
    Setting(
      name: "record-start", value: "count-in|now|first-hit",
      summary: "what starts a recording while no music plays: a count-in, the key, the first hit (count-in)",
      apply: { set(&$0.recordStart, RecordStart(rawValue: $1.shown)) }),
    Setting(
      name: "tempo", value: "BPM",
      summary: "tempo of the metronome until the track has its own, 20 to 400 (120)", range: "20 to 400",
      apply: {
        set(
          &$0.metronome.tempo, Double($1.shown).flatMap { TempoMap.speeds.contains($0) ? $0 : nil })
      }),
    Setting(
      name: "time-signature", value: "BEATS/UNIT",
      summary: "time signature of the metronome, such as 3/4; the tempo counts its beats (4/4)",
      range: "such as 3/4",
      apply: { set(&$0.metronome.signature, TimeSignature($1.shown)) }),
    Setting(
      name: "click-level", value: "DB",
      summary: "level of the metronome in dB, \(MetronomeSettings.levelWords) (0)",
      range: MetronomeSettings.levelWords,
      apply: { set(&$0.metronome.level, level($1, MetronomeSettings.levels)) }),
    Setting(
      name: "replaygain", value: "auto|album|track|off",
      summary: "loudness normalisation: auto is album, or track when shuffled (auto)",
      apply: { set(&$0.replayGain, ReplayGainMode(rawValue: $1.shown)) }),
    Setting(
      name: "columns", value: "NAMES",
      summary:
        "columns of the queue and of library lists, as far as the width allows "
        + "(title,artist,album,year,length,rating)",
      range: "names separated by commas, each one once: \(LibraryColumn.names)",
      apply: { set(&$0.columns, LibraryColumn.list($1.shown)) }),
    Setting(
      name: "sort", value: "NAMES",
      summary:
        "initial order of library lists except albums and playlists: sort keys as in a query, such as -year,title, or "
        + "default (default)",
      range: "default, or names separated by commas, with - for descending: \(sortNames)",
      apply: { set(&$0.sort, $1.shown == "default" ? [] : SearchQuery.SortTerm.list($1.shown)) }),
    Setting(
      name: "write-ratings", value: "yes|no",
      summary: "write ratings into the tags of the files as well as into the library (no)",
      apply: { set(&$0.writesRatings, yesOrNo($1)) }),
    Setting(
      name: "library", value: "FILE", summary: "library index (~/.local/share/drumdub/library.db)",
      apply: { set(&$0.library, $1.isEmpty ? nil : BaseFolders.current.appending($1)) }),
  ]

  private static let live: Set = [
    "output", "click-output", "input", "input-latency", "input-monitor", "kit", "theme", "direction", "speed",
    "crossfade",
    "replaygain",
    "music-level",
    "pads-level", "count-in", "record-start", "record-format", "notifications", "others", "on-unplug",
    "on-hangup",
    "velocity", "accent-velocity", "velocity-curve", "write-ratings",
  ]

  private static let sortNames = SearchQuery.SortField.allCases.map(\.rawValue).joined(separator: ", ")

  private static let directions: [String: LayoutDirection] = ["ltr": .leftToRight, "rtl": .rightToLeft]

  package static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

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

  private static func yesOrNo(_ text: FilePath) -> Bool? { ["yes": true, "no": false][text.shown] }

  private static func number(_ text: FilePath, _ range: ClosedRange<Int>) -> Int? {
    Int(text.shown).flatMap { range.contains($0) ? $0 : nil }
  }

  /// A number of bytes, or a number with one of the suffixes K, M and G for powers of 1,024.
  private static func size(_ text: FilePath, _ range: ClosedRange<Int>) -> Int? {
    let shown = text.shown
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = shown.last.flatMap { shifts[Character($0.uppercased())] }
    let digits = shift == nil ? shown[...] : shown.dropLast()
    // More digits would overflow when they are shifted.
    guard digits.count <= 10, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits)
    else {
      return nil
    }
    let size = number << (shift ?? 0)
    return range.contains(size) ? size : nil
  }

  private static func level(_ text: FilePath, _ range: ClosedRange<Double> = -60...6) -> Decibels? {
    Double(text.shown).flatMap { range.contains($0) ? Decibels($0) : nil }
  }
}
