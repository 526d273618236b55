import Application
import Controls
import Dubbing
import MusicLibrary
import MusicQuery
import Player
import Remote
import SystemBase
import TerminalKit
import TerminalUI

/// The declarations of the settings, in the order of the manual.
extension Setting {
  static let all: [Setting] = [
    sound, kit, screen, keyLayout, reports, programs, playing, metronome, library,
  ].flatMap { $0 }

  /// Returns the setting of a name.
  ///
  /// - Throws: `unknownSetting` if no setting has the name.
  static func named(_ name: String) throws(ConfigurationError) -> Setting {
    guard let setting = all.first(where: { $0.name == name }) else { throw .unknownSetting(name) }
    return setting
  }

  private static let sound: [Setting] = [
    Setting(
      "output", \.output, .device(OutputChoice.init, \.name),
      change: .opens { $0.changeOutput(to: $1.output, then: $2) },
      completion: .words(OutputChoice.examples),
      "audio output: \(OutputChoice.syntax); auto: the sound server, or ALSA where none answers"),
    Setting(
      "click-output", \.clickOutput,
      .optional(.device(OutputChoice.init, \.name), none: "main", range: "main, \(OutputChoice.syntax)"),
      change: .opens {
        $0.settings = $1
        $0.changeClickOutput()
        $2()
      },
      completion: .words(OutputChoice.examples + ["main"]),
      "output of the metronome: main is that of the music, and any other DEVICE plays the metronome alone"),
    Setting(
      "fifo-format", \.pipeFormat, .choice,
      "samples of the output fifo:PATH, in stereo; Snapcast takes s16 and s32"),
    Setting(
      "input", \.input, .device(InputChoice.init, \.name), default: "alsa",
      change: .now { $0.application.input?.restart() },
      "audio input to record from: \(InputChoice.syntax)"),
    Setting(
      "input-latency", \.inputLatency, .optional(.milliseconds(0...1_000), none: "auto"),
      change: .now { $0.application.input?.restart() },
      "by how much the input is late in ms, 0 to 1000; auto: as calibrate-input has measured"),
    Setting(
      "input-monitor", \.monitorsInput, .yesOrNo,
      change: .now { $0.application.input?.monitor($0.settings.monitorsInput) },
      "hear the input while it is on; use headphones, or it hears the speakers"),
    Setting(
      "midi", \.midi, .device(MIDIChoice.init, \.name), change: .now { $0.midiChanged() },
      "MIDI input for pads: \(MIDIChoice.syntax)"),
    Setting(
      "midi-output", \.midiOutput, .device(MIDIChoice.output, \.name),
      "MIDI output: \(MIDIChoice.outputSyntax); all send the clock of midi-clock=send, and jack what pads and instrument "
        + "play, from a port drumdub:notes while the output is JACK"),
    Setting(
      "jack-transport", \.transport, .choice,
      change: .now { $0.transportChanged() },
      "the transport of JACK: follow lets other programs start, stop and seek the music, lead does that to them"
    ),
  ]

  private static let kit: [Setting] = [
    Setting(
      "kit", \.kit, .optional(.path("KIT")),
      default: "the last one chosen in the list, else \(KitFolders.usual.shown)",
      change: .opens {
        $0.settings = $1
        $0.changeKit()
        $2()
      },
      completion: .kits, "drum kit: its name, folder or file; drumdub kits lists them"),
    Setting(
      "kit-memory", \.kitMemory, .size((1 << 20)...(64 << 30)),
      "memory for the samples of a kit; longer ones are read from disk while they sound"),
    Setting("period", \.period, .frames(64...2_048), "frames rendered at a time, 64 to 2048"),
    Setting(
      "rate", \.rate, .optional(.rate(8_000...192_000)),
      default: "that of the sound server's sink; 48000 without one",
      "output sample rate in Hz, 8000 to 192000; JACK keeps its own"),
    Setting("timing", \.timing, .choice, "latency of hits: constant, or as short as possible"),
    Setting(
      "held-key", \.heldKey, .choice,
      "what a pad's key does while it is held down: nothing, or repeated hits"),
  ]

  private static let screen: [Setting] = [
    Setting(
      "theme", \.theme, .theme, change: .reads { $0.readTheme($1, $2) }, completion: .themes,
      "colours: dark, light, high-contrast, monochrome, terminal, or a theme file of your own"),
    Setting(
      "layout", \.layout, .optional(.choice), default: "the last one used, else both", isSaved: true,
      change: .now { parts in parts.settings.layout.map(parts.screenSession.setLayout) },
      "layout of the screen: pads and lists, large pads, or lists without pads, where letters are commands"),
    Setting(
      "panes", \.panes,
      .optional(
        .text(
          "PANES",
          range: "panes with | or a comma between them, each once, such as library|queue,lyrics: "
            + Pane.allCases.map(\.rawValue).joined(separator: ", "),
          { ScreenPanes($0) }, \.text)),
      default: "the last ones used, else library|queue", isSaved: true,
      change: .now { parts in
        parts.settings.panes.map { parts.screenSession.setPanes($0, tellsHidden: true) }
      },
      completion: .names(Pane.allCases.map(\.rawValue)),
      "panes of the screen: | between panes side by side, comma between rows, as in library|(queue,lyrics), :2 for two "
        + "shares of the room; those of other layouts follow: ; listen=lyrics; drum=timeline"),
    Setting(
      "direction", \.direction, .words([("ltr", .leftToRight), ("rtl", .rightToLeft)]),
      change: .now { $0.showSettings() }, "layout direction: left to right, or right to left"),
    Setting(
      "bidi", \.bidi, .choice, "reorder right-to-left text: auto does so where the terminal does not"),
    Setting(
      "title", \.setsTitle, .yesOrNo, change: .now { $0.showSettings() },
      "show title and artist of the track as the title of the terminal"),
    Setting(
      "speech", \.speech, .choice, change: .now { $0.screenSession.speech = $0.settings.speech },
      "lines of the plain mode: with symbols, or with words for those that screen readers leave out"),
    Setting("suspend", \.suspend, .choice, "what the music does after Ctrl-Z: pause, or play on"),
    Setting(
      "on-unplug", \.unplug, .choice, change: .now { $0.pausesOnUnplug = $0.settings.unplug == .pause },
      "what the music does when its device is removed and there is another"),
    Setting(
      "on-hangup", \.hangup, .choice, change: .whenNeeded,
      "what the player does when its terminal is closed: quit, or play on for drumdub attach"),
  ]

  private static let keyLayout: [Setting] = [
    Setting(
      "keys", \.keyLayout, .choice, change: .now { $0.keysChanged() },
      "key layout: vi, mpv and cmus have the keys of those programs, and the pads on 1 to 8"),
    Setting("artwork", \.wantsArtwork, .yesOrNo, "show pictures"),
    Setting(
      "graphics", \.graphics, .choice,
      "protocol for pictures: auto asks the terminal, symbols uses characters"),
    Setting(
      "plain", \.isPlain, .yesOrNo, isFlag: true,
      "print one line for each event instead of drawing a screen; yes for TERM=dumb"),
    Setting("mouse", \.wantsMouse, .yesOrNo, "use the mouse"),
  ]

  private static let reports: [Setting] = [
    Setting(
      "trace-hits", \.hitTrace, .optional(.path("PATH")),
      "write a JSON line for each hit: key, frame, time heard"),
    Setting(
      "stats", \.statistics, .optional(.path("PATH")),
      "write counters as a JSON object at exit: dropouts, late and lost hits, frames"),
    Setting(
      "log", \.log, .optional(.absolutePath),
      "append a line for each event to a file: devices, streams, scans, errors, commands"),
    Setting(
      "record", \.recording, .optional(.recordingFile),
      "record what is heard to a .flac, .wav or .ogg file; a number is added to a name that exists"),
    Setting(
      "record-format", \.recordFormat, .choice, change: .whenNeeded,
      "format of the recordings that record-output starts"),
  ]

  private static let programs: [Setting] = [
    Setting(
      "notifications", \.notifications, .yesOrNo, change: .now { $0.desktopSettingsChanged() },
      "show each new track as a notification of the desktop, with the actions Pause and Next"),
    Setting(
      "others", \.others, .choice, change: .now { $0.desktopSettingsChanged() },
      "other players of the desktop while music plays: left alone, made quieter, or paused"),
    Setting(
      "on-track", \.onTrack, .optional(.program, none: "off"), change: .now { _ in },
      "program that is run at each new track, with the variables DRUMDUB_STATUS (playing, and once more heard, when half "
        + "of the track or four minutes have played), DRUMDUB_TITLE, _ARTIST, _ALBUM, _ALBUM_ARTIST, _DURATION in "
        + "seconds, _FILE or _URL, and _STARTED in seconds since 1970"),
    Setting(
      "listen", \.listen,
      .optional(
        .text(
          "HOST:PORT", range: "HOST:PORT, with a number, localhost or * for HOST",
          { NetworkAddress($0).flatMap { $0.isNumeric ? $0 : nil } }, \.text)),
      "let clients of MPD in the network control the player: 127.0.0.1:6600 for those of this machine, *:6600 for all, "
        + "which needs remote-password"),
    Setting(
      "remote-password", \.remotePassword, .optional(.plainText),
      "the password that clients of the network must give; write it into the configuration file"),
  ]

  private static let playing: [Setting] = [
    Setting(
      "resume", \.resume, .choice,
      "restore the last queue when started without arguments: paused, not at all, or playing"),
    Setting(
      "second-start", \.secondStart, .choice,
      "while a player runs, a start with files asks at a terminal, plays them there, adds them there, or starts a new "
        + "player with a session of its own; a start without files asks or starts a new one"),
    Setting(
      "resume-long", \.resumeLong,
      .optional(.duration, none: "off", range: "off, or a time such as 20m, 90s or 1h"),
      change: .now { $0.resumeLongChanged() },
      "tracks that are longer, such as audiobooks, start where they were left: a time, or off"),
    Setting(
      "pad-keys", \.padKeys, .text("KEYS", { PadKeys($0) }, \.text),
      "keys of the pads: qwerty, qwertz, azerty, or eight characters for pads 1 to 8 and, after a space, eight for 9 to "
        + "16 in the pads-only mode"),
    Setting(
      "pad-order", \.padOrder, .choice, change: .now { $0.padOrderChanged() },
      "role: snare, bass drum, hats, toms, crash and ride have the same keys in all kits; kit: a pad has the key of its "
        + "number; :swap-pads swaps the keys of two pads of a kit"),
    Setting(
      "velocity", \.velocities.plain, .number("NUMBER", Command.Stroke.velocities),
      change: .now { $0.velocitiesChanged() }, "velocity of a pad's key, 1 to 127"),
    Setting(
      "accent-velocity", \.velocities.accent, .number("NUMBER", Command.Stroke.velocities),
      change: .now { $0.velocitiesChanged() }, "velocity of a pad's key with Shift, 1 to 127"),
    Setting(
      "soft-velocity", \.velocities.soft, .number("NUMBER", Command.Stroke.velocities),
      change: .now { $0.velocitiesChanged() },
      "velocity of a pad's key with Ctrl and Alt, with Alt in the pads-only mode, and while soft-hits is on, 1 to 127"
    ),
    Setting(
      "velocity-curve", \.velocities.curve, .choice, change: .now { $0.velocitiesChanged() },
      "velocity of the mouse: linear keeps it, soft makes gentle strikes louder, hard makes them quieter; "
        + "takes record the result"),
    Setting(
      "midi-curve", \.strikeResponse.curve,
      .optional(
        .text(
          "CURVE", range: "linear, soft, hard, 1 to 127, or points such as 20:16,110:120",
          { VelocityCurve($0) }, \.text)),
      default: "linear", change: .now { $0.velocitiesChanged() },
      "velocity of MIDI strikes: linear, soft and hard as above, a velocity of all strikes, or points such as "
        + "20:16,110:120; :midi sets those of a pad or a device"),
    Setting(
      "midi-threshold", \.strikeResponse.threshold, .optional(.number("VELOCITY", StrikeResponse.thresholds)),
      default: "0", change: .now { $0.velocitiesChanged() },
      "velocity below which MIDI strikes are ignored, 0 to 126"),
    Setting(
      "midi-mask", \.strikeResponse.mask, .optional(.milliseconds(0...500)), default: "0",
      change: .now { $0.velocitiesChanged() },
      "time after a MIDI strike for which further ones of the pad are ignored, 0 to 500 ms, against double triggers"
    ),
    Setting(
      "midi-crosstalk", \.strikeResponse.crosstalk,
      .optional(
        .text(
          "CROSSTALK", range: "off, or a time of up to 50 ms and a percentage of 1 to 90, such as 5:20",
          { Crosstalk($0) }, \.text)), default: "off",
      change: .now { $0.velocitiesChanged() },
      "ignore MIDI strikes of pads that others of the device have shaken: 5:20 ignores those that come at most 5 ms after "
        + "a strike of another pad and have less than 20 % of its velocity; electronic kits with a profile have 5:20"
    ),
    Setting(
      "midi-clock", \.midiClock, .choice,
      change: .now { $0.midiClockChanged() },
      "follow the tempo, the beats, the starts and the stops of a MIDI device that sends a clock, where nothing else states a "
        + "tempo, or send them to the MIDI output"),
    Setting(
      "music-level", \.musicLevel, .level(-60...6), change: .now { $0.levelsChanged() },
      "level of the music in dB, -60 to 6"),
    Setting(
      "pads-level", \.padsLevel, .level(-60...6), change: .now { $0.levelsChanged() },
      "level of the pads in dB, -60 to 6"),
    Setting(
      "limiter-ceiling", \.limiter.ceiling, .decibels(-12...0), change: .now { $0.limiterChanged() },
      "largest true peak of the output in dBTP, -12 to 0; also of exports"),
    Setting(
      "limiter-release", \.limiter.release, .milliseconds(10...1_000), change: .now { $0.limiterChanged() },
      "time constant in milliseconds with which a reduction of the limiter ends, 10 to 1000; also of exports"),
    Setting(
      "speed", \.speed, .optional(.number("FACTOR", PlayerModel.speedRange)),
      default: "the last one used, else 1", isSaved: true,
      change: .now { parts in parts.settings.speed.map { parts.application.model.setSpeed($0) } },
      "playback speed at unchanged pitch, 0.5 to 2"),
    Setting(
      "crossfade", \.crossfade, .number("SECONDS", PlayerModel.crossfades),
      change: .now { $0.application.setCrossfade($0.settings.crossfade) },
      "overlap of consecutive tracks, 0 to 12 seconds; 0 joins them without a gap"),
  ]

  private static let metronome: [Setting] = [
    Setting(
      "count-in", \.countIn, .number("BEATS", Metronome.countIns), change: .now { $0.recordStartChanged() },
      "beats before a recording starts while no music plays, 0 to 8"),
    Setting(
      "record-start", \.recordStart, .choice, change: .now { $0.recordStartChanged() },
      "what starts a recording while no music plays: a count-in, the key, the first hit"),
    Setting(
      "scene-start", \.sceneTiming.start, .choice, change: .now { $0.sceneTimingChanged() },
      "when a scene of the mixer begins that is called while music plays: at once, with the next beat or bar"),
    Setting(
      "scene-fade", \.sceneTiming.fade,
      .text("TIME", range: "10 ms to 4 bars, such as 10 ms, 1 beat or 2 bars", { SceneTime($0) }, \.text),
      change: .now { $0.sceneTimingChanged() },
      "time in which the values of a called scene are reached: 10 ms, 1 beat, 2 bars; up to 4 bars"),
    Setting(
      "tempo", \.metronome.tempo, .number("BPM", TempoMap.speeds),
      "tempo of the metronome until the track has its own, 20 to 400"),
    Setting(
      "time-signature", \.metronome.signature,
      .text("BEATS/UNIT", range: "such as 3/4", { TimeSignature($0) }, \.text),
      "time signature of the metronome, such as 3/4; the tempo counts its beats"),
    Setting(
      "click-level", \.metronome.level, .level(MetronomeSettings.levels),
      "level of the metronome in dB, \(MetronomeSettings.levelWords)"),
  ]

  private static let library: [Setting] = [
    Setting(
      "radio-gap", \.radioGap, .number("TRACKS", 0...10_000),
      change: .now { $0.application.setRadioGap($0.settings.radioGap) },
      "tracks before the radio repeats one, 0 to 10000, or half of what its query finds if that is less; the chance of a "
        + "track is its stars, 2.5 if not rated, times 1 to 5, by the months since it was heard"),
    Setting(
      "replaygain", \.replayGain, .choice,
      change: .now { $0.application.setReplayGain($0.settings.replayGain) },
      "loudness normalisation: auto is album, or track when shuffled"),
    Setting(
      "columns", \.columns, .columns,
      change: .now { $0.screenSession.libraryPanel?.columns = $0.settings.columns },
      completion: .names(LibraryColumn.allCases.map(\.rawValue)),
      "columns of the queue and of library lists, as far as the width allows"),
    Setting(
      "linked-lists", \.linkedLists, .linkedLists,
      change: .now { $0.screenSession.libraryPanel?.setLinkedLists($0.settings.linkedLists) },
      completion: .names(LinkedList.allCases.map(\.rawValue)),
      "linked lists of the library, each with what the selected rows of those before it have"),
    Setting(
      "sort", \.sort, .sortTerms, change: .now { $0.screenSession.libraryPanel?.setSort($0.settings.sort) },
      completion: .names(SearchQuery.SortField.allCases.map(\.rawValue)),
      "initial order of library lists except albums and playlists: sort keys as in a query, such as -year,title, or "
        + "default"),
    Setting(
      "write-ratings", \.writesRatings, .yesOrNo,
      change: .now { $0.application.tags?.writesRatings = $0.settings.writesRatings },
      "write ratings into the tags of the files as well as into the library"),
    Setting(
      "library", \.library, .optional(.absolutePath), default: "~/.local/share/drumdub/library.db",
      "library index"),
    Setting(
      "web-cache", \.webCache, .size(0...(64 << 30)),
      "disk space for the parts of files of web servers that were heard, so that they are not received again; 0M keeps "
        + "none"),
  ]
}
