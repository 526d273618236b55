/// A group of commands in the help.
package enum CommandGroup: CaseIterable, Hashable, Sendable {
  case play, drum, timeline, queue, library, screen

  package var title: String {
    switch self {
    case .play: "Play"
    case .drum: "Drum and record"
    case .timeline: "Timeline"
    case .queue: "Queue"
    case .library: "Library"
    case .screen: "Screen"
    }
  }
}

extension Command {
  package var group: CommandGroup {
    switch self {
    case .playback, .seek: .play
    case .take, .pads, .pad, .mixer: .drum
    case .list(let command): command.group
    case .timeline: .timeline
    case .queue, .search: .queue
    case .library: .library
    case .move: .screen
    case .program(let command): command.group
    case .request(let request): request.group
    case .direct: .queue
    }
  }
}

extension Command.List {
  fileprivate var group: CommandGroup {
    switch self {
    case .activate: .play
    case .remove, .mark, .selectPlaying: .queue
    case .info: .library
    }
  }
}

extension Command.Program {
  fileprivate var group: CommandGroup {
    switch self {
    case .layout, .lockPads, .recordOutput: .drum
    case .nextPanel: .library
    case .chapters: .play
    case .spectrum, .lyrics, .devices, .timeDisplay, .notices, .undo, .redo, .settings, .cancel, .help,
      .palette,
      .defaultKeys,
      .redraw, .suspend, .detach, .quit:
      .screen
    }
  }
}

extension Command.Request {
  fileprivate var group: CommandGroup {
    switch self {
    case .volume, .balance, .speed, .position, .part, .chapter, .bars, .sleep, .open, .attach: .play
    case .tempo, .beats, .timeSignature, .clickLevel, .bank, .importMIDI, .layerOffset, .mixer, .saveMixer,
      .mix, .midi, .turn, .practice, .trainer, .click, .hold, .sweep, .chooseInstrument, .playNote,
      .renameTake:
      .drum
    case .quantise, .humanise, .repeatHits, .pattern: .timeline
    case .sortQueue, .find, .saveQueue: .queue
    case .view, .scanFolder, .tagsFromNames, .renameFiles, .saveQuery, .addToPlaylist, .rate: .library
    case .set, .tell, .keep: .screen
    }
  }
}
