import Dubbing

/// The argument of the command `place`.
package enum PlaceCommand: Hashable, Sendable {
  /// Names the place that is heard, or gives it a number.
  case set(String), here
  case next, previous
  /// Lists the marks of the song.
  case list

  private static let words: [(text: String, value: PlaceCommand)] = [
    ("here", .here), ("next", .next), ("previous", .previous), ("list", .list),
  ]

  /// Returns whether a mark may have a name, which is no word of a command.
  static func isFree(_ name: String) -> Bool {
    name != SectionCommand.last && !name.contains("=") && !words.contains { $0.text == name }
  }

  init(_ text: String) { self = PlaceCommand.words.first { $0.text == text }?.value ?? .set(text) }

  fileprivate var text: String {
    if case .set(let name) = self { return name }
    return PlaceCommand.words.first { $0.value == self }?.text ?? ""
  }
}

/// The argument of the command `section`: names bars of the track, or the range that is repeated.
package struct SectionCommand: Hashable, Sendable {
  /// The word for the range that was repeated last.
  static let last = "last"

  let name: String
  /// From 1; nil for the range that is repeated.
  let bars: ClosedRange<Int>?

  /// Reads `fill 17-24`, or a name alone. A number without a hyphen belongs to the name: `verse 2`.
  init(_ text: String) {
    let words = text.split(separator: " ")
    if words.count > 1, let word = words.last, word.contains("-"),
      case .loop(let bars)? = BarCommand(loop: String(word))
    {
      (name, self.bars) = (String(text.dropLast(word.count)).trimmed, bars)
    } else {
      (name, bars) = (text, nil)
    }
  }

  fileprivate var text: String { bars.map { "\(name) \($0.lowerBound)-\($0.upperBound)" } ?? name }
}

/// The argument of the command `rename-mark`: `verse = verse 1`.
package struct MarkRenaming: Hashable, Sendable {
  let name: String
  let newName: String

  init?(_ text: String) {
    let names = text.split(separator: "=", omittingEmptySubsequences: false).map { String($0).trimmed }
    guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else { return nil }
    (name, newName) = (names[0], names[1])
  }

  fileprivate var text: String { "\(name) = \(newName)" }
}

extension Command.Request {
  package static let place = Argument<PlaceCommand>(
    "place", "NAME", "name this place of the song (verse), or go to the next or the previous one", .drum,
    [.keepsLayers, .needsOwnPlayer],
    usual: [
      UsualValue("here", .here, "mark this place", "alt+\""),
      UsualValue("next", .next, "go to the next mark", "alt+pagedown"),
      UsualValue("previous", .previous, "go to the mark before", "alt+pageup"),
      UsualValue("list", .list, "marks of the song", "ctrl+home"),
    ],
    read: { PlaceCommand($0) }, text: \.text
  ) { application, command, context in
    guard let songs = application.takes?.songs else { return .refused(.noTakes) }
    return switch command {
    case .set(let name): .song(songs.setPlace(name, at: context.time))
    case .here: .song(songs.setPlace(nil, at: context.time))
    case .next: .song(songs.go(forward: true))
    case .previous: .song(songs.go(forward: false))
    // The screen shows it.
    case .list: .done
    }
  }
  package static let section = Argument<SectionCommand>(
    "section", "NAME BARS", "name bars of the song (fill 17-24), or without them what is repeated", .drum,
    [.keepsLayers, .needsOwnPlayer], read: { SectionCommand($0) }, text: \.text, choices: Self.markNames
  ) { application, command, _ in
    .song(of: application) { $0.setSection(command.name, bars: command.bars) }
  }
  package static let goTo = Argument<String>(
    "go", "NAME", "go to a mark of the song", .drum, [.keepsLayers, .needsOwnPlayer],
    choices: Self.markNames
  ) { application, name, _ in .song(of: application) { $0.go(to: name) } }
  package static let repeatSection = Argument<String>(
    "repeat-section", "NAME", "repeat a section of the song, or what was repeated last (last)", .drum,
    [.keepsLayers, .needsOwnPlayer], choices: { Self.markNames($0, $1) + [SectionCommand.last] }
  ) { application, name, _ in
    guard let songs = application.takes?.songs else { return .refused(.noTakes) }
    let notice = name == SectionCommand.last ? songs.loopLast() : songs.loop(name)
    return notice.map(Outcome.song) ?? .done.awaits(.notice)
  }
  package static let renameMark = Argument<MarkRenaming>(
    "rename-mark", "NAME", "rename a mark of the song: verse = verse 1", .drum,
    [.keepsLayers, .needsOwnPlayer], read: { MarkRenaming($0) }, text: \.text, choices: Self.markNames
  ) { application, renaming, _ in
    .song(of: application) { $0.rename(renaming.name, to: renaming.newName) }
  }
  package static let removeMark = Argument<String>(
    "remove-mark", "NAME", "remove a mark of the song", .drum, [.keepsLayers, .needsOwnPlayer],
    choices: Self.markNames
  ) { application, name, _ in .song(of: application) { $0.remove(name) } }

  private static let markNames: Argument<String>.Choices = { application, _ in
    application.takes?.songs.song.marks.map(\.name) ?? []
  }

  static let ofSongs: [any ArgumentCommand] = [
    tune, place, section, goTo, repeatSection, renameMark, removeMark, drums, part, stems,
  ]
}

extension Outcome {
  package static func song(_ notice: SongNotice) -> Outcome { .notice(.take(.song(notice))) }

  /// Changes the song of an application, or what is heard of it; refuses it where there are no takes.
  @MainActor
  static func song(of application: Application, _ change: (SongController) -> SongNotice) -> Outcome {
    application.takes.map { .song(change($0.songs)) } ?? .refused(.noTakes)
  }
}
