/// The commands of the protocol, by their names, and those of this program.
package enum MPDCommand: String, Hashable, Sendable, CaseIterable {
  // Status
  case clearerror, currentsong, idle, noidle, status, stats
  // Playback options
  case consume, crossfade, getvol, mixrampdb, mixrampdelay, random, `repeat`, setvol, single, volume
  case replayGainMode = "replay_gain_mode"
  case replayGainStatus = "replay_gain_status"
  // Playback
  case next, pause, play, playid, previous, seek, seekcur, seekid, stop
  // The queue
  case add, addid, clear, delete, deleteid, move, moveid, playlist, playlistfind, playlistid, playlistinfo
  case playlistsearch, plchanges, plchangesposid, prio, prioid, shuffle, swap, swapid
  // Playlists
  case listplaylist, listplaylistinfo, listplaylists, load, playlistadd, playlistclear, playlistdelete
  case playlistlength, playlistmove, rename, rm, save, searchaddpl, searchplaylist
  // The library
  case albumart, count, find, findadd, list, listall, listallinfo, listfiles, lsinfo, readcomments,
    readpicture
  case rescan, search, searchadd, searchcount, update
  case listmounts, listneighbors
  case sticker, stickernames, stickernamestypes, stickertypes
  // The connection
  case binarylimit, close, commandListBegin = "command_list_begin"
  case commandListOKBegin = "command_list_ok_begin"
  case commandListEnd = "command_list_end"
  case kill, listpartitions, partition, password, ping, `protocol`, tagtypes
  // The program
  case commands, config, decoders, disableoutput, enableoutput, notcommands, outputs, toggleoutput,
    urlhandlers
  // Pads, kits and takes
  case hit, kit, kits, take

  /// The numbers of arguments that are accepted.
  var arguments: ClosedRange<Int> {
    switch self {
    case .clearerror, .currentsong, .noidle, .status, .stats, .getvol, .replayGainStatus, .next, .previous,
      .stop, .clear, .playlist, .listplaylists, .close, .commandListBegin, .commandListOKBegin,
      .commandListEnd, .config, .kill, .listmounts, .listneighbors, .listpartitions, .ping, .stickernames,
      .stickertypes, .commands, .decoders, .notcommands, .outputs, .urlhandlers,
      .kits:
      0...0
    case .consume, .crossfade, .random, .repeat, .setvol, .single, .volume, .replayGainMode, .seekcur,
      .delete, .deleteid, .playlistclear, .playlistlength, .rm, .binarylimit, .password, .mixrampdb,
      .mixrampdelay, .partition, .enableoutput, .disableoutput, .toggleoutput, .readcomments:
      1...1
    case .pause, .play, .playid, .playlistid, .playlistinfo, .shuffle, .listall, .listallinfo, .lsinfo,
      .rescan, .update, .kit, .listfiles, .stickernamestypes:
      0...1
    case .idle, .tagtypes, .protocol: 0...Int.max
    case .seek, .seekid, .move, .moveid, .swap, .swapid, .playlistdelete, .rename, .albumart, .readpicture:
      2...2
    case .prio, .prioid: 2...Int.max
    case .listplaylist, .listplaylistinfo, .add, .addid, .plchanges, .plchangesposid, .save, .hit, .take:
      1...2
    case .playlistadd: 2...3
    case .load: 1...3
    case .playlistmove: 3...3
    case .playlistfind, .playlistsearch, .count, .find, .findadd, .list, .search, .searchadd, .searchcount:
      1...Int.max
    case .searchaddpl, .searchplaylist: 2...Int.max
    case .sticker: 3...Int.max
    }
  }

  /// Whether a client may use it before it has given the password.
  package var needsNoPassword: Bool {
    switch self {
    case .binarylimit, .close, .commandListBegin, .commandListOKBegin, .commandListEnd, .commands, .noidle,
      .notcommands, .password, .ping, .protocol, .tagtypes:
      true
    default: false
    }
  }

  /// Whether a client may never use it.
  ///
  /// - Parameter isLocal: whether the client is one of the local socket.
  func isRefused(isLocal: Bool) -> Bool { self == .kill || (self == .config && !isLocal) }

  /// Returns the command of a line.
  ///
  /// - Throws: if there is no such command, or if the number of arguments is wrong.
  static func command(of line: MPDLine) throws(MPDError) -> MPDCommand {
    guard let command = MPDCommand(rawValue: line.name) else {
      throw MPDError(.unknownCommand, "unknown command \"\(line.name)\"")
    }
    let count = line.arguments.count
    if count < command.arguments.lowerBound {
      throw MPDError(.argument, "too few arguments for \"\(line.name)\"")
    }
    if count > command.arguments.upperBound {
      throw MPDError(.argument, "too many arguments for \"\(line.name)\"")
    }
    return command
  }
}

/// A part of the player whose changes `idle` reports.
package enum MPDSubsystem: String, Hashable, Sendable, CaseIterable {
  case database, update
  case storedPlaylist = "stored_playlist"
  case playlist, player, mixer, output, options, sticker
  case kit, take

  /// Whether `idle` without arguments reports it: clients of MPD do not know the others.
  var isStandard: Bool { self != .kit && self != .take }

  /// The subsystems that the arguments of `idle` name.
  static func named(_ arguments: [String]) throws(MPDError) -> Set<MPDSubsystem> {
    if arguments.isEmpty { return Set(allCases.filter(\.isStandard)) }
    var named: Set<MPDSubsystem> = []
    for argument in arguments {
      if let subsystem = MPDSubsystem(rawValue: argument) {
        named.insert(subsystem)
      } else if !others.contains(argument) {
        throw MPDError(.argument, "Unrecognized idle event: \(argument)")
      }
    }
    return named
  }

  /// The subsystems of the protocol that never change in this player.
  private static let others: Set = ["partition", "subscription", "message", "neighbor", "mount"]
}
