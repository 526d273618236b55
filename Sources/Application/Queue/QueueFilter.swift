import Player
import SystemBase

/// The rows of the queue that have what is typed: each word of it in title, artist, album or file name.
///
/// A queue of a million tracks is looked through in slices, between keys and pictures: the first rows are there at once,
/// and the others come as they are found. More letters narrow what was found.
package struct QueueFilter: Sendable {
  /// One way through the tracks.
  private struct Pass: Sendable {
    var found: [QueueItem.ID] = []
    /// What earlier, shorter texts had found up to `next`, in pieces, none empty; looked through before the rest.
    var earlier: [ArraySlice<QueueItem.ID>] = []
    /// The index of the next track of the queue.
    var next = 0
  }

  package let text: String
  package let words: [String]
  private let needles: [Needle]
  /// In the order of the queue.
  package private(set) var rows: [QueueItem.ID] = []
  private var pass: Pass?
  /// Whether `rows` are those of the pass that runs; otherwise they stay until it is through.
  private var showsPass = true
  private var isStale = false

  /// - Parameter earlier: a filter that may be narrowed.
  package init(_ text: String, after earlier: QueueFilter? = nil) {
    self.text = text
    words = text.split(separator: " ").map(String.init)
    needles = words.compactMap { Needle($0) }
    pass = Pass()
    guard let earlier, text.hasPrefix(earlier.text), !earlier.isStale, earlier.showsPass else { return }
    // A million of them, joined, would be copied at each letter.
    pass?.earlier = (earlier.rows.isEmpty ? [] : [earlier.rows[...]]) + (earlier.pass?.earlier ?? [])
    pass?.next = earlier.pass?.next ?? .max
  }

  /// Whether there is more to look through.
  package var isWorking: Bool { pass != nil }

  /// The queue is another one, or knows more of its tracks: it is looked through once more.
  package mutating func queueChanged(_ queue: PlayQueue) {
    if rows.contains(where: { queue.index(of: $0) == nil }) {
      rows.removeAll { queue.index(of: $0) == nil }
    }
    if pass == nil { begin() } else { isStale = true }
  }

  /// Looks through so many tracks more.
  package mutating func work(_ queue: PlayQueue, tracks count: Int) {
    guard var pass else { return }
    // One copy of what is found would be one too many.
    self.pass = nil
    var left = count
    while left > 0, let piece = pass.earlier.first {
      let part = piece.prefix(left)
      for id in part {
        if let index = queue.index(of: id), has(queue, index) { found(id, &pass) }
      }
      left -= part.count
      let rest = piece.dropFirst(part.count)
      if rest.isEmpty { pass.earlier.removeFirst() } else { pass.earlier[0] = rest }
    }
    let end = pass.next < queue.items.count ? min(pass.next + left, queue.items.count) : pass.next
    while left > 0, pass.next < end {
      if has(queue, pass.next) { found(queue.items[pass.next].id, &pass) }
      pass.next += 1
      left -= 1
    }
    if pass.earlier.isEmpty, pass.next >= queue.items.count { finish(pass) } else { self.pass = pass }
  }

  private mutating func found(_ id: QueueItem.ID, _ pass: inout Pass) {
    if showsPass { rows.append(id) } else { pass.found.append(id) }
  }

  private mutating func finish(_ pass: Pass) {
    if !showsPass { rows = pass.found }
    if isStale { begin() }
  }

  private mutating func begin() {
    (pass, showsPass, isStale) = (Pass(), false, false)
  }

  /// Whether the track of that index has all the words.
  package func has(_ queue: PlayQueue, _ index: Int) -> Bool {
    needles.allSatisfy { QueueFilter.has($0, queue.items, index) }
  }

  private static func has(_ needle: Needle, _ items: [QueueItem], _ index: Int) -> Bool {
    if let title = items[index].track?.title, needle.isIn(title) { return true }
    if let title = items[index].hint.title, items[index].track?.title == nil, needle.isIn(title) {
      return true
    }
    if let artist = items[index].artist, needle.isIn(artist) { return true }
    if let album = items[index].track?.album, needle.isIn(album) { return true }
    return isInName(needle, items[index].path)
  }

  private static func isInName(_ needle: Needle, _ path: FilePath) -> Bool {
    let start = (path.bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    let answer = path.bytes.withUnsafeBufferPointer { needle.isIn(ascii: .init(rebasing: $0[start...])) }
    return answer ?? needle.isIn(path.lastComponent.shown)
  }

  // MARK: Rows

  /// The row of a track, or of the one that would stand where it does not; at most the last.
  package func row(of id: QueueItem.ID?, in queue: PlayQueue) -> Int? {
    guard let index = id.flatMap({ queue.index(of: $0) }), !rows.isEmpty else { return nil }
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if queue.index(of: rows[middle]) ?? 0 < index { low = middle + 1 } else { high = middle }
    }
    return min(low, rows.count - 1)
  }
}
