import SystemBase

/// The subcommands. A file of such a name is played as `./info`.
@MainActor
enum Subcommand: String {
  case info, decode, scan, playlist, query, takes

  /// - Parameter arguments: those behind the subcommand's name.
  func run(_ arguments: [FilePath]) throws(UsageError) -> Int32 {
    switch self {
    case .info: try InfoCommand(arguments).run()
    case .decode: try DecodeCommand(arguments).run()
    case .takes: try TakesCommand(arguments).run()
    case .scan: try ScanCommand(arguments).run()
    case .playlist: try PlaylistCommand(arguments).run()
    case .query: try QueryCommand(arguments).run()
    }
  }
}
