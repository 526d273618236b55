import AudioBase
import Configuration
import Glibc
import MusicLibrary
import SystemBase
import TerminalUI

/// The subcommands. A file of such a name is played as `./info`.
@MainActor
package enum Subcommand: String, CaseIterable {
  case info, tags, decode, scan, playlist, query, takes, export, record, kits, tempo, mixer, devices, remote,
    attach

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

  /// Runs the subcommand. `arguments`: those behind the subcommand's name.
  package func run(_ arguments: [FilePath]) throws(UsageError) -> Int32 {
    do throws(UsageError) { return try perform(arguments) } catch {
      guard error == .help else { throw error }
      if let page = HelpText.subcommands.first(where: { $0.name == rawValue })?.page { print(page) }
      return 0
    }
  }

  private func perform(_ arguments: [FilePath]) throws(UsageError) -> Int32 {
    switch self {
    case .info: try InfoCommand(arguments).run()
    case .tags: try TagsCommand(arguments).run()
    case .decode: try DecodeCommand(arguments).run()
    case .takes: try TakesCommand(arguments).run()
    case .export: try ExportCommand(arguments).run()
    case .record: try RecordCommand(arguments).run()
    case .kits: try KitsCommand(arguments).run()
    case .tempo: try TempoCommand(arguments).run()
    case .mixer: try MixerCommand(arguments).run()
    case .devices: try DevicesCommand(arguments).run()
    case .scan: try ScanCommand(arguments).run()
    case .playlist: try PlaylistCommand(arguments).run()
    case .query: try QueryCommand(arguments).run()
    case .remote: try RemoteControlCommand(arguments).run()
    case .attach: try AttachCommand(arguments).run()
    }
  }
}

extension OptionScanner {
  /// Separates the options of a subcommand from its operands. `areHyphened`: whether operands may begin with a hyphen.
  ///
  /// - Throws: `UsageError.help` for `--help`.
  static func scanSubcommand(
    _ arguments: [FilePath], for names: [OptionName], areHyphened: Bool = false
  ) throws(UsageError) -> Result {
    let scanned = try (areHyphened ? scanHyphened : scan)(arguments, names + ["h,help"])
    if scanned.has("help") { throw .help }
    return scanned
  }

  /// Returns whether the only option of a subcommand without operands is given. `refused`: the error of an operand.
  static func scanFlag(
    _ name: OptionName, _ arguments: [FilePath], refused: (String) -> String
  ) throws(UsageError) -> Bool {
    let scanned = try scanSubcommand(arguments, for: [name])
    if let word = scanned.operands.first { throw UsageError(refused(word.shown)) }
    return !scanned.options.isEmpty
  }
}

extension OptionScanner.Result {
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
    do throws(LibraryError) {
      return try LibraryStore.withIndex(path(library)) { opening throws(LibraryError) in
        if let notice = opening.notice { Messages.print(LibraryText.sentence(notice)) }
        return try body(opening.store)
      }
    } catch {
      Messages.print(ErrorText.sentence(error))
      return 1
    }
  }
}
