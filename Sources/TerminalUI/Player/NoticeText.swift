import AudioBase
import MusicLibrary
import Player
import SystemBase

/// What the player has to say, as one line.
package enum NoticeText {
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
    case .problem(let text), .text(let text): text
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

  /// What a change of the player's state is told as; nil for what is told otherwise or passes at once.
  static func sentence(_ state: PlaybackState, title: String?) -> String? {
    switch state {
    case .playing: title.map { "now playing: \($0)" }
    case .paused: "paused"
    case .stopped: "stopped"
    case .interrupted, .seekingForward, .seekingBackward: nil
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

  package static func severity(_ notice: PlayerNotice) -> ScreenContent.Severity {
    switch notice {
    case .trackFailed, .nothingPlays, .outputLost, .file: .error
    case .trackBrokeOff, .trackEndedEarly, .trackHadInvalidSamples, .outputUnavailable, .kitReplaced,
      .samplesMissing, .bufferGrew, .outputInterrupted, .speedUnavailable, .problem:
      .warning
    case .take(let notice): TakeText.severity(notice)
    case .library(let told): LibraryText.severity(told)
    case .text, .queue: .info
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
