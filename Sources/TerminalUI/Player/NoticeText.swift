import Application
import AudioBase
import Controls
import MusicLibrary
import Player
import SystemBase
import TerminalKit

/// What the player has to say, as one line.
package enum NoticeText {
  /// Returns a notice as a sentence, with the keys that help.
  package static func sentence(_ notice: Notice, _ keys: KeyMap) -> String {
    switch notice {
    case .player(let notice): sentence(notice, keys)
    case .nowPlaying(let title): "now playing: \(title)"
    case .paused: "paused"
    case .stopped: "stopped"
    case .padsLocked(true): "keys for pads only: \(keys.label(.lockPads) ?? "") frees them"
    case .padsLocked(false): "all keys again"
    case .confirmClear: "press \(keys.label(.clear) ?? "the same key") once more to empty the queue"
    case .libraryHasNoKeys: "Tab goes to the library, whose tracks can be added"
    case .nothingFound(let text): "nothing in the queue has \"\(text)\""
    case .refused(let question): QuestionText.refusal(question)
    case .keyBound(let key, let command): "\(KeyChord(name: key)?.label ?? key): \(command.summary)"
    case .saved(let path): "saved \(path.shown)"
    case .isFolder(let path):
      "not saved: \(path.shown) is a folder; add the name of a file, such as \(path.appending("queue.m3u8").shown)"
    case .noShell: "there is no shell to go to"
    case .outputRestored(let name): "playing to \(name) again"
    case .notQueued(let warnings): MusicFinderText.sentence(warnings) ?? ""
    case .demoMissing: "the demo is not there: set DRUMDUB_RESOURCES to the folder of the program's resources"
    case .configuration(let path, let lines, let reason): configuration(path, lines, reason)
    case .bidiUnavailable(let reason):
      "Hebrew and Arabic are shown backwards: cannot load FriBidi (\(reason)); install libfribidi0"
    }
  }

  private static func configuration(_ path: FilePath, _ lines: [Int], _ reason: String) -> String {
    guard let first = lines.first else { return "" }
    if lines.count == 1 { return "\(path.shown), line \(first): \(reason); skipped" }
    let list = lines.map(String.init).joined(separator: ", ")
    return "\(path.shown), lines \(list) skipped; \(first): \(reason)"
  }

  private static func sentence(_ notice: PlayerNotice, _ keys: KeyMap) -> String {
    let sentence = sentence(notice)
    let undo = keys.label(.undoQueue)
    return switch notice {
    case .library(.queue): sentence + (undo.map { "; \($0) brings the one before back" } ?? "")
    case .queue(.removed), .queue(.cleared): sentence + (undo.map { "; \($0) undoes it" } ?? "")
    case .take(let notice):
      TakeText.sentence(notice, quit: keys.label(.quit), save: keys.label(.saveQueue))
    default: sentence
    }
  }

  package static func sentence(_ notice: PlayerNotice) -> String {
    switch notice {
    case .trackFailed(_, _, let error): ErrorText.sentence(error)
    case .trackBrokeOff(_, let title, let error):
      "\(title) is damaged\(detail(error)); played as far as it goes"
    case .trackEndedEarly(_, let title, let end, let total): endedEarly(title, end, total)
    case .trackHadInvalidSamples(_, let title): invalidSamples(title)
    case .nothingPlays(let error): "nothing in the queue can be played; last: \(ErrorText.sentence(error))"
    case .outputUnavailable(let error, _): outputUnavailable(error)
    case .outputLost(let error, _): ErrorText.sentence(error)
    case .outputInterrupted: "interrupted: the sound device takes no sound; it goes on when that does"
    case .bufferGrew(let format):
      "repeated dropouts: the buffer is \(format.buffer.value) frames now; that is kept for this device"
    case .file(let error): ErrorText.sentence(error, while: .reading)
    case .speedUnavailable(let error):
      "no other speed than 1: cannot load \(error.subject)\(detail(error)); install librubberband2"
    case .kitReplaced(let error, let name): kitReplaced(error, by: name)
    case .samplesMissing(let missing, let error): samplesMissing(missing, error)
    case .take(let notice): TakeText.sentence(notice)
    case .library(let told): LibraryText.sentence(told)
    case .queue(let notice): QueueText.sentence(notice)
    case .outputResumed: "the sound device is back"
    }
  }

  package static func sentence(_ notice: LibraryNotice) -> String {
    switch notice {
    case .madeAnew(let path, let aside, let recovered):
      let saved = recovered == 0 ? "" : "; play counts and ratings of \(recovered) tracks are kept"
      return "the index \(path.shown) was damaged: set aside as \(aside.lastComponent.shown), "
        + "made anew\(saved); scan your music again"
    }
  }

  /// Nil where there is nothing to say: the library shows by itself what has changed.
  package static func sentence(_ notice: WatchNotice) -> String? {
    switch notice {
    case .updated: nil
    case .watchesRanOut(watched: 0):
      "no folder is watched, changes are seen at the next start: raise fs.inotify.max_user_instances"
    case .watchesRanOut(let watched):
      "only \(watched) folders are watched, changes in others are seen at the next start: "
        + "raise fs.inotify.max_user_watches"
    case .remote(let folder):
      "\(folder.shown) is on a network drive: what others change there is seen at the next start"
    case .failed(let error): ErrorText.sentence(error)
    }
  }

  /// - Parameter title: the track's.
  package static func invalidSamples(_ title: String) -> String {
    "\(title) has samples that are no numbers; silenced"
  }

  /// What sounds comes first: narrow screens cut the rest off.
  private static func kitReplaced(_ error: FileError, by name: String?) -> String {
    let sounding = name.map { "the pads play the kit \($0)" } ?? "the pads are silent"
    return "\(sounding): \(ErrorText.sentence(error, while: .reading)); choose another by --kit"
  }

  private static func samplesMissing(
    _ missing: PlayerNotice.MissingSamples, _ error: FileError
  ) -> String {
    var parts: [String] = []
    if !missing.replaced.isEmpty {
      let verb = missing.replaced.count == 1 ? "sounds" : "sound"
      parts.append("\(pads(missing.replaced)) \(verb) like the kit \(missing.standIn)'s")
    }
    if !missing.silent.isEmpty {
      parts.append("\(pads(missing.silent)) \(missing.silent.count == 1 ? "is" : "are") silent")
    }
    parts.append(missing.count == 1 ? "a sample is missing" : "\(missing.count) samples are missing, first")
    let reason = ErrorText.sentence(error, while: .loading)
    return "kit \(missing.kit): \(parts.joined(separator: "; ")): \(reason)"
  }

  /// `pad 3`, `pads 1, 2, 5`
  private static func pads(_ numbers: [Int]) -> String {
    (numbers.count == 1 ? "pad " : "pads ") + numbers.map(String.init).joined(separator: ", ")
  }

  private static func outputUnavailable(_ error: DeviceError) -> String {
    let sentence = ErrorText.sentence(error)
    return "no sound: " + sentence + (error.code == .unavailable ? "" : ErrorText.otherOutput)
  }

  private static func endedEarly(_ title: String, _ end: Double, _ total: Double?) -> String {
    let place = ShownText.clock(end)
    // A cut Ogg file tells of no more than it holds.
    let whole = total.map { ShownText.clock($0) } ?? place
    let promised = whole == place ? "" : " of \(whole)"
    return "\(title) ends at \(place)\(promised): the file is truncated; copy it anew"
  }

  private static func detail(_ error: FileError) -> String { error.detail.map { " (\($0))" } ?? "" }
}
