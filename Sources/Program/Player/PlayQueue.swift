import AudioBase

/// The tracks to play and their order, as a value.
package struct PlayQueue: Hashable, Sendable {
  package private(set) var items: [QueueItem] = []
  package private(set) var currentID: QueueItem.ID?
  package var repeatMode: RepeatMode = .off
  package var consumeMode: ConsumeMode = .off
  package var stopsAfterCurrent = false
  /// The order of playback in shuffle mode; nil plays in list order.
  private(set) var shuffledOrder: [QueueItem.ID]?
  /// Whether the shuffled order keeps albums whole.
  package private(set) var shufflesAlbums = false
  private var places: [QueueItem.ID: Int] = [:]
  private var nextID = 1

  package init() {}

  package var isEmpty: Bool { items.isEmpty }
  package var isShuffled: Bool { shuffledOrder != nil }
  package var current: QueueItem? { currentID.flatMap { self[$0] } }
  package var currentIndex: Int? { currentID.flatMap { places[$0] } }
  /// The duration of the current track in seconds; nil if unknown. Does not copy the track, of which much is known.
  var currentDuration: Double? { currentIndex.flatMap { items[$0].duration } }

  package subscript(id: QueueItem.ID) -> QueueItem? { places[id].map { items[$0] } }
  package func index(of id: QueueItem.ID) -> Int? { places[id] }

  /// Returns the total duration in seconds; nil if the duration of a track is unknown.
  ///
  /// - Parameter unknown: a track whose duration was unknown before, and afterwards one whose duration is unknown now. The
  ///   search begins there: the tags of a long queue become known from its start on.
  package func duration(from unknown: inout QueueItem.ID?) -> Double? {
    let start = unknown.flatMap { places[$0] } ?? 0
    func first(_ items: ArraySlice<QueueItem>) -> QueueItem? { items.first { $0.duration == nil } }
    unknown = (first(items[start...]) ?? first(items[..<start]))?.id
    return unknown != nil || items.isEmpty ? nil : items.reduce(0) { $0 + ($1.duration ?? 0) }
  }

  /// Returns an id that no track of the queue has had.
  mutating func newID() -> QueueItem.ID {
    defer { nextID += 1 }
    return QueueItem.ID(nextID)
  }

  /// Returns whether a session has the same tracks and order of both.
  func isSaved(as other: PlayQueue) -> Bool {
    currentID == other.currentID && shuffledOrder == other.shuffledOrder && items.count == other.items.count
      && zip(items, other.items).allSatisfy { $0.id == $1.id && $0.isSaved(as: $1) }
  }

  // MARK: Edits

  /// Adds tracks at the end; the first of an empty queue becomes the current one.
  @discardableResult
  package mutating func append(_ tracks: [TrackInfo]) -> [QueueItem.ID] {
    var added: [QueueItem.ID] = []
    for track in tracks {
      let item = QueueItem(id: newID(), listed: track)
      places[item.id] = items.count
      items.append(item)
      added.append(item.id)
    }
    if currentID == nil { currentID = items.first?.id }
    shuffledOrder?.append(contentsOf: added)
    return added
  }

  package mutating func remove(_ id: QueueItem.ID) { remove([id]) }

  /// Removes tracks. If the current one is among them, the next one in the order of playback becomes current,
  /// or the previous one if there is none.
  package mutating func remove(_ ids: Set<QueueItem.ID>) {
    if let currentID, ids.contains(currentID), let place = orderIndex(of: currentID) {
      let order = shuffledOrder ?? items.map(\.id)
      self.currentID =
        order[place...].first { !ids.contains($0) } ?? order[..<place].last { !ids.contains($0) }
    }
    items.removeAll { ids.contains($0.id) }
    shuffledOrder?.removeAll(where: ids.contains)
    places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.id, $0) })
  }

  /// Replaces tracks by several each, in the list and in the order of playback; the first one keeps the id. Returns the ids
  /// of the parts by the id of the track.
  mutating func split(_ parts: [QueueItem.ID: [TrackInfo]]) -> [QueueItem.ID: [QueueItem.ID]] {
    var added: [QueueItem.ID: [QueueItem.ID]] = [:]
    var all: [QueueItem] = []
    for var item in items {
      guard let tracks = parts[item.id], let first = tracks.first else {
        all.append(item)
        continue
      }
      item.replace(with: first)
      let new = [item] + tracks.dropFirst().map { QueueItem(id: newID(), listed: $0) }
      added[item.id] = new.map(\.id)
      all += new
    }
    items = all
    places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.id, $0) })
    shuffledOrder = shuffledOrder.map { $0.replacing(added) }
    return added
  }

  /// Changes the order of the list; a shuffled order is not changed. Ignored if it is not a permutation of the list.
  mutating func arrange(_ ids: [QueueItem.ID]) {
    guard ids.count == items.count, Set(ids).count == ids.count else { return }
    let arranged = ids.compactMap { self[$0] }
    guard arranged.count == items.count else { return }
    items = arranged
    places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.id, $0) })
  }

  /// Moves tracks after another one, in the list and in the order of playback. `anchor` is nil for the start of the
  /// list.
  mutating func move(_ ids: [QueueItem.ID], after anchor: QueueItem.ID?) {
    let moved = Set(ids.filter { $0 != anchor && places[$0] != nil })
    let wanted = ids.filter(moved.contains)
    let some = items.filter { moved.contains($0.id) }
    let order = Dictionary(uniqueKeysWithValues: some.map { ($0.id, $0) })
    items.removeAll { moved.contains($0.id) }
    let place = (items.firstIndex { $0.id == anchor } ?? -1) + 1
    items.insert(contentsOf: wanted.compactMap { order[$0] }, at: place)
    places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.id, $0) })
    guard var shuffled = shuffledOrder else { return }
    shuffled.removeAll { moved.contains($0) }
    let first = (anchor.flatMap { shuffled.firstIndex(of: $0) } ?? -1) + 1
    shuffled.insert(contentsOf: wanted, at: first)
    shuffledOrder = shuffled
  }

  /// Restores an earlier state, with the shuffled order in shuffle mode. The current track stays current if it is in that
  /// state. `others` are the tracks that are not in the queue now. Returns the tracks that have left it or are back.
  mutating func restore(
    _ ids: [QueueItem.ID], order: [QueueItem.ID]?, from others: [QueueItem.ID: QueueItem]
  ) -> (left: [QueueItem], returned: [QueueItem.ID]) {
    let wanted = Set(ids)
    let left = items.filter { !wanted.contains($0.id) }
    let returned = ids.filter { places[$0] == nil && others[$0] != nil }
    items = ids.compactMap { self[$0] ?? others[$0] }
    places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.id, $0) })
    if shuffledOrder != nil { shuffledOrder = (order ?? ids).filter { places[$0] != nil } }
    if currentID.flatMap({ places[$0] }) == nil { currentID = items.first?.id }
    return (left, returned)
  }

  package mutating func clear() {
    items = []
    places = [:]
    currentID = nil
    if shuffledOrder != nil { shuffledOrder = [] }
  }

  package mutating func select(_ id: QueueItem.ID) {
    guard let index = places[id] else { return }
    currentID = id
    if items[index].priority != 0 { items[index].priority = 0 }
  }

  /// Sets the priority of tracks. In shuffle mode, the tracks after the current one are sorted by it; one that was played
  /// already plays again if it has a priority.
  mutating func setPriority(_ priority: Int, of ids: [QueueItem.ID]) {
    for id in ids where id != currentID { update(id) { $0.priority = priority } }
    guard let order = shuffledOrder, let currentID, let place = order.firstIndex(of: currentID) else {
      return
    }
    let again = order[..<place].filter { (self[$0]?.priority ?? 0) > 0 }
    let isAgain = Set(again)
    shuffledOrder =
      order[...place].filter { !isAgain.contains($0) } + byPriority(again + order[(place + 1)...])
  }

  /// Sorts stably, the highest priority first.
  func byPriority(_ ids: [QueueItem.ID]) -> [QueueItem.ID] {
    let keyed = ids.enumerated().map { (priority: self[$1]?.priority ?? 0, place: $0, id: $1) }
    return keyed.sorted { ($1.priority, $0.place) < ($0.priority, $1.place) }.map(\.id)
  }

  package mutating func update(_ id: QueueItem.ID, _ change: (inout QueueItem) -> Void) {
    if let index = places[id] { change(&items[index]) }
  }

  /// Shuffles the tracks after the current one, or returns to list order.
  ///
  /// - Parameter byAlbum: whether albums stay whole; nil: as before.
  mutating func setShuffled(
    _ isOn: Bool, byAlbum: Bool? = nil, using generator: inout some RandomNumberGenerator
  ) {
    shufflesAlbums = isOn && (byAlbum ?? shufflesAlbums)
    guard isOn else {
      shuffledOrder = nil
      return
    }
    if shufflesAlbums {
      shuffledOrder = albumOrder(using: &generator)
      return
    }
    var rest = items.map(\.id).filter { $0 != currentID }
    rest.shuffle(using: &generator)
    shuffledOrder = (currentID.map { [$0] } ?? []) + byPriority(rest)
  }

  /// Moves tracks to random positions after the current one, in shuffle mode; the others keep their order.
  mutating func shuffleIn(_ ids: [QueueItem.ID], using generator: inout some RandomNumberGenerator) {
    guard var order = shuffledOrder else { return }
    let new = Set(ids.filter { $0 != currentID && places[$0] != nil })
    order.removeAll(where: new.contains)
    let first = (currentID.flatMap(order.firstIndex(of:)) ?? -1) + 1
    if shufflesAlbums {
      order = albumOrder(order, adding: ids.filter(new.contains), using: &generator)
    } else {
      order.scatter(ids.filter(new.contains), from: first, using: &generator)
    }
    let hasPriorities = items.contains { $0.priority > 0 }
    shuffledOrder = hasPriorities ? order[..<first] + byPriority(Array(order[first...])) : order
  }

  /// Sets a saved order of playback; ignored if it is not a permutation of the list.
  mutating func restoreOrder(_ indices: [Int]) {
    guard indices.sorted() == Array(items.indices) else { return }
    shuffledOrder = indices.map { items[$0].id }
  }

  // MARK: Navigation

  /// The track that plays after the end of the current one; nil if playback ends.
  package var afterEnd: QueueItem.ID? {
    if stopsAfterCurrent { return nil }
    if repeatMode == .one, let currentID, self[currentID]?.failure == nil { return currentID }
    return following
  }

  /// The track of the command `next`; nil at the end.
  package var following: QueueItem.ID? {
    let next = successor()
    // A track that leaves the queue does not follow itself.
    return consumeMode != .off && next == currentID ? nil : next
  }

  /// Returns the track after the current one without these tracks; nil at the end.
  func successor(without gone: Set<QueueItem.ID> = []) -> QueueItem.ID? { step(by: 1, past: gone) }

  /// The track of the command `previous`; nil at the start.
  var preceding: QueueItem.ID? { step(by: -1) }

  /// The first track in the order of playback.
  package var first: QueueItem.ID? { shuffledOrder?.first ?? items.first?.id }

  /// The tracks in the order of playback.
  package var playOrder: [QueueItem.ID] { shuffledOrder ?? items.map(\.id) }

  /// The number of tracks after the current one in the order of playback.
  package var tracksAhead: Int { items.count - 1 - (currentID.flatMap(orderIndex) ?? -1) }

  /// Skips tracks that are known to fail; the end is reached when all were tried.
  private func step(by direction: Int, past gone: Set<QueueItem.ID> = []) -> QueueItem.ID? {
    if repeatMode == .album, let current {
      let inAlbum = step(by: direction, wraps: true) { !gone.contains($0.id) && isSameAlbum($0, current) }
      // An album of which no track is left ends.
      if let inAlbum { return inAlbum }
    }
    return step(by: direction, wraps: repeatMode == .all) { !gone.contains($0.id) }
  }

  private func step(by direction: Int, wraps: Bool, _ isWanted: (QueueItem) -> Bool) -> QueueItem.ID? {
    let count = items.count
    guard let currentID, var place = orderIndex(of: currentID) else { return nil }
    for _ in 0..<count {
      place += direction
      if !(0..<count).contains(place) {
        if !wraps { return nil }
        place = (place + count) % count
      }
      if let item = self[inOrder(place)], item.failure == nil, isWanted(item) { return item.id }
    }
    return nil
  }

  private func inOrder(_ place: Int) -> QueueItem.ID { shuffledOrder?[place] ?? items[place].id }

  private func orderIndex(of id: QueueItem.ID) -> Int? {
    shuffledOrder.map { $0.firstIndex(of: id) } ?? places[id]
  }
}

extension [QueueItem.ID] {
  /// Returns the list with several ids in place of some.
  func replacing(_ parts: [QueueItem.ID: [QueueItem.ID]]) -> [QueueItem.ID] {
    guard contains(where: { parts[$0] != nil }) else { return self }
    var all: [QueueItem.ID] = []
    for id in self { if let parts = parts[id] { all += parts } else { all.append(id) } }
    return all
  }

  /// Inserts ids one after the other, each at a random place from an index on. The time is proportional to the length, apart
  /// from a logarithm.
  fileprivate mutating func scatter(
    _ new: [QueueItem.ID], from first: Int, using generator: inout some RandomNumberGenerator
  ) {
    let places = new.indices.map { Int.random(in: 0...(count - first + $0), using: &generator) }
    var free = FreePlaces(count: count - first + new.count)
    var all = [QueueItem.ID?](repeating: nil, count: count - first + new.count)
    // Nothing moves the last one. Each of the others is at its place among those that later ones have left free.
    for (id, place) in zip(new, places).reversed() { all[free.remove(at: place)] = id }
    var others = self[first...]
    replaceSubrange(first..., with: all.map { $0 ?? others.removeFirst() })
  }
}

/// The free places of a list, as a Fenwick tree of their numbers (Fenwick 1994, "A new data structure for cumulative
/// frequency tables").
private struct FreePlaces {
  /// The number of free places in the range that ends at each index, whose length is the lowest bit of the index; from 1.
  private var counts: [Int]

  init(count: Int) { counts = (0...count).map { $0 & -$0 } }

  /// Removes a free place, by its index among the free ones. Returns its index in the list.
  mutating func remove(at index: Int) -> Int {
    var (place, left) = (0, index)
    var length = 1 << (Int.bitWidth - 1 - max(counts.count - 1, 1).leadingZeroBitCount)
    while length > 0 {
      if place + length < counts.count, counts[place + length] <= left {
        place += length
        left -= counts[place]
      } else if place + length < counts.count {
        // The place is within this range.
        counts[place + length] -= 1
      }
      length /= 2
    }
    return place
  }
}
