import AudioBase
import Glibc
import MusicFiles
import MusicLibrary
import Player
import SystemBase

/// Folders of the library, and the music that an address stands for.
extension MPDLibrary {
  /// The form in which a folder is listed.
  enum Listing {
    /// The content of the folder, with the tags of its tracks.
    case content
    /// Everything below it, with or without tags.
    case all(withTags: Bool)
  }

  /// Lists a folder; nil if the index has no such folder.
  func list(_ uri: String, _ listing: Listing) throws(MPDError) -> MPDReply? {
    var reply = MPDReply()
    let uri = MPDFilterParser.folder(uri)
    if let track = try track(uri) {
      reply.add(try song(track).lines(tags))
      return reply
    }
    if uri.isEmpty, roots.roots.count != 1 {
      for root in roots.roots {
        reply.add("directory", root.name)
        if case .all = listing { try add(root.path, listing, to: &reply) }
      }
      return reply
    }
    guard let folder = try folder(uri) else { return uri.isEmpty ? reply : nil }
    try add(folder, listing, to: &reply)
    return reply
  }

  /// Returns the folder of an address if the index has music in it, or if it is a folder of the index.
  private func folder(_ uri: String) throws(MPDError) -> FilePath? {
    for path in roots.paths(uri) {
      if roots.roots.contains(where: { $0.path == path }) { return path }
      let (folders, tracks) = try content(path)
      if !folders.isEmpty || tracks.count > 0 { return path }
    }
    return nil
  }

  private func content(_ folder: FilePath) throws(MPDError) -> (folders: [FilePath], tracks: TrackList) {
    guard let store else { return ([], TrackList()) }
    return try MPDLibrary.checked(store.content(of: folder))
  }

  private func add(_ folder: FilePath, _ listing: Listing, to reply: inout MPDReply) throws(MPDError) {
    guard let store else { return }
    var waiting = [folder]
    while let next = waiting.popLast() {
      if next != folder { reply.add("directory", roots.uri(next)) }
      let (folders, list) = try content(next)
      let tracks = try MPDLibrary.checked(store.tracks(list.ids))
      switch listing {
      case .content:
        for folder in folders { reply.add("directory", roots.uri(folder)) }
        for song in try songs(tracks) { try add(song.lines(tags), to: &reply) }
      case .all(let withTags):
        for song in try songs(tracks) {
          try add(withTags ? song.lines(tags) : MPDReply("file", song.uri), to: &reply)
        }
        waiting += folders.reversed()
      }
    }
  }

  /// Returns all tracks in a folder and below it; nil if the index has no such folder.
  func tracks(below uri: String) throws(MPDError) -> TrackList? {
    let uri = MPDFilterParser.folder(uri)
    var waiting: [FilePath] =
      uri.isEmpty ? roots.roots.map(\.path).reversed() : try folder(uri).map { [$0] } ?? []
    if waiting.isEmpty, !uri.isEmpty { return nil }
    var ids: [Int32] = []
    while let next = waiting.popLast() {
      let (folders, tracks) = try content(next)
      ids += tracks.ids
      waiting += folders.reversed()
    }
    return TrackList(ids: ids)
  }

  /// Lists the files and folders in a folder of the library, those without music as well.
  func files(in uri: String) throws(MPDError) -> MPDReply {
    let uri = MPDFilterParser.folder(uri)
    var reply = MPDReply()
    if uri.isEmpty, roots.roots.count != 1 {
      for root in roots.roots { reply.add("directory", root.name) }
      return reply
    }
    guard let folder = roots.paths(uri).first(where: { roots.contain($0) && $0.exists }) else {
      throw MPDError(.notFound, "No such directory")
    }
    do throws(FileError) {
      let reader = try FolderReader(folder)
      for name in try reader.names().sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
        guard let status = (name.bytes + [0]).withUnsafeBufferPointer({ reader.status($0) }) else { continue }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        reply.add(isFolder ? "directory" : "file", MusicRoots.text(name))
        if !isFolder { reply.add("size", status.st_size) }
        reply.add("Last-Modified", MPDTime.text(Int64(status.st_mtim.tv_sec)))
      }
    } catch {
      throw MPDError(.system, "\(error.subject) cannot be read: \(error.detail ?? "\(error.code)")")
    }
    return reply
  }

  // MARK: Music for the queue

  /// Returns the music of an address: a track or a folder of the library, a stream, or a file of this machine.
  /// `isLocal`: whether the client may name files that the library does not have.
  func music(_ uri: String, isLocal: Bool) throws(MPDError) -> [QueueAddition] {
    if let address = StreamAddress(uri) { return [QueueAddition(listed: TrackInfo(TrackLocation(address)))] }
    if let file = FileURL.path(uri) { return try files(file, isLocal) }
    if let track = try track(uri) {
      if track.isAway { throw MPDError(.notFound, "the drive of \(uri) is not mounted") }
      return [QueueAddition(track.track)]
    }
    if uri.hasPrefix("/"), uri != "/" { return try files(FilePath(uri), isLocal) }
    guard let store, let list = try tracks(below: uri) else { throw MPDError(.notFound, "No such directory") }
    return try MPDLibrary.additions(list, store)
  }

  /// Returns the tracks of a list as additions to the queue. Throws if there are more tracks than a queue takes at a
  /// time.
  static func additions(_ list: TrackList, _ store: LibraryStore) throws(MPDError) -> [QueueAddition] {
    try limited(list.count)
    let tracks = try checked(store.tracks(list.ids))
    return tracks.filter { !$0.isAway }.map { QueueAddition($0.track) }
  }

  static func limited(_ count: Int) throws(MPDError) {
    guard count <= QueueAddition.most else {
      throw MPDError(
        .playlistTooLarge, "\(count) tracks are more than the \(QueueAddition.most) that are added at a time")
    }
  }

  private func files(_ path: FilePath, _ isLocal: Bool) throws(MPDError) -> [QueueAddition] {
    guard isLocal else {
      throw MPDError(.permission, "files outside of the library are only for clients of the local socket")
    }
    let path = roots.paths(MusicRoots.text(path)).first { $0.exists } ?? path
    guard path.exists else { throw MPDError(.notFound, "No such file: \(path.shown)") }
    let found = MusicFinder().find([path])
    guard !found.entries.isEmpty else { throw MPDError(.notFound, "No music in \(path.shown)") }
    try MPDLibrary.limited(found.entries.count)
    return found.entries.map(QueueAddition.init)
  }
}
