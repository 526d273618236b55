/// A command of the protocol, or one of this program, by the area that performs it.
///
/// This file states the names of the commands, the numbers of their arguments and who may use them.
package enum MPDCommand: Hashable, Sendable {
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

  static let byName = Dictionary(
    uniqueKeysWithValues: [
      named(connection), named(server), named(playback), named(options), named(queue), named(playlists),
      named(library), named(stickers), named(pads), named(channels),
    ].joined())

  private static func named<Area: CaseIterable & RawRepresentable<String>>(
    _ command: (Area) -> MPDCommand
  ) -> [(String, MPDCommand)] {
    Area.allCases.map { ($0.rawValue, command($0)) }
  }

  /// The numbers of arguments of the commands that take some.
  private static let taken: KeyValuePairs<ClosedRange<Int>, String> = [
    0...1: """
    kit listall listallinfo listfiles lsinfo pause play playid playlistid playlistinfo rescan shuffle
    stickernamestypes update
    """,
    0...Int.max: "idle protocol tagtypes",
    1...1: """
    binarylimit consume crossfade delete deleteid delpartition disableoutput enableoutput mixrampdb
    mixrampdelay moveoutput newpartition partition password playlistclear playlistlength random
    readcomments repeat replay_gain_mode rm seekcur setvol single subscribe toggleoutput unmount
    unsubscribe volume
    """,
    1...2: "add addid cleartagid hit listplaylist listplaylistinfo plchanges plchangesposid save take",
    1...3: "load",
    1...Int.max: "count find findadd list playlistfind playlistsearch run search searchadd searchcount",
    2...2: """
    albumart mount move moveid outputvolume playlistdelete rangeid readpicture rename seek seekid
    sendmessage swap swapid
    """,
    2...3: "playlistadd",
    2...Int.max: "prio prioid searchaddpl searchplaylist",
    3...3: "addtagid outputset playlistmove",
    3...Int.max: "sticker",
  ]

  static let numbers = Dictionary(
    uniqueKeysWithValues: taken.flatMap { range, names in
      names.split { " \n".contains($0) }.map { (String($0), range) }
    })

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
    guard let command = byName[line.name] else {
      throw MPDError(.unknownCommand, "unknown command \"\(line.name)\"")
    }
    let (count, expected) = (line.arguments.count, numbers[line.name] ?? 0...0)
    if count < expected.lowerBound {
      throw MPDError(.argument, "too few arguments for \"\(line.name)\"")
    }
    if count > expected.upperBound {
      throw MPDError(.argument, "too many arguments for \"\(line.name)\"")
    }
    return command
  }
}

extension MPDCommand {
  /// The connection itself and what a client sets for it.
  package enum Connection: String, CaseIterable, Sendable {
    case binarylimit, close, commands, idle, noidle, notcommands, password, ping, `protocol`, tagtypes
    case commandListBegin = "command_list_begin"
    case commandListOKBegin = "command_list_ok_begin"
    case commandListEnd = "command_list_end"
  }

  /// The parts of a server: outputs, partitions, mounts, formats.
  package enum Server: String, CaseIterable, Sendable {
    case config, decoders, delpartition, disableoutput, enableoutput, kill, listmounts, listneighbors,
      listpartitions
    case mount, moveoutput, newpartition, outputs, outputset, outputvolume, partition, toggleoutput, unmount,
      urlhandlers
  }

  /// Playback and its status.
  package enum Playback: String, CaseIterable, Sendable {
    case clearerror, currentsong, next, pause, play, playid, previous, seek, seekcur, seekid, status, stop
  }

  /// Options of playback.
  package enum Options: String, CaseIterable, Sendable {
    case consume, crossfade, getvol, mixrampdb, mixrampdelay, random, `repeat`, setvol, single, volume
    case replayGainMode = "replay_gain_mode"
    case replayGainStatus = "replay_gain_status"
  }

  /// The queue, which the protocol calls the playlist.
  package enum Queue: String, CaseIterable, Sendable {
    case add, addid, addtagid, clear, cleartagid, delete, deleteid, move, moveid, playlist, playlistfind,
      playlistid, playlistinfo
    case playlistsearch, plchanges, plchangesposid, prio, prioid, rangeid, shuffle, swap, swapid
  }

  /// Saved playlists.
  package enum Playlists: String, CaseIterable, Sendable {
    case listplaylist, listplaylistinfo, listplaylists, load, playlistadd, playlistclear, playlistdelete
    case playlistlength, playlistmove, rename, rm, save, searchaddpl, searchplaylist
  }

  /// Searching, browsing and scanning the library, and pictures.
  package enum Library: String, CaseIterable, Sendable {
    case albumart, count, find, findadd, list, listall, listallinfo, listfiles, lsinfo, readcomments
    case readpicture, rescan, search, searchadd, searchcount, stats, update
  }

  /// Stickers of tracks: the rating, which the library has, and those of clients.
  package enum Stickers: String, CaseIterable, Sendable {
    case sticker, stickernames, stickernamestypes, stickertypes
  }

  /// Pads, kits and takes: the commands of this program.
  package enum Pads: String, CaseIterable, Sendable {
    case details, hit, kit, kits, run, take
  }

  /// Messages that clients send to each other.
  package enum Channels: String, CaseIterable, Sendable {
    case channels, readmessages, sendmessage, subscribe, unsubscribe
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
