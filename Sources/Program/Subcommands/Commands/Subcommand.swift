import AudioBase
import Configuration
import Glibc
import MusicLibrary
import SystemBase
import TerminalUI

/// The subcommands. A file of such a name is played as `./info`.
@MainActor
package enum Subcommand: String, CaseIterable {
  case info, tags, decode, scan, playlist, query, history, takes, export, record, kits, tempo, drums, mixer,
    devices, remote, attach

  /// Throws an error for a first word that is not a file but nearly the name of a subcommand.
  package static func checkSpelling(of word: FilePath) throws(UsageError) {
    guard !word.shown.hasPrefix("-"), !word.exists,
      let near = allCases.first(where: { isNear(word.shown, $0.rawValue) })
    else { return }
    throw UsageError("no file or command \(word.shown); similar command: \(near.rawValue)")
  }

  /// Returns whether one letter is missing, added, wrong, or swapped with the next one.
  private static func isNear(_ word: String, _ name: String) -> Bool {
    let (a, b) = (Array(word), Array(name))
    let start = zip(a, b).prefix { $0 == $1 }.count
    let rest = (a.dropFirst(start), b.dropFirst(start))
    if a.count != b.count {
      return abs(a.count - b.count) == 1
        && (a.count > b.count ? rest.0.dropFirst() == rest.1 : rest.0 == rest.1.dropFirst())
    }
    let isSwapped = rest.0.prefix(2).reversed() == Array(rest.1.prefix(2))
    return rest.0.dropFirst() == rest.1.dropFirst()
      || (isSwapped && rest.0.dropFirst(2) == rest.1.dropFirst(2))
  }

  private nonisolated var page: HelpPage? { HelpText.subcommands.first { $0.name == rawValue }?.page }

  /// Separates the options of the help page from the operands. Those of `query -live` and `remote seek -10` begin with a
  /// hyphen.
  nonisolated func scan(_ arguments: [FilePath]) throws(UsageError) -> OptionScanner.Result {
    let names = page?.options ?? []
    return self == .query || self == .remote
      ? try OptionScanner.scanHyphened(arguments, for: names) : try OptionScanner.scan(arguments, for: names)
  }

  /// Runs the subcommand. `arguments`: those behind the subcommand's name.
  package func run(_ arguments: [FilePath]) throws(UsageError) -> Int32 {
    let scanned = try scan(arguments)
    if scanned.has("help"), let page {
      print(page)
      return 0
    }
    return switch self {
    case .info: try InfoCommand(scanned).run()
    case .tags: try TagsCommand(scanned).run()
    case .decode: try DecodeCommand(scanned).run()
    case .takes: try TakesCommand(scanned).run()
    case .export: try ExportCommand(scanned).run()
    case .record: try RecordCommand(scanned).run()
    case .kits: try KitsCommand(scanned).run()
    case .tempo: try TempoCommand(scanned).run()
    case .drums: try DrumsCommand(scanned).run()
    case .mixer: try MixerCommand(scanned).run()
    case .devices: try DevicesCommand(scanned).run()
    case .scan: try ScanCommand(scanned).run()
    case .playlist: try PlaylistCommand(scanned).run()
    case .query: try QueryCommand(scanned).run()
    case .history: try HistoryCommand(scanned).run()
    case .remote: try RemoteControlCommand(scanned).run()
    case .attach: try AttachCommand(scanned).run()
    }
  }
}

extension OptionScanner.Result {
  /// Throws if there is an operand. `refused`: the message.
  func refuseOperands(_ refused: (String) -> String) throws(UsageError) {
    if let word = operands.first { throw UsageError(refused(word.shown)) }
  }

  /// Returns the value of `--library`.
  func library() throws(UsageError) -> FilePath? {
    let library = value("library")
    if options.contains(where: { $0.name == "library" && $0.value.isEmpty }) {
      throw UsageError("--library needs a file")
    }
    return library
  }
}

extension AudioEncoding {
  /// Returns the encoding of a file format with the samples of the option `--format`.
  static func option(_ type: AudioFileFormat, _ samples: SampleFormat?) throws(UsageError) -> AudioEncoding {
    guard let encoding = AudioEncoding(type, samples: samples) else {
      let accepted = type.sampleFormats.map(\.rawValue).joined(separator: " and ")
      throw UsageError(
        "--format \(samples?.rawValue ?? "") is not possible in .\(type.rawValue) files"
          + (accepted.isEmpty ? "" : ", which have \(accepted)"))
    }
    return encoding
  }
}

extension LibraryChoice {
  /// Performs a subcommand on the index. Returns its exit code; 1, and a message, for an error of the index.
  static func withIndex(
    _ library: FilePath?, _ body: (LibraryStore) throws(LibraryError) -> Int32
  ) -> Int32 {
    Messages.reporting(ErrorText.sentence) { () throws(LibraryError) in
      try LibraryStore.withIndex(path(library)) { opening throws(LibraryError) in
        if let notice = opening.notice { Messages.print(LibraryText.sentence(notice)) }
        return try body(opening.store)
      }
    }
  }
}
