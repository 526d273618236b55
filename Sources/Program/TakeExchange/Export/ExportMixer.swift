import AudioBase
import Dubbing
import Player
import Studio
import SystemBase

/// The mixer that an export is to have.
package enum ExportMixer: Hashable, Sendable {
  /// That of the take; a take without one is exported dry.
  case take
  /// The mixer of the player that exports, or of its last session if no player exports.
  case current
  /// A mixer that was saved under a name, or came with the program.
  case named(String)

  /// Reads `take`, `current` or a name; an empty text is `take`.
  package init(_ text: String) {
    self =
      switch text {
      case "", "take": .take
      case "current": .current
      default: .named(text)
      }
  }
}

/// The mixer that an export has.
package enum ExportedMixer: Hashable, Sendable {
  case take
  /// None, since the take has none.
  case dry
  case current
  case named(String)

  /// The name in reports.
  package var name: String {
    switch self {
    case .take: "take"
    case .dry: "dry"
    case .current: "current"
    case .named(let name): name
    }
  }
}

extension ExportService {
  /// Returns the levels of an export with the wanted mixer. With the current mixer, the levels of music and pads are those
  /// of the player, otherwise those of the take.
  ///
  /// - Parameter heard: what the player plays with; nil if no player exports.
  /// - Throws: if there is no mixer of the name, or its file cannot be read.
  func levels(
    of take: Take, _ wanted: ExportMixer, heard: TakeExport.Levels?
  ) throws(FileError) -> (TakeExport.Levels, ExportedMixer) {
    var levels = heard ?? levels
    switch wanted {
    case .take: levels.mixer = take.mixer ?? MixGraph()
    case .current:
      if heard == nil { levels.mixer = try sources.sessionMixer() }
      return (levels, .current)
    case .named(let name): levels.mixer = try mixer(named: name)
    }
    if let gains = take.gains {
      (levels.music, levels.pads) = gains.heard
    }
    if case .named(let name) = wanted { return (levels, .named(name)) }
    return (levels, take.mixer == nil ? .dry : .take)
  }

  private func mixer(named name: String) throws(FileError) -> MixGraph {
    let presets = sources.mixers()
    guard let preset = presets.first(where: { $0.name == name }) else {
      let names = presets.map { FilePath($0.name).shown }.joined(separator: ", ")
      throw FileError(
        .readFailed, "with the mixer \(FilePath(name).shown)",
        detail: "no mixer has this name; there are take, current\(names.isEmpty ? "" : ", \(names)")")
    }
    return try preset.content.get()
  }
}

extension MixGains {
  /// The levels that are heard at the balance.
  package var heard: (music: Decibels, pads: Decibels) {
    let mix = MixLevels(music: music, pads: pads)
    return (mix.music(balance: balance), mix.pads(balance: balance))
  }
}
