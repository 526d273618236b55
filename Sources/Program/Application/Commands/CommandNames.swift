/// Names of commands in configuration files, and their descriptions in the help.
extension Command {
  static let named = Dictionary(uniqueKeysWithValues: plain.map { ($0.name, $0) })

  /// Reads `play-pause`, `seek -60`, `pad 1`, `volume -6`; nil if there is no such command.
  package init?(name: String) {
    if let command = Command.named[name] {
      self = command
      return
    }
    do throws(CommandError) {
      self = try CommandForm.parse(name)
    } catch {
      return nil
    }
  }

  /// The name in configuration files.
  package var name: String {
    switch self {
    case .playback(let command): command.rawValue
    case .seek(let seconds): "seek \(seconds)"
    case .move(let movement): movement.rawValue
    case .list(let command): command.rawValue
    case .queue(let command): command.rawValue
    case .search(let command): command.rawValue
    case .program(let command): command.rawValue
    case .take(let command): command.rawValue
    case .library(let command): command.rawValue
    case .pads(let command): command.rawValue
    case .mixer(let command): command.rawValue
    case .timeline(let command): command.rawValue
    case .pad(let number, .plain): "pad \(number)"
    case .pad(let number, .accented): "accent \(number)"
    case .pad(let number, .velocity(let velocity)): "pad \(number) \(velocity)"
    case .request(let request): request.name
    case .direct: "direct"
    }
  }

  /// The description in the help, in a few words.
  package var summary: String {
    switch self {
    case .playback(let command): command.summary
    case .seek(let seconds): "\(seconds < 0 ? "back" : "forward") \(abs(seconds)) s"
    case .move(let movement): movement.summary
    case .list(let command): command.summary
    case .queue(let command): command.summary
    case .search(let command): command.summary
    case .program(let command): command.summary
    case .take(let command): command.summary
    case .library(let command): command.summary
    case .pads(let command): command.summary
    case .mixer(let command): command.summary
    case .timeline(let command): command.summary
    case .pad(let number, .plain): "hit pad \(number)"
    case .pad(let number, .accented): "hit pad \(number) with an accent"
    case .pad(let number, .velocity(let velocity)): "hit pad \(number), velocity \(velocity)"
    case .request(.bars(let command)): command.summary
    case .request(let request): request.name
    case .direct: "direct"
    }
  }
}

extension Command.Playback {
  fileprivate var summary: String {
    switch self {
    case .playPause: "play or pause"
    case .play: "play"
    case .pause: "pause"
    case .stop: "stop"
    case .next: "next track"
    case .previous: "previous or restart"
    case .volumeUp: "volume up"
    case .volumeDown: "volume down"
    case .mute: "mute"
    case .balanceToMusic: "more music"
    case .balanceToPads: "more pads"
    case .speedUp: "faster, same pitch"
    case .speedDown: "slower, same pitch"
    case .speedReset: "original speed"
    case .nextChapter: "next chapter"
    case .previousChapter: "previous chapter"
    case .shuffle: "shuffle on or off"
    case .repeat: "repeat off, one, all"
    case .consume: "remove played tracks"
    case .stopAfterCurrent: "stop after this track"
    case .sleep: "sleep timer"
    }
  }
}

extension Movement {
  fileprivate var summary: String {
    switch self {
    case .up: "selection up"
    case .down: "selection down"
    case .pageUp: "page up"
    case .pageDown: "page down"
    case .start: "to the first row"
    case .end: "to the last row"
    }
  }
}

extension Command.List {
  fileprivate var summary: String {
    switch self {
    case .activate: "play or open"
    case .remove: "remove from queue"
    case .mark: "mark, move down"
    case .info: "tags of the track"
    case .selectPlaying: "to the playing track"
    }
  }
}

extension Command.Queue {
  fileprivate var summary: String {
    switch self {
    case .trackUp: "move track up"
    case .trackDown: "move track down"
    case .clear: "empty the queue"
    case .save: "save as a playlist"
    case .shuffleTracks: "shuffle its tracks once"
    case .crop: "keep only marked tracks"
    case .deduplicate: "remove repeated tracks"
    case .former: "queues that were left"
    }
  }
}

extension Command.Search {
  fileprivate var summary: String {
    switch self {
    case .find: "filter the list"
    case .next: "next match"
    case .previous: "previous match"
    }
  }
}

extension Command.Program {
  fileprivate var summary: String {
    switch self {
    case .nextPanel: "queue or library"
    case .spectrum: "spectrum or waveform"
    case .lyrics: "lyrics"
    case .chapters: "chapters"
    case .devices: "outputs and inputs"
    case .recordOutput: "record the output"
    case .settings: "list the settings"
    case .timeDisplay: "elapsed, remaining time"
    case .notices: "messages"
    case .undo: "undo the last change"
    case .redo: "redo what was undone"
    case .layout: "layout: both, drum, listen"
    case .lockPads: "pads-only mode"
    case .cancel: "close help or prompt"
    case .help: "this help"
    case .palette: "run a command by its name"
    case .defaultKeys: "restore the default keys"
    case .redraw: "redraw the screen"
    case .suspend: "suspend to the shell"
    case .detach: "leave the terminal, play on"
    case .quit: "quit"
    }
  }
}

extension Command.Take {
  fileprivate var summary: String {
    switch self {
    case .record: "record or stop"
    case .playback: "mute or play takes"
    case .metronome: "metronome on or off"
    case .tap: "tap tempo"
    case .tempo: "type the tempo"
    case .timeSignature: "time signature"
    case .clickUp: "metronome louder"
    case .clickDown: "metronome quieter"
    case .list: "takes and layers"
    case .new: "start a new take"
    case .rename: "rename take or layer"
    case .solo: "solo layer"
    case .duplicate: "duplicate layer"
    case .loopStart: "loop start"
    case .loopEnd: "loop end"
    case .loopOff: "loop off"
    case .loop: "loop: start, end, off"
    case .punchIn: "punch in"
    case .punchOut: "punch out"
    case .punchOff: "punch off"
    case .export: "export take"
    case .input: "input on or off"
    case .calibrateInput: "measure the input's latency"
    case .monitorInput: "monitor the input: hear it"
    case .practice: "practice: early or late"
    }
  }
}

extension Command.Library {
  fileprivate var summary: String {
    switch self {
    case .pick: "find and play a song"
    case .add: "add to the queue"
    case .addNext: "play next"
    case .up: "library: parent list"
    case .rate: "rate, 0 to 5 stars"
    case .playList: "play list from here"
    case .sortColumn: "library: sort by column"
    case .sortDirection: "library: reverse order"
    case .addToPlaylist: "add to a playlist"
    case .saveQuery: "save filter as playlist"
    case .importPlaylist: "import a playlist file"
    case .scan: "scan music folders"
    case .scanFolder: "scan a folder"
    case .editTags: "edit the tags"
    case .editListTags: "edit the tags of the list"
    }
  }
}

extension Command.Pads {
  fileprivate var summary: String {
    switch self {
    case .previousBank: "previous bank of pads"
    case .nextBank: "next bank of pads"
    case .kits: "kits"
    case .editPad: "edit a pad"
    case .learnMIDI: "teach a MIDI pad or knob"
    case .instrument: "guitar: chords and strings"
    }
  }
}

extension Command.Mixer {
  fileprivate var summary: String {
    switch self {
    case .open: "mixer"
    case .compare: "compare two mixers"
    case .mute: "mute the strip"
    case .solo: "solo the strip"
    case .bypass: "bypass the effect"
    case .add: "add an effect or a send"
    case .cancelPlugins: "stop waiting for plug-ins"
    case .throw: "hits into the delay"
    case .stutter: "repeat the last beat"
    case .brake: "brake the music"
    case .sweepLeft: "filter: to the low-pass"
    case .sweepRight: "filter: to the high-pass"
    case .sweepMiddle: "filter off"
    }
  }
}
