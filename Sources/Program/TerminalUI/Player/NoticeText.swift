import Application
import AudioBase
import Controls
import KitEditing
import Librarian
import MusicFiles
import MusicLibrary
import Percussion
import Player
import SystemBase
import TerminalKit

/// Notices as sentences of one line.
package enum NoticeText {
  /// Returns the sentence of a notice. That of a change names at its end the key which undoes it.
  package static func sentence(_ notice: Notice, _ keys: KeyMap) -> String {
    notice.isUndoable ? "\(words(notice, keys)); \(keys.undo) undoes it" : words(notice, keys)
  }

  private static func words(_ notice: Notice, _ keys: KeyMap) -> String {
    switch notice {
    case .player(let notice): sentence(notice)
    case .queue(let notice): QueueText.sentence(notice, keys)
    case .library(let message): LibraryText.sentence(message)
    case .take(let notice): TakeText.sentence(notice, keys)
    case .export(let message): ExportText.sentence(message)
    case .tags(let notice): TagText.sentence(notice)
    case .kit(.sampling(let notice)): SamplingText.sentence(notice, keys)
    case .kit(let notice): sentence(notice)
    case .mixer(let notice): MixerText.sentence(notice, keys)
    case .system(let notice): SystemText.sentence(notice)
    case .midi(let notice): MIDIText.sentence(notice)
    case .remote(let notice): RemoteText.sentence(notice)
    case .recording(let notice): RecordingText.sentence(notice, keys)
    case .practice(let notice): PracticeText.sentence(notice)
    case .input(let notice): InputText.sentence(notice, keys)
    case .clickOutput(let notice): ClickOutputText.sentence(notice)
    case .nowPlaying(let title): "now playing: \(title)"
    case .paused: "paused"
    case .stopped: "stopped"
    case .stopsAfterCurrent(let isOn): isOn ? "stops after this track" : "does not stop after this track"
    case .sleepTimer(.pauses(minutes: 0)): "sleep timer off"
    case .sleepTimer(.pauses(let minutes)): "pauses in \(ShownText.count(minutes, "minute", "minutes"))"
    case .sleepTimer(.invalid): "the sleep timer is not changed: type the minutes, 0 to 1440"
    case .padsLocked(let isOn, let bank): padsLocked(isOn, bank, keys)
    case .softHits(let isOn):
      isOn ? "soft hits on: \(keys.key(.pads(.softHits))) ends them" : "soft hits off"
    case .bank(let bank, let isChanged): PadText.sentence(bank, isChanged: isChanged)
    case .chapter(let notice): sentence(notice)
    case .resumed(let seconds):
      "continues at \(ShownText.clock(seconds)), where it was left; \(keys.key(.playback(.previous))) plays it from the start"
    case .playBegins(let seconds): "stopped: play begins at \(ShownText.clock(seconds))"
    case .lengthUnknown: "the length of this track is not known: seek to a time, such as 1:30"
    case .hint(.confirmClear):
      "press \(keys.label(.queue(.clear)) ?? "the same key") again to empty the queue"
    case .hint(.libraryHasNoFocus(let command)): libraryHasNoFocus(command, keys)
    case .hint(.layouts):
      "\(keys.label(.program(.layout)) ?? "layout") changes the layout: large pads, lists without pads, both"
    case .hint(.hiddenPanes(let panes)): hidden(panes, keys)
    case .nothing(.undo): "nothing to undo: nothing was changed, or all changes are undone"
    case .nothing(.redo): "nothing to redo: \(keys.undo) has undone nothing since the last change"
    case .nothingFound(let text): "no track of the queue matches \"\(text)\""
    case .refused(let question): QuestionText.refusal(question, keys)
    case .key(let notice): CommandText.sentence(notice, keys)
    case .setting(let notice): CommandText.sentence(notice)
    case .saved(let path): "saved \(path.shown)"
    case .isFolder(let path):
      "not saved: \(path.shown) is a folder; add a file name, such as \(path.appending("queue.m3u8").shown)"
    case .terminal(let notice): sentence(notice, keys)
    case .device(let notice): sentence(notice, keys)
    case .notQueued(let warnings): MusicFinderText.sentence(warnings) ?? ""
    case .demoMissing:
      "the demo was not found: set DRUMDUB_RESOURCES to the folder of the program's resources"
    case .startedSafely:
      "started without session, takes, mixer and plug-ins; their files stay as they are, so the queue and the mixer of this run are not kept"
    case .configuration(let path, let line, let error, let others):
      "\(path.lastComponent.shown), line \(line): \(ErrorText.sentence(error)); skipped"
        + (others == 0
          ? ""
          : ", as \(ShownText.count(others, "other line is", "other lines are")): \(keys.key(.program(.notices))) lists them")
    case .file(let error): ErrorText.sentence(error, while: .reading)
    case .resource(let refusal): ErrorText.sentence(refusal)
    case .storedFile(.notSaved(let error)): ErrorText.sentence(error, while: .writing)
    case .storedFile(.saved(let path)): "\(path) is saved now"
    case .trackProgram(let failure): sentence(failure)
    }
  }

  private static func sentence(_ failure: TrackProgramFailure) -> String {
    let name = failure.program.shown
    let reason =
      switch failure.reason {
      case .notStarted(let error) where error.code == .notFound:
        failure.program.isAbsolute ? "there is no such program" : "there is no such program in PATH"
      case .notStarted(let error): ErrorText.reason(error)
      case .exited(let code): "it ended with exit code \(code)"
      case .signal(let number): "it was ended by signal \(number)"
      case .tookTooLong: "it was killed, since it ran for more than ten seconds"
      }
    return "on-track=\(name): \(reason); :set on-track PROGRAM names another, :set on-track off ends this"
  }

  private static func hidden(_ panes: [String], _ keys: KeyMap) -> String {
    let names = panes.map { pane in
      let key = Pane(rawValue: pane)?.command.flatMap(keys.label)
      return key.map { "\(pane) (\($0))" } ?? pane
    }
    return "no room beside the other panes for \(names.joined(separator: ", ")): "
      + "\(panes.count == 1 ? "its key shows it" : "their keys show them")"
  }

  private static func sentence(_ notice: ChapterNotice) -> String {
    switch notice {
    case .noTrack: "no chapters: the queue is empty"
    case .none: "this track has no chapters; seek 50% goes to the middle"
    case .isFirst: "the first chapter has not begun yet"
    case .isLast: "this is the last chapter"
    case .missing(let number, let count):
      "there is no chapter \(number): this track has \(ShownText.count(count, "chapter", "chapters"))"
    }
  }

  private static func sentence(_ notice: TerminalNotice, _ keys: KeyMap) -> String {
    switch notice {
    case .noShell(true):
      "cannot suspend: not started from a shell; \(keys.key(.program(.detach))) detaches, drumdub attach returns"
    case .noShell(false):
      "cannot suspend: not started from a shell; with on-hangup=detach, \(keys.key(.program(.detach))) detaches"
    case .substituted(let terminal, let other):
      "the terminal type \(FilePath(terminal).shown) is not installed: \(other) is used; ncurses-term has its description"
    case .cannotDetach(let failure): ErrorText.sentence(failure)
    case .bidiUnavailable(let error):
      "Hebrew and Arabic are shown backwards: cannot load \(error.subject)\(ErrorText.detail(error.detail)); install libfribidi0"
    }
  }

  private static func sentence(_ notice: DeviceNotice, _ keys: KeyMap) -> String {
    switch notice {
    case .outputUnavailable(let error): outputUnavailable(error)
    case .deviceAppeared(let entry, let kind): deviceAppeared(entry, kind, keys)
    case .outputRestored(let name): "the sound plays on \(name) now"
    case .outputReturned(let name):
      "\(name) is back: \(keys.key(.playback(.playPause))) goes on with the music"
    case .bufferGrew(let format, let name):
      "dropouts: the buffer is \(ShownText.milliseconds(format.buffer.seconds(at: format.sampleRate))) ms from now on; "
        + ":output \(FilePath(name).shown) makes it short again"
    }
  }

  // MARK: Keys and commands

  private static func padsLocked(_ isOn: Bool, _ bank: PadBank, _ keys: KeyMap) -> String {
    guard isOn else { return "pads-only mode off" }
    let end = "\(keys.label(.program(.lockPads)) ?? "pads-only") ends it"
    let upper = bank.pads.dropFirst(PadBank.size)
    let row = upper.compactMap { keys.label(.pad(bank.key(ofPad: $0), .plain)) }
    if row.isEmpty { return "pads-only mode on: \(end)" }
    let pads = PadText.range(of: upper).map { "pads \($0)" } ?? "bank \(bank.banks.upperBound)"
    return "pads-only mode on: \(end), \(row.joined(separator: " ")) hit \(pads)"
  }

  private static func libraryHasNoFocus(_ command: Command.Library, _ keys: KeyMap) -> String {
    let source =
      switch command {
      case .importPlaylist: "import-playlist saves the selected playlist file of the library"
      case .playList: "play-list plays the list that is open in the library"
      case .joinAlbum, .splitAlbum, .tagAlbum: "\(command.row.name) changes albums of the library"
      default: "tracks are added from the library"
      }
    return "\(source): press \(keys.label(.program(.nextPanel)) ?? "next-panel") to go there"
  }

  // MARK: The player

  package static func sentence(_ notice: PlayerNotice) -> String {
    switch notice {
    case .trackFailed(_, _, let error): ErrorText.sentence(error)
    case .trackBrokeOff(_, let title, let error):
      "\(title) is damaged\(ErrorText.detail(error.detail)); played as far as possible"
    case .trackEndedEarly(_, let title, let end, let total): endedEarly(title, end, total)
    case .trackHadInvalidSamples(_, let title): invalidSamples(title)
    case .nothingPlays(let error): "no track of the queue can be played; last: \(ErrorText.sentence(error))"
    case .outputLost(let error): ErrorText.sentence(error)
    case .outputInterrupted(let reason): interrupted(reason)
    case .routeChanged(let change, let isPaused): routeChanged(change, isPaused: isPaused)
    case .speedUnavailable(let error):
      "cannot change the speed: cannot load \(error.subject)\(ErrorText.detail(error.detail)); install librubberband2"
    case .outputResumed: "the sound device is back"
    case .suspended(.systemSleep): "the system goes to sleep: takes and the session are stored"
    case .suspended(.stoppedJob): "stopped by the shell: takes and the session are stored"
    case .resumed(let reason, let plays):
      (reason == .systemSleep ? "the system is awake again" : "continued by the shell")
        + (plays ? ": the music plays on" : "")
    case .stream(_, let name, .connecting): "connecting to \(name)"
    case .stream(_, _, .titled(let title)): "on air: \(title)"
    case .stream(_, _, .part(let title, let artist)):
      "now: \([artist, title].compactMap(\.self).joined(separator: " - "))"
    case .stream(_, let name, .interrupted(let error)):
      "\(name): connection lost: \(ErrorText.reason(error)); connecting again"
    case .stream(_, let name, .replaced):
      "\(name) has changed on the server: the new file plays on from the same position"
    case .stream(_, let name, .named), .stream(_, let name, .tagged), .stream(_, let name, .resumed):
      "\(name): connected again"
    case .streamEnded(_, let name, let error):
      "\(name): connection lost: \(ErrorText.reason(error)); play it again to try once more"
    case .streamCannotSeek: "seeking is not possible in a stream"
    }
  }

  package static func invalidSamples(_ title: String) -> String {
    "\(title) contains samples that are not numbers; they are silenced"
  }

  // MARK: Kits

  package static func sentence(_ notice: KitNotice) -> String {
    switch notice {
    // The kit that sounds comes first, because narrow screens cut off the rest.
    case .replaced(let error, let name):
      (name.map { "the pads play the kit \($0)" } ?? "the pads are silent")
        + ": \(ErrorText.sentence(error, while: .reading)); choose another with :kit NAME"
    case .kept(let name): "kit is \(FilePath(name).shown), at the next start too"
    case .saved(let folder): "saved the kit in \(folder.shown)"
    case .notSaved(let error): "the kit is not saved: \(ErrorText.sentence(error, while: .writing))"
    case .samplesRefused(let errors, let added):
      (added > 0
        ? "\(ShownText.count(added, "file", "files")) added; not added: "
        : "the pad keeps its \(errors.count == 1 ? "sample" : "samples"): ") + ErrorText.sentence(errors)
    case .invalidValue(let field):
      "not changed: \(PadText.words(field).name) is \(PadText.words(field).expected)"
    case .noPath: "no sample is added: the path of a file begins with /, ~ or file://"
    case .velocitiesShared(let layer):
      "layer \(layer) is added: it plays in turns with the layers of its velocities"
    case .layerNotHeard(let pad):
      "the layer is not heard alone: samples of pad \(pad) cannot be read; drumdub kits check names them"
    case .notHeardWhileTakePlays: "not heard while a take is recorded or plays: stop it first"
    case .samplesMissing(let missing, let error): samplesMissing(missing, error)
    case .partsLeftOut(let kit, let count, let error):
      "kit \(kit): \(count == 1 ? "a part is left out" : "\(count) parts are left out, first"): "
        + ErrorText.sentence(error, while: .reading)
    case .notStruck(.kitIsLoading): "the pad is not hit: the kit is still being loaded"
    case .notStruck(.tooManyHits): "the pad is not hit: too many hits at once"
    case .notHeardYet: "the kit is still being loaded: hits are not heard yet, but takes record them"
    case .sampling(let notice): SamplingText.sentence(notice, KeyMap())
    case .places(let notice): PadText.sentence(notice)
    case .room(let notice): PadText.sentence(notice)
    }
  }

  private static func samplesMissing(_ missing: KitNotice.MissingSamples, _ error: FileError) -> String {
    var parts: [String] = []
    if !missing.replaced.isEmpty {
      let verb = missing.replaced.count == 1 ? "sounds" : "sound"
      parts.append("\(pads(missing.replaced)) \(verb) like the kit \(missing.substitute)'s")
    }
    if !missing.silent.isEmpty {
      parts.append("\(pads(missing.silent)) \(missing.silent.count == 1 ? "is" : "are") silent")
    }
    parts.append(missing.count == 1 ? "a sample is missing" : "\(missing.count) samples are missing, first")
    let reason = ErrorText.sentence(error, while: .loading)
    return "kit \(missing.kit): \(parts.joined(separator: "; ")): \(reason)\(others(missing.others))"
  }

  /// Returns the names of more files, the first ones of many: `; then b.wav, c.wav`.
  private static func others(_ names: [String]) -> String {
    if names.isEmpty { return "" }
    let more = names.count - mostNames
    return "; then \(names.prefix(mostNames).joined(separator: ", "))"
      + (more > 0 ? " and \(more) more, which drumdub kits check lists" : "")
  }

  private static let mostNames = 20

  /// Returns the names of pads: `pad 3`, `pads 1, 2, 5`.
  private static func pads(_ numbers: [Int]) -> String {
    (numbers.count == 1 ? "pad " : "pads ") + numbers.map(String.init).joined(separator: ", ")
  }

  private static func interrupted(_ reason: InterruptionReason) -> String {
    let end =
      switch reason {
      case .stalled: "it does"
      case .suspended: "it plays again"
      case .corked: "it falls silent"
      case .serverGone: "it is back"
      case .deviceGone: "there is a device"
      case .busy: "that ends"
      }
    return "interrupted: \(OutputText.words(reason)); playback continues when \(end)"
  }

  private static func routeChanged(_ change: RouteChange, isPaused: Bool) -> String {
    switch change {
    case .moved(let next): "the sound plays on \(next) now"
    case .removed(let device, let next):
      isPaused
        ? "paused: \(device) is gone; the sound will play on \(next)"
        : "\(device) is gone; the sound plays on \(next) now"
    case .missing(let chosen, let next): "\(chosen) is missing: the sound plays on \(next) until it is there"
    case .headphonesUnplugged: isPaused ? "paused: headphones unplugged" : "headphones unplugged"
    }
  }

  private static func deviceAppeared(
    _ entry: DeviceEntry, _ kind: DevicePicker.Kind, _ keys: KeyMap
  ) -> String {
    let name = kind == .output ? "output" : "input"
    let key = keys.label(.program(.devices)).map { "\($0) lists the devices, " } ?? ""
    return "new \(name): \(entry.description); \(key):\(name) \(entry.name) chooses it"
  }

  // MARK: Parts of sentences

  private static func outputUnavailable(_ error: DeviceError) -> String {
    let hasAdvice = [.unavailable, .noServer, .notResponding].contains(error.code)
    return "no sound: " + ErrorText.sentence(error) + (hasAdvice ? "" : ErrorText.otherOutput)
  }

  private static func endedEarly(_ title: String, _ end: Double, _ total: Double?) -> String {
    let place = ShownText.clock(end)
    // A truncated Ogg file does not say how long it was.
    let whole = total.map { ShownText.clock($0) } ?? place
    let promised = whole == place ? "" : " of \(whole)"
    return "\(title) ends at \(place)\(promised): the file is truncated; copy it again"
  }
}

/// Warnings about music that could not be added to the queue.
package enum MusicFinderText {
  /// Returns all warnings in one line: their number and the first one; nil if there are none.
  package static func sentence(_ warnings: [MusicFinder.Warning]) -> String? {
    guard let first = warnings.first else { return nil }
    return warnings.count == 1 ? sentence(first) : "\(warnings.count) problems; first: \(sentence(first))"
  }

  package static func sentence(_ warning: MusicFinder.Warning) -> String {
    // The argument may be an address.
    let path = StreamAddress.shown(warning.path.shown)
    return switch warning.problem {
    case .failed(let error): ErrorText.listSentence(error)
    case .unsupportedAddress:
      "cannot read \(path): this kind of address is not supported; name a file, or an address such as "
        + "http://HOST/PATH or https://HOST/PATH"
    case .noMusic: "\(path) holds no music; name another folder"
    case .address(""): "\(path): a track without a location is skipped"
    case .address(let address):
      "\(path): \(StreamAddress.shown(address)) is an address; skipped, only files, http: and https: are played"
    case .playlist(let warning): "\(path), line \(warning.line): \(ErrorText.sentence(warning))"
    }
  }
}
