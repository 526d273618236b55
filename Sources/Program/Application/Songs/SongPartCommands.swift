import AudioBase
import Dubbing
import SystemBase

/// What a command does to the level of a part of the song.
package enum SongPartChange: Hashable, Sendable {
  case gain(Decibels)
  /// Mutes the part, or has it heard again.
  case mute
  /// Has only this part heard, or all of them again.
  case solo

  /// Reads `-12`, `+3 dB`, `mute` or `solo`.
  init?(_ text: String) {
    switch text {
    case "mute": self = .mute
    case "solo": self = .solo
    case _:
      let number = (text.hasSuffix("dB") ? String(text.dropLast(2)) : text).trimmed
      guard let gain = ArgumentText.number(number, in: SongPartLevel.range) else { return nil }
      self = .gain(Decibels(gain))
    }
  }

  package var text: String {
    switch self {
    case .gain(let gain): gain.value == gain.value.rounded() ? "\(Int(gain.value))" : "\(gain.value)"
    case .mute: "mute"
    case .solo: "solo"
    }
  }

  func apply(to level: inout SongPartLevel) {
    switch self {
    case .gain(let gain): level.gain = gain
    case .mute: level.isMuted.toggle()
    case .solo: level.isSoloed.toggle()
    }
  }
}

/// The argument of the command `part`: `lead vocals -6`.
package struct SongPartCommand: Hashable, Sendable {
  let name: String
  let change: SongPartChange

  init(_ name: String, _ change: SongPartChange) { (self.name, self.change) = (name, change) }

  init?(_ text: String) {
    let text = text.hasSuffix(" dB") ? String(text.dropLast(3)) : text
    let words = text.split(separator: " ")
    guard words.count > 1, let last = words.last, let change = SongPartChange(String(last)) else {
      return nil
    }
    self.init(words.dropLast().joined(separator: " "), change)
  }
}

/// The argument of the command `stems`.
package enum StemsCommand: Hashable, Sendable {
  /// Searches for stems in the file of the song and beside it.
  case beside
  /// A folder, or a file of several sound tracks.
  case place(String)
  /// Plays the file alone.
  case off

  init(_ text: String) { self = text == "beside" ? .beside : text == "off" ? .off : .place(text) }

  fileprivate var text: String {
    switch self {
    case .beside: "beside"
    case .off: "off"
    case .place(let path): path
    }
  }
}

extension Command.Request {
  package static let part = Argument<SongPartCommand>(
    "part", "NAME LEVEL", "level of a part of the song in dB (vocals -6), or mute or solo it", .drum,
    [.keepsLayers, .needsOwnPlayer], read: { SongPartCommand($0) },
    text: { "\($0.name) \($0.change.text)" },
    choices: { application, text in
      let names = application.takes?.songs.partNames ?? []
      return MixerController.completions(
        of: text, among: names + names.flatMap { ["\($0) mute", "\($0) solo"] })
    }
  ) { application, command, _ in application.change(songPart: command.name, command.change) }
  package static let stems: Argument<StemsCommand> = {
    var definition = Argument<StemsCommand>(
      "stems", "PLACE",
      "play the song in the stems of a folder or file, of one beside it (beside), or not (off)", .drum,
      [.keepsLayers, .needsOwnPlayer, .takesPath], read: { StemsCommand($0) }, text: \.text
    ) { application, command, _ in .song(of: application) { .parts($0.setStems(command)) } }
    definition.withoutArgument = .request(definition(.beside))
    // Those of several sound tracks: `.stem.mp4`, Matroska.
    definition.files = .extensions(["mp4", "m4a", "mka", "mkv"])
    return definition
  }()
}
