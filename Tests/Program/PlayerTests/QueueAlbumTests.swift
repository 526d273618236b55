import PlayerTestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Albums in the order of playback.
@MainActor @Suite struct QueueAlbumTests {
  /// Tracks by names such as `b2`: the album and the number; `-` is no album.
  private func tracks(_ names: String) -> [TrackInfo] {
    names.split(separator: " ").map { name in
      var track = TrackInfo(path: FilePath("/m/\(name)"))
      track.album = name.first == "-" ? nil : String(name.prefix(1))
      track.trackNumber = Int(name.dropFirst())
      return track
    }
  }

  private func queue(_ names: String, current: Int = 0) -> PlayQueue {
    var queue = PlayQueue()
    let ids = queue.append(tracks(names))
    queue.select(ids[current])
    return queue
  }

  private func names(_ ids: [QueueItem.ID]?, in queue: PlayQueue) -> [String] {
    (ids ?? []).compactMap { queue[$0]?.path.lastComponent.shown }
  }

  /// The order of playback as albums: `a1a2 b1`.
  private func order(_ queue: PlayQueue) -> String {
    var text = ""
    var last: Character?
    for name in names(queue.shuffledOrder, in: queue) {
      if let last, last != name.first || last == "-" { text += " " }
      text += name
      last = name.first
    }
    return text
  }

  private func played(_ queue: PlayQueue, _ limit: Int) -> [String] {
    var queue = queue
    var names = queue.current.map { [$0.path.lastComponent.shown] } ?? []
    while names.count < limit, let id = queue.afterEnd {
      queue.select(id)
      names.append(queue.current?.path.lastComponent.shown ?? "")
    }
    return names
  }

  @Test func albumsHaveTheirOwnOrderAndTracksWithoutOneAreAlone() {
    let queue = queue("b2 a1 -1 b1 -2 a3 a2")
    let albums = queue.albums(of: queue.items.map(\.id)).map { names($0, in: queue).joined() }
    #expect(albums == ["b1b2", "a1a2a3", "-1", "-2"])
  }

  @Test func tracksOfOneTitleInAnotherFolderOrByAnotherArtistAreOtherAlbums() {
    var tracks = tracks("a1 a2 a3 a4")
    tracks[1].location.path = FilePath("/n/a2")
    tracks[2].albumArtist = "Ann"
    tracks[3].albumArtist = "Ann"
    tracks[3].location.path = FilePath("/o/a4")
    var queue = PlayQueue()
    queue.append(tracks)
    #expect(
      queue.albums(of: queue.items.map(\.id)).map { names($0, in: queue) } == [["a1"], ["a2"], ["a3", "a4"]])
    // The index has joined them.
    for item in queue.items { queue.update(item.id) { $0.indexAlbum = 7 } }
    #expect(queue.albums(of: queue.items.map(\.id)).count == 1)
  }

  @Test func shuffledAlbumsAreWholeAndTheCurrentOneIsFirst() {
    var firsts = Set<String>()
    for seed in 0..<20 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      var queue = queue("a1 b2 c1 a2 b1 -1 c2 a3", current: 3)
      queue.setShuffled(true, byAlbum: true, using: &numbers)
      let albums = order(queue).split(separator: " ").map(String.init)
      #expect(albums.first == "a1a2a3" && Set(albums) == ["a1a2a3", "b1b2", "c1c2", "-1"])
      #expect(played(queue, 20).prefix(2) == ["a2", "a3"] && played(queue, 20).count == 7)
      #expect(queue.shuffleMode == .albums)
      firsts.insert(albums[1])
      queue.setShuffled(true, byAlbum: false, using: &numbers)
      #expect(queue.shuffleMode == .tracks && order(queue).hasPrefix("a2"))
      queue.setShuffled(false, using: &numbers)
      #expect(queue.shuffleMode == .off && queue.shuffledOrder == nil)
    }
    #expect(firsts.count > 1)
  }

  @Test func addedTracksFollowTheirAlbumAndOtherAlbumsStayWhole() {
    for seed in 0..<20 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      var queue = queue("a1 a2 b1 b2", current: 0)
      queue.setShuffled(true, byAlbum: true, using: &numbers)
      let added = queue.append(tracks("d2 a3 b3 d1 -5"))
      queue.shuffleIn(added, using: &numbers)
      let albums = order(queue).split(separator: " ").map(String.init)
      #expect(albums.first == "a1a2a3" && Set(albums) == ["a1a2a3", "b1b2b3", "d1d2", "-5"])
    }
  }

  @Test func addedTracksOfTheCurrentAlbumFollowItsLastTrack() {
    var numbers = SeededGenerator(seed: 1)
    var queue = queue("a1 b1", current: 0)
    queue.setShuffled(true, byAlbum: true, using: &numbers)
    queue.shuffleIn(queue.append(tracks("a2")), using: &numbers)
    #expect(order(queue) == "a1a2 b1")
  }

  @Test func trackThatWasPutNextStaysBeforeAddedAlbums() {
    for seed in 0..<20 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      var queue = queue("a1 a2 b1", current: 0)
      queue.setShuffled(true, byAlbum: true, using: &numbers)
      queue.move(queue.append(tracks("x1")), after: queue.currentID)
      queue.shuffleIn(queue.append(tracks("c1 c2")), using: &numbers)
      #expect(["a1 x1 a2 b1 c1c2", "a1 x1 a2 c1c2 b1"].contains(order(queue)))
    }
  }

  @Test func repeatedQueuePlaysAlbumAfterAlbumAtRandom() {
    let bench = bench("a1 a2 b1 b2 c1 c2")
    bench.model.setShuffle(.albums)
    bench.model.setRepeat(.all)
    bench.model.play()
    var played: [String] = []
    for _ in 0..<60 {
      guard let item = bench.model.nowPlaying, let index = bench.model.queue.currentIndex else { break }
      played.append(item.path.lastComponent.shown)
      bench.begin(index)
      bench.model.next()
    }
    let albums = stride(from: 0, to: played.count, by: 2).map { played[$0].prefix(1) }
    #expect(played.count == 60 && zip(albums, albums.dropFirst()).allSatisfy { $0 != $1 })
    for place in stride(from: 0, to: 60, by: 2) {
      #expect(played[place].hasSuffix("1") && played[place + 1] == "\(played[place].prefix(1))2")
    }
    // One order repeated would have the same albums in each three.
    let rounds = stride(from: 0, to: 30, by: 3).map { albums[$0..<($0 + 3)].joined() }
    #expect(Set(rounds).count > 1)
  }

  @Test func prioritiesComeBeforeAlbums() {
    var numbers = SeededGenerator(seed: 1)
    var queue = queue("a1 b1 b2 c1", current: 0)
    queue.setShuffled(true, byAlbum: true, using: &numbers)
    queue.setPriority(9, of: [queue.items[2].id])
    #expect(played(queue, 9)[1] == "b2")
  }

  @Test func repeatedAlbumPlaysItsTracksInTheOrderOfPlayback() {
    var queue = queue("a1 b1 a2 -1 a3", current: 2)
    queue.repeatMode = .album
    #expect(played(queue, 7) == ["a2", "a3", "a1", "a2", "a3", "a1", "a2"])
    #expect(names([queue.following, queue.preceding].compactMap(\.self), in: queue) == ["a3", "a1"])
    queue.select(queue.items[3].id)
    #expect(played(queue, 3) == ["-1", "-1", "-1"])
    // Tracks that cannot be played are left out, and an album without others ends.
    for index in [3, 4] { queue.update(queue.items[index].id) { $0.failure = .broken } }
    #expect(names([queue.afterEnd].compactMap(\.self), in: queue).isEmpty)
    queue.select(queue.items[0].id)
    #expect(played(queue, 4) == ["a1", "a2", "a1", "a2"])
  }

  // MARK: The player

  private func bench(_ names: String) -> PlayerBench {
    let bench = PlayerBench()
    bench.model.append(tracks(names))
    return bench
  }

  @Test func albumsOfTheIndexDecideTheOrderWhenTheyArrive() {
    let bench = bench("a1 b1 c1 d1")
    var asked: [[String]] = []
    var reply: TrackReading.AlbumsReceiver = { _ in }
    bench.model.tracks.findAlbums = { items, receive in
      asked.append(items.map { $0.path.lastComponent.shown })
      reply = receive
    }
    bench.model.setShuffle(.tracks)
    #expect(asked.isEmpty)
    bench.model.setShuffle(.albums)
    #expect(asked == [["a1", "b1", "c1", "d1"]])
    let ids = bench.model.queue.items.map(\.id)
    reply([ids[0]: 1, ids[1]: 2, ids[2]: 2, ids[3]: 1])
    let order = names(bench.model.queue.shuffledOrder, in: bench.model.queue)
    #expect(order == ["a1", "d1", "b1", "c1"])
    #expect(bench.model.gainChoice == .album)
    let added = bench.model.append(tracks("e1"))
    #expect(asked.last == ["e1"])
    reply([added[0]: 1])
    #expect(names(bench.model.queue.shuffledOrder, in: bench.model.queue) == ["a1", "d1", "e1", "b1", "c1"])
    bench.model.play()
    #expect(bench.model.upcoming?.path == FilePath("/m/d1"))
    bench.model.setShuffle(.off)
    #expect(bench.model.upcoming?.path == FilePath("/m/b1"))
  }

  @Test func repeatedAlbumIsLookedUpAndPreparesTheNextTrack() {
    let bench = bench("a1 b1 c1")
    bench.model.tracks.findAlbums = { items, receive in
      receive(Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.path == FilePath("/m/b1") ? 2 : 1) }))
    }
    bench.model.play()
    bench.model.setRepeat(.album)
    #expect(bench.transport.followed?.path == FilePath("/m/c1"))
  }

  @Test func orderOfAlbumsIsKeptInTheSession() throws {
    let bench = bench("a1 b1 a2 c1")
    bench.model.setShuffle(.albums)
    bench.model.setRepeat(.album)
    let session = bench.model.session
    #expect(session.shufflesAlbums && session.repeatMode == .album)
    let read = try SavedSession(bytes: session.bytes(), subject: "s")
    #expect(read == session)
    let other = PlayerBench()
    var arrives: TrackReading.AlbumsReceiver = { _ in }
    other.model.tracks.findAlbums = { arrives = $1 }
    other.model.restore(read, playing: false)
    let order = other.model.queue.shuffledOrder
    #expect(other.model.queue.shuffleMode == .albums && other.model.queue.repeatMode == .album)
    #expect(
      names(order, in: other.model.queue) == names(bench.model.queue.shuffledOrder, in: bench.model.queue))
    arrives(Dictionary(uniqueKeysWithValues: other.model.queue.items.map { ($0.id, 5) }))
    #expect(other.model.queue.shuffledOrder == order, "the saved order is kept")
    bench.model.setShuffle(.tracks)
    #expect(try !SavedSession(bytes: bench.model.session.bytes(), subject: "s").shufflesAlbums)
  }
}
