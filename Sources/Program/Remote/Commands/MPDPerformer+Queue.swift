import Application
import AudioBase
import Player
import SystemBase

extension MPDPerformer {
  func perform(
    _ command: MPDCommand.Queue, _ arguments: [String], _ session: MPDSession
  ) throws(MPDError) -> MPDOutcome {
    switch command {
    case .add, .addid: return add(arguments, session, repliesID: command == .addid)
    case .addtagid: try addTag(arguments)
    case .cleartagid: try clearTags(arguments)
    case .rangeid: try setRange(arguments)
    case .clear: application.change { if !$0.queue.isEmpty { $0.clearQueue() } }
    case .delete: try delete(arguments)
    case .deleteid:
      let id = try item(withID: arguments.integer(0)).id
      application.change { $0.remove([id]) }
    case .move: try move(arguments.range(0).within(queue.items.count), to: arguments[1])
    case .moveid:
      let index = queue.index(of: try item(withID: arguments.integer(0)).id) ?? 0
      try move(index..<(index + 1), to: arguments[1])
    case .swap: try swap(item(at: arguments.integer(0)), item(at: arguments.integer(1)))
    case .swapid: try swap(item(withID: arguments.integer(0)), item(withID: arguments.integer(1)))
    case .prio: try setPriority(ofRanges: arguments)
    case .prioid: try setPriority(ofIDs: arguments)
    case .shuffle: try shuffle(arguments)
    case .playlistinfo: return songs(at: try places(arguments), session)
    case .playlistid:
      guard arguments.count > 0 else { return songs(at: Array(queue.items.indices), session) }
      let id = try item(withID: arguments.integer(0)).id
      return songs(at: [queue.index(of: id) ?? 0], session)
    case .playlist: return playlist
    case .playlistfind, .playlistsearch:
      return try songs(MPDSelection(arguments, folded: command == .playlistsearch), session)
    case .plchanges: return songs(at: try changes(arguments), session)
    case .plchangesposid: return places(try changes(arguments))
    }
    return .done
  }

  // MARK: Tracks

  nonisolated static let badIndex = MPDError(.argument, "Bad song index")

  func item(at index: Int) throws(MPDError) -> QueueItem {
    guard queue.items.indices.contains(index) else { throw MPDPerformer.badIndex }
    return queue.items[index]
  }

  func item(withID id: Int) throws(MPDError) -> QueueItem {
    guard let item = queue[QueueItem.ID(id)] else { throw MPDError(.notFound, "No such song") }
    return item
  }

  /// The version of the queue, after its last change.
  var queueVersion: Int {
    updateVersions()
    return versions.version
  }

  /// Updates the versions of the queue. Returns whether the queue has changed since the last call.
  @discardableResult
  func updateVersions() -> Bool {
    guard isQueueStale else { return false }
    isQueueStale = false
    return versions.update(queue.items)
  }

  private func changes(_ arguments: [String]) throws(MPDError) -> [Int] {
    updateVersions()
    let places = versions.positions(since: try arguments.integer(0))
    guard arguments.count > 1 else { return places }
    let window = try arguments.range(1).within(queue.items.count)
    return places.filter(window.contains)
  }

  /// Returns the places of the tracks that the optional argument of `playlistinfo` selects.
  private func places(_ arguments: [String]) throws(MPDError) -> [Int] {
    let count = queue.items.count
    guard arguments.count > 0 else { return Array(0..<count) }
    let range = try arguments.range(0)
    if range.end == range.start + 1, range.start >= count { throw MPDPerformer.badIndex }
    return Array(range.within(count))
  }

  // MARK: Answers

  /// Returns the queue as clients see it. `tags`: those of the client.
  private func list(_ tags: Set<MPDTag>) -> MPDQueueList {
    MPDQueueList(items: queue.items, roots: roots, folder: tools.folder, tags: tags)
  }

  /// Returns tracks of the queue. A long queue is written on another thread.
  private func songs(at places: [Int], _ session: MPDSession) -> MPDOutcome {
    let list = list(session.tags)
    return .format { list.lines(places) }
  }

  /// Returns places and numbers of tracks, without their tags.
  private func places(_ places: [Int]) -> MPDOutcome {
    let items = queue.items
    return .format {
      var reply = MPDReply()
      for place in places {
        reply.add("cpos", place)
        reply.add("Id", items[place].id.value)
      }
      return reply
    }
  }

  private func songs(_ selection: MPDSelection, _ session: MPDSession) -> MPDOutcome {
    let list = list(session.tags)
    let answer = { @Sendable (songs: [MPDSong]) -> MPDReply in
      let found = songs.indices.filter { selection.filter.accepts(songs[$0]) }
      return list.lines(selection.ordered(found) { songs[$0] })
    }
    guard selection.needsTimes else { return .format { answer(list.songs) } }
    return .read { library throws(MPDError) in answer(try library.timed(list.songs)) }
  }

  private var playlist: MPDOutcome {
    let list = list([])
    return .format {
      var reply = MPDReply()
      for (place, song) in list.songs.enumerated() { reply.add("\(place):file", song.uri) }
      return reply
    }
  }

  var currentSong: MPDReply {
    list(Set(MPDTag.allCases)).lines(queue.currentIndex.map { [$0] } ?? [])
  }

  // MARK: Edits

  private func add(_ arguments: [String], _ session: MPDSession, repliesID: Bool) -> MPDOutcome {
    let (uri, position, isLocal) = (arguments[0], arguments.optional(1), session.isLocal)
    return .insert(at: position, repliesID: repliesID) { library throws(MPDError) in
      let music = try library.music(uri, isLocal: isLocal)
      if repliesID, music.count != 1 { throw MPDError(.argument, "\(uri) is not one song") }
      return music
    }
  }

  /// Inserts music into the queue. `position`: as the client wrote it; nil for the end of the queue.
  func insert(
    _ music: [QueueAddition], at position: String?, repliesID: Bool
  ) throws(MPDError) -> MPDReply {
    let place = try position.map { text throws(MPDError) in
      let index = try self.index(text, count: queue.items.count, current: queue.currentIndex)
      return index == 0 ? QueuePlace.start : .after(queue.items[index - 1].id)
    }
    let added = application.insert(remote: music, at: place ?? .end)
    return repliesID ? MPDReply("Id", added.first?.value ?? 0) : MPDReply()
  }

  /// Returns the index that a text names: a number, or `+N` after and `-N` before the current track.
  private func index(_ text: String, count: Int, current: Int?) throws(MPDError) -> Int {
    guard let number = Int(text), Int32(exactly: number) != nil else {
      throw MPDError(.argument, "Integer expected: \(text)")
    }
    var index = number
    if text.hasPrefix("+") || text.hasPrefix("-") {
      guard let current else { throw MPDError(.system, "No current song") }
      index = text.hasPrefix("+") ? current + 1 + number : current + number
    }
    guard (0...count).contains(index) else { throw MPDPerformer.badIndex }
    return index
  }

  private func delete(_ arguments: [String]) throws(MPDError) {
    let range = try arguments.range(0)
    if !arguments[0].contains(":") { _ = try item(at: range.start) }
    application.change { $0.remove($0.queue.items[range.within($0.queue.items.count)].map(\.id)) }
  }

  /// Sets the priority of ranges of the queue. `arguments`: the priority, then ranges of places.
  private func setPriority(ofRanges arguments: [String]) throws(MPDError) {
    let priority = try arguments.integer(0, in: PlayerModel.priorities)
    // Thousands of ranges may overlap.
    var places = RangeSet<Int>()
    for index in 1..<arguments.count {
      places.insert(contentsOf: try arguments.range(index).within(queue.items.count))
    }
    application.change { $0.setPriority(priority, of: $0.queue.items[places].map(\.id)) }
  }

  /// Sets the priority of tracks. `arguments`: the priority, then numbers of tracks.
  private func setPriority(ofIDs arguments: [String]) throws(MPDError) {
    var ids: [QueueItem.ID] = []
    for index in 1..<arguments.count { ids.append(try item(withID: arguments.integer(index)).id) }
    let priority = try arguments.integer(0, in: PlayerModel.priorities)
    application.change { $0.setPriority(priority, of: ids) }
  }

  private func shuffle(_ arguments: [String]) throws(MPDError) {
    let range = try arguments.count > 0 ? arguments.range(0) : MPDRange("0:")
    var ids = queue.items.map(\.id)
    ids[range.within(ids.count)].shuffle()
    application.change { $0.arrange(ids) }
  }

  private func move(_ range: Range<Int>, to target: String) throws(MPDError) {
    guard !range.isEmpty else { throw MPDPerformer.badIndex }
    var ids = queue.items.map(\.id)
    let moved = Array(ids[range])
    ids.removeSubrange(range)
    let current = queue.currentID.flatMap { ids.firstIndex(of: $0) }
    ids.insert(contentsOf: moved, at: try index(target, count: ids.count, current: current))
    application.change { $0.arrange(ids) }
  }

  private func swap(_ first: QueueItem, _ second: QueueItem) {
    let ids = queue.items.map { item in
      item.id == first.id ? second.id : item.id == second.id ? first.id : item.id
    }
    application.change { $0.arrange(ids) }
  }

  // MARK: What clients state of tracks of the queue: the tags of streams, and the part of a file that is played

  /// The tags of streams that clients can set.
  private static let texts: [MPDTag: any WritableKeyPath<TrackInfo, String?> & Sendable] = [
    .title: \.title, .artist: \.artist, .album: \.album, .albumArtist: \.albumArtist, .genre: \.genre,
    .date: \.date,
  ]
  /// All values of the tags that may have several.
  private static let lists: [MPDTag: any WritableKeyPath<TrackInfo, [String]> & Sendable] = [
    .artist: \.artists, .genre: \.genres,
  ]

  func addTag(_ arguments: [String]) throws(MPDError) {
    let item = try stream(arguments.integer(0))
    var track = item.listed
    let (tag, value) = (try MPDTag.named(arguments[1]), arguments[2])
    guard let text = MPDPerformer.texts[tag] else {
      throw MPDError(.argument, "the tag \(tag.rawValue) cannot be set here")
    }
    track[keyPath: text] = value
    if let list = MPDPerformer.lists[tag] { track[keyPath: list].append(value) }
    application.change { $0.describe(item.id, as: track) }
  }

  /// Removes the tags of a stream, or one of them.
  func clearTags(_ arguments: [String]) throws(MPDError) {
    let item = try stream(arguments.integer(0))
    let tag = try arguments.optional(1).map { name throws(MPDError) in try MPDTag.named(name) }
    var track = item.listed
    for (own, text) in MPDPerformer.texts where tag == nil || tag == own {
      track[keyPath: text] = nil
      if let list = MPDPerformer.lists[own] { track[keyPath: list] = [] }
    }
    application.change { $0.describe(item.id, as: track) }
  }

  /// Returns a stream of the queue: the tags of files are those of the files.
  private func stream(_ id: Int) throws(MPDError) -> QueueItem {
    let item = try item(withID: id)
    guard item.location.address != nil else {
      throw MPDError(.permission, "Cannot edit tags of local song")
    }
    return item
  }

  /// Sets the part of a file that is played: `START:END` in seconds; `:` is all of it.
  func setRange(_ arguments: [String]) throws(MPDError) {
    let item = try item(withID: arguments.integer(0))
    let parts = arguments[1].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw MPDError(.argument, "Bad range: \(arguments[1])") }
    guard item.location.address == nil else { throw MPDError(.permission, "a stream has no range") }
    guard item.id != queue.currentID || model.playbackState == .stopped else {
      throw MPDError(.permission, "Access denied: the track is playing")
    }
    let start = parts[0].isEmpty ? 0 : try arguments.seconds(parts[0])
    let end = try parts[1].isEmpty ? nil : arguments.seconds(parts[1])
    var track = item.listed
    track.location.section = nil
    if start > 0 || end != nil {
      let section = TrackSection(start: DiscTime(seconds: start), end: end.map { DiscTime(seconds: $0) })
      guard let section else { throw MPDError(.argument, "Bad range: \(arguments[1])") }
      track.location.section = section
      track.stream.duration = section.duration ?? item.duration.map { max($0 - start, 0) }
    }
    application.change { $0.describe(item.id, as: track) }
  }
}

/// The queue as clients see it. Any thread.
private struct MPDQueueList: Sendable {
  let items: [QueueItem]
  let roots: MusicRoots
  let folder: FilePath
  let tags: Set<MPDTag>

  var songs: [MPDSong] { items.map(song) }

  private func song(_ item: QueueItem) -> MPDSong {
    var track = item.tags ?? item.listed
    // The playlist may state what the file does not.
    track.title = track.title ?? item.listedTitle
    track.artist = track.artist ?? item.listed.artist
    if let title = item.station?.title { track.title = title }
    if item.location.address == nil, let part = item.station {
      (track.artist, track.artists) = (part.artist, [])
    }
    let station = !item.isStream ? nil : item.station?.name ?? item.listedTitle
    var song = MPDSong(uri: roots.uri(item.location.inside(folder)), track: track, station: station)
    song.priority = item.priority
    return song
  }

  func lines(_ places: [Int]) -> MPDReply {
    var reply = MPDReply()
    for place in places {
      let item = items[place]
      reply.add(song(item).lines(tags))
      reply.add("Pos", place)
      reply.add("Id", item.id.value)
      if item.priority > 0 { reply.add("Prio", item.priority) }
    }
    return reply
  }
}
