/// A command of the protocol, or one of this program, by the area that performs it.
///
/// This file states the names of the commands, the numbers of their arguments and who may use them.
package enum MPDCommand: Hashable, Sendable, CaseIterable {
  case connection(Connection)
  case server(Server)
  case playback(Playback)
  case options(Options)
  case queue(Queue)
  case playlists(Playlists)
  case library(Library)
  case stickers(Stickers)
  case pads(Pads)
  case channels(Channels)

  package static let allCases: [MPDCommand] =
    Connection.allCases.map(connection) + Server.allCases.map(server) + Playback.allCases.map(playback)
    + Options.allCases.map(options) + Queue.allCases.map(queue) + Playlists.allCases.map(playlists)
    + Library.allCases.map(library) + Stickers.allCases.map(stickers) + Pads.allCases.map(pads)
    + Channels.allCases.map(channels)

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  package init?(name: String) {
    guard let command = MPDCommand.byName[name] else { return nil }
    self = command
  }

  package var name: String { kind.rawValue }

  var arguments: ClosedRange<Int> { kind.arguments }

  private var kind: any MPDCommandKind {
    switch self {
    case .connection(let command): command
    case .server(let command): command
    case .playback(let command): command
    case .options(let command): command
    case .queue(let command): command
    case .playlists(let command): command
    case .library(let command): command
    case .stickers(let command): command
    case .pads(let command): command
    case .channels(let command): command
    }
  }

  /// Whether a client may use it before it has given the password.
  package var needsNoPassword: Bool {
    if case .connection(let command) = self { command != .idle } else { false }
  }

  /// Returns whether a client may never use it. `isLocal`: whether the client is one of the local socket.
  func isRefused(isLocal: Bool) -> Bool {
    self == .server(.kill) || ([.server(.config), .pads(.run)].contains(self) && !isLocal)
  }

  /// Returns the command of a line.
  ///
  /// - Throws: if there is no such command, or if the number of arguments is wrong.
  static func command(of line: MPDLine) throws(MPDError) -> MPDCommand {
    guard let command = MPDCommand(name: line.name) else {
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

/// The commands of one area, by their names in the protocol.
private protocol MPDCommandKind: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  var arguments: ClosedRange<Int> { get }
}

extension MPDCommand {
  /// The connection itself and what a client sets for it.
  package enum Connection: String, MPDCommandKind {
    case binarylimit, close, commands, idle, noidle, notcommands, password, ping, `protocol`, tagtypes
    case commandListBegin = "command_list_begin"
    case commandListOKBegin = "command_list_ok_begin"
    case commandListEnd = "command_list_end"

    fileprivate var arguments: ClosedRange<Int> {
      switch self {
      case .close, .commandListBegin, .commandListEnd, .commandListOKBegin, .commands, .noidle, .notcommands,
        .ping:
        0...0
      case .binarylimit, .password: 1...1
      case .idle, .protocol, .tagtypes: 0...Int.max
      }
    }
  }

  /// The parts of a server: outputs, partitions, mounts, formats.
  package enum Server: String, MPDCommandKind {
    case config, decoders, delpartition, disableoutput, enableoutput, kill, listmounts, listneighbors,
      listpartitions
    case mount, moveoutput, newpartition, outputs, outputset, outputvolume, partition, toggleoutput, unmount,
      urlhandlers

    fileprivate var arguments: ClosedRange<Int> {
      switch self {
      case .config, .decoders, .kill, .listmounts, .listneighbors, .listpartitions, .outputs, .urlhandlers:
        0...0
      case .delpartition, .disableoutput, .enableoutput, .moveoutput, .newpartition, .partition,
        .toggleoutput:
        1...1
      case .unmount: 1...1
      case .mount, .outputvolume: 2...2
      case .outputset: 3...3
      }
    }
  }

  /// Playback and its status.
  package enum Playback: String, MPDCommandKind {
    case clearerror, currentsong, next, pause, play, playid, previous, seek, seekcur, seekid, status, stop

    fileprivate var arguments: ClosedRange<Int> {
      switch self {
      case .clearerror, .currentsong, .next, .previous, .status, .stop: 0...0
      case .pause, .play, .playid: 0...1
      case .seekcur: 1...1
      case .seek, .seekid: 2...2
      }
    }
  }

  /// Options of playback.
  package enum Options: String, MPDCommandKind {
    case consume, crossfade, getvol, mixrampdb, mixrampdelay, random, `repeat`, setvol, single, volume
    case replayGainMode = "replay_gain_mode"
    case replayGainStatus = "replay_gain_status"

    fileprivate var arguments: ClosedRange<Int> {
      switch self {
      case .getvol, .replayGainStatus: 0...0
      case .consume, .crossfade, .mixrampdb, .mixrampdelay, .random, .repeat, .replayGainMode, .setvol,
        .single, .volume:
        1...1
      }
    }
  }

  /// The queue, which the protocol calls the playlist.
  package enum Queue: String, MPDCommandKind {
    case add, addid, addtagid, clear, cleartagid, delete, deleteid, move, moveid, playlist, playlistfind,
      playlistid, playlistinfo
    case playlistsearch, plchanges, plchangesposid, prio, prioid, rangeid, shuffle, swap, swapid

    fileprivate var arguments: ClosedRange<Int> {
      switch self {
      case .clear, .playlist: 0...0
      case .playlistid, .playlistinfo, .shuffle: 0...1
      case .delete, .deleteid: 1...1
      case .add, .addid, .cleartagid, .plchanges, .plchangesposid: 1...2
      case .playlistfind, .playlistsearch: 1...Int.max
      case .move, .moveid, .rangeid, .swap, .swapid: 2...2
      case .addtagid: 3...3
      case .prio, .prioid: 2...Int.max
      }
    }
  }

  /// Saved playlists.
  package enum Playlists: String, MPDCommandKind {
    case listplaylist, listplaylistinfo, listplaylists, load, playlistadd, playlistclear, playlistdelete
    case playlistlength, playlistmove, rename, rm, save, searchaddpl, searchplaylist

    fileprivate var arguments: ClosedRange<Int> {
      switch self {
      case .listplaylists: 0...0
      case .playlistclear, .playlistlength, .rm: 1...1
      case .listplaylist, .listplaylistinfo, .save: 1...2
      case .load: 1...3
      case .playlistdelete, .rename: 2...2
      case .playlistadd: 2...3
      case .searchaddpl, .searchplaylist: 2...Int.max
      case .playlistmove: 3...3
      }
    }
  }

  /// Searching, browsing and scanning the library, and pictures.
  package enum Library: String, MPDCommandKind {
    case albumart, count, find, findadd, list, listall, listallinfo, listfiles, lsinfo, readcomments
    case readpicture, rescan, search, searchadd, searchcount, stats, update

    fileprivate var arguments: ClosedRange<Int> {
      switch self {
      case .stats: 0...0
      case .listall, .listallinfo, .listfiles, .lsinfo, .rescan, .update: 0...1
      case .readcomments: 1...1
      case .count, .find, .findadd, .list, .search, .searchadd, .searchcount: 1...Int.max
      case .albumart, .readpicture: 2...2
      }
    }
  }

  /// Stickers of tracks: the rating, which the library has, and those of clients.
  package enum Stickers: String, MPDCommandKind {
    case sticker, stickernames, stickernamestypes, stickertypes

    fileprivate var arguments: ClosedRange<Int> {
      switch self {
      case .stickernames, .stickertypes: 0...0
      case .stickernamestypes: 0...1
      case .sticker: 3...Int.max
      }
    }
  }

  /// Pads, kits and takes: the commands of this program.
  package enum Pads: String, MPDCommandKind {
    case details, hit, kit, kits, run, take

    fileprivate var arguments: ClosedRange<Int> {
      switch self {
      case .details, .kits: 0...0
      case .kit: 0...1
      case .hit, .take: 1...2
      case .run: 1...Int.max
      }
    }
  }

  /// Messages that clients send to each other.
  package enum Channels: String, MPDCommandKind {
    case channels, readmessages, sendmessage, subscribe, unsubscribe

    fileprivate var arguments: ClosedRange<Int> {
      switch self {
      case .channels, .readmessages: 0...0
      case .subscribe, .unsubscribe: 1...1
      case .sendmessage: 2...2
      }
    }
  }
}

/// A part of the player whose changes `idle` reports.
package enum MPDSubsystem: String, Hashable, Sendable, CaseIterable {
  case database, update
  case storedPlaylist = "stored_playlist"
  case playlist, player, mixer, output, options, sticker, subscription, message
  case kit, take

  /// Whether `idle` without arguments reports it: clients of MPD do not know the others.
  var isStandard: Bool { self != .kit && self != .take }

  /// Returns the subsystems that the arguments of `idle` name.
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
  private static let others: Set = ["partition", "neighbor", "mount"]
}
