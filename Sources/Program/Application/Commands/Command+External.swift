/// Decides which commands are possible while another program plays the music.
extension Command {
  /// Whether the command is possible over another player, which has a queue of its own, and states its position only
  /// roughly, while takes need it to the sample.
  package var isPossibleOverOtherPlayer: Bool {
    switch self {
    case .playback(let command): command.isPossibleOverOtherPlayer
    case .take(let command): command.isPossibleOverOtherPlayer
    case .list(.info), .list(.activate): true
    case .list(.remove), .list(.mark), .list(.selectPlaying): false
    case .queue, .library, .search, .timeline: false
    case .program(.nextPanel), .program(.lyrics), .program(.chapters): false
    case .program, .seek, .move, .pads, .mixer, .pad: true
    case .request(let request): request.isPossibleOverOtherPlayer
    case .direct: true
    }
  }
}

extension Command.Playback {
  fileprivate var isPossibleOverOtherPlayer: Bool {
    switch self {
    case .playPause, .play, .pause, .stop, .next, .previous, .volumeUp, .volumeDown, .mute, .balanceToMusic,
      .balanceToPads, .sleep:
      true
    case .speedUp, .speedDown, .speedReset, .nextChapter, .previousChapter, .shuffle, .repeat, .consume,
      .stopAfterCurrent:
      false
    }
  }
}

extension Command.Take {
  fileprivate var isPossibleOverOtherPlayer: Bool {
    switch self {
    case .metronome, .tap, .tempo, .timeSignature, .clickUp, .clickDown, .practice: true
    case .record, .playback, .list, .new, .rename, .solo, .duplicate, .loopStart, .loopEnd,
      .loopOff, .loop, .punchIn, .punchOut, .punchOff, .export, .input,
      .calibrateInput, .monitorInput:
      false
    }
  }
}

extension Command.Request {
  fileprivate var isPossibleOverOtherPlayer: Bool {
    switch self {
    case .volume, .balance, .position, .part, .tempo, .timeSignature, .clickLevel, .sleep, .bank, .set, .tell,
      .keep,
      .attach,
      .mixer, .saveMixer, .mix, .midi, .turn, .hold, .sweep, .chooseInstrument, .playNote, .practice, .click:
      true
    case .speed, .chapter, .trainer, .open, .scanFolder, .view, .tagsFromNames, .renameFiles, .sortQueue,
      .find, .saveQueue, .saveQuery, .addToPlaylist, .rate, .renameTake,
      .importMIDI, .layerOffset, .bars, .beats, .quantise, .humanise, .repeatHits,
      .pattern:
      false
    }
  }
}
