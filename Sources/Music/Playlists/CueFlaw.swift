import Documents

/// A breach of the rules of CUE sheets. What can be read of the sheet is read nevertheless.
///
/// Source: the user's guide of CDRWIN, appendix "Cuesheet Commands".
package enum CueFlaw: Hashable, Sendable {
  /// Quotes are opened but not closed, or closed but not opened; the text extends to the end of the line.
  case openQuote
  /// A text with blanks without quotes; it extends to the end of the line.
  case unquotedText
  /// Text after the arguments of a command.
  case extraText
  case noValue(String)
  case badValue(String)
  /// A command that must stand elsewhere, as PREGAP before the first INDEX of a track.
  case misplaced(String)
  /// A command that may occur once in a sheet or a track.
  case repeated(String)
  case unknownFileType(String)
  case unknownTrackType(String)
  case unknownFlag(String)
  /// The number of a track is not 1 to 99.
  case trackNumber
  /// The number of a track is not that of the track before plus 1.
  case trackOrder
  /// A track that is stated once more, with its other indexes; both are one track.
  case trackAgain
  case noFirstIndex
  /// The number of an index is not that of the index before plus 1.
  case indexOrder
  /// The time of an index is before that of the index before, or that of the track before.
  case timeOrder
  /// The first index of a file is not its beginning.
  case fileStart
  /// A file in which no track begins.
  case unusedFile
  /// A track begins at the end of its file or behind it.
  case beyondEnd
  case noTracks
}

/// The form of the arguments of a line.
extension CueLine {
  /// What is wrong with the form of the arguments; nil if nothing is. The values are checked by `CueRules`.
  var flaw: CueFlaw? {
    guard let command else { return nil }
    if command != .rem, words.isEmpty { return .noValue(name) }
    let isText = CueLine.commandsWithText.contains(command)
    if !isText, !arguments.count(where: { $0 == CueLine.quote }).isMultiple(of: 2) { return .openQuote }
    switch command {
    case .title, .performer, .songwriter, .cdtextfile: return flawOfText
    case .file: return flawOfFile
    case .track:
      if words.count < 2 { return .noValue(name) }
      return words.count > 2 ? .extraText : nil
    case .index: return words.count > 2 ? .extraText : nil
    case .catalog, .isrc, .pregap, .postgap: return words.count > 1 ? .extraText : nil
    case .flags: return nil
    case .rem: return remark?.isClosed == false ? .openQuote : nil
    }
  }

  private static let commandsWithText: Set<Command> = [
    .title, .performer, .songwriter, .cdtextfile, .file, .rem,
  ]

  private var flawOfText: CueFlaw? {
    let isEnded = arguments.last == CueLine.quote
    if arguments.first == CueLine.quote {
      if isEnded, arguments.count > 1 { return nil }
      return arguments.dropFirst().contains(CueLine.quote) ? .extraText : .openQuote
    }
    if isEnded { return .openQuote }
    return words.count > 1 ? .unquotedText : nil
  }

  private var flawOfFile: CueFlaw? {
    if arguments.first == CueLine.quote, !hasQuotedStart { return .openQuote }
    if fileKind.isEmpty { return .unknownFileType("") }
    if !CueLine.fileKinds.contains(fileKind) { return .unknownFileType(fileKind) }
    if arguments.first == CueLine.quote { return wordsAfterName.count > 1 ? .extraText : nil }
    return fileName.contains(where: PlaylistLocation.isBlank) ? .unquotedText : nil
  }
}

/// The rules about the values of commands and about their places in a track.
struct CueRules {
  static let trackKinds: Set<String> = [
    "audio", "cdg", "mode1/2048", "mode1/2352", "mode2/2048", "mode2/2324", "mode2/2336", "mode2/2352",
    "cdi/2336", "cdi/2352",
  ]
  private static let flags: Set<String> = ["dcp", "4ch", "pre", "scms", "data"]
  private static let single: Set<CueLine.Command> = [.catalog, .cdtextfile]
  private static let singleInPlace: Set<CueLine.Command> = [
    .title, .performer, .songwriter, .flags, .isrc, .pregap, .postgap,
  ]

  private var found: Set<CueLine.Command> = []
  /// The commands since the last FILE or TRACK.
  private var foundInPlace: Set<CueLine.Command> = []
  private var isInTrack = false
  private var hasIndex = false

  /// Returns what is wrong with a line at its place.
  mutating func flaw(of line: CueLine) -> CueFlaw? {
    guard let command = line.command else { return nil }
    defer { note(command) }
    if CueRules.single.contains(command), found.contains(command) { return .repeated(line.name) }
    if CueRules.singleInPlace.contains(command), foundInPlace.contains(command) {
      return .repeated(line.name)
    }
    return flawOfPlace(command).map { CueFlaw.misplaced($0) } ?? line.flaw
      ?? CueRules.flawOfValue(command, line)
  }

  private mutating func note(_ command: CueLine.Command) {
    switch command {
    case .file: (isInTrack, foundInPlace) = (false, [])
    case .track: (isInTrack, hasIndex, foundInPlace) = (true, false, [])
    case .index: (isInTrack, hasIndex) = (true, true)
    case .postgap where !hasIndex: break
    default: foundInPlace.insert(command)
    }
    found.insert(command)
  }

  private func flawOfPlace(_ command: CueLine.Command) -> String? {
    switch command {
    case .flags, .isrc, .pregap: isInTrack && !hasIndex ? nil : command.rawValue.uppercased()
    case .postgap: hasIndex ? nil : "POSTGAP"
    case .index: foundInPlace.contains(.postgap) ? "INDEX" : nil
    case .file: found.contains(.track) && !found.contains(.file) ? "FILE" : nil
    default: nil
    }
  }

  private static func flawOfValue(_ command: CueLine.Command, _ line: CueLine) -> CueFlaw? {
    let value = line.words.first ?? []
    switch command {
    case .track:
      let kind = ASCIIText.lowercased(line.words[1])
      return trackKinds.contains(kind) ? nil : .unknownTrackType(kind)
    case .flags:
      return line.words.map { ASCIIText.lowercased($0) }.first { !flags.contains($0) }.map {
        .unknownFlag($0.uppercased())
      }
    case .catalog: return value.count == 13 && value.allSatisfy(isDigit) ? nil : .badValue("CATALOG")
    case .isrc: return isCode(value) ? nil : .badValue("ISRC")
    case .pregap, .postgap: return CueSheet.time(value) == nil ? .badValue(line.name) : nil
    case .rem: return flawOfRemark(line)
    default: return nil
    }
  }

  /// Returns whether a value is five letters or digits, of which the first two are the country, and seven digits.
  private static func isCode(_ value: ArraySlice<UInt8>) -> Bool {
    value.count == 12 && value.suffix(7).allSatisfy(isDigit)
      && value.prefix(5).allSatisfy { isDigit($0) || (0x61...0x7A).contains($0 | 0x20) }
  }

  /// Checks the remarks that this program reads.
  private static func flawOfRemark(_ line: CueLine) -> CueFlaw? {
    guard let name = line.words.first.map({ ASCIIText.lowercased($0).uppercased() }),
      CueRemarks.names.contains(name)
    else { return nil }
    let value = line.remark?.value ?? []
    let first = value.prefix { !PlaylistLocation.isBlank($0) }
    let isValid =
      if name.hasPrefix("REPLAYGAIN") {
        Double(String(decoding: first, as: UTF8.self))?.isFinite == true
      } else if name.hasPrefix("DISC") || name.hasPrefix("TOTAL") {
        first.first.map(isDigit) == true && first.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "/") }
      } else {
        line.words.count > 1
      }
    return isValid ? nil : .badValue("REM \(name)")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
