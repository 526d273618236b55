import Configuration
import Glibc
import SystemBase

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
      print(help)
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
  private var help: HelpPage {
    switch self {
    case .info: HelpText.info
    case .tags: HelpText.tags
    case .decode: HelpText.decode
    case .takes: HelpText.takes
    case .export: HelpText.export
    case .record: HelpText.record
    case .kits: HelpText.kits
    case .tempo: HelpText.tempo
    case .mixer: HelpText.mixer
    case .devices: HelpText.devices
    case .scan: HelpText.scan
    case .playlist: HelpText.playlist
    case .query: HelpText.query
    case .remote: HelpText.remote
    case .attach: HelpText.attach
    }
  }
}

extension OptionScanner {
  /// Separates the options of a subcommand from its operands. Throws `UsageError.help` for `--help`.
  static func scanSubcommand(_ arguments: [FilePath], for names: [OptionName]) throws(UsageError) -> Result {
    let help = OptionName(long: "help", short: "h", takesValue: false)
    let scanned = try scan(arguments, for: names + [help])
    if scanned.has("help") { throw .help }
    return scanned
  }
}
