import AudioBase
import MusicQuery
import Player
import SystemBase

/// The tracks of the queue that contain each typed word in title, artist, album or file name.
///
/// A long queue is searched in slices between other events. The first rows are available at once, and more letters
/// only search the rows that were found.
package struct QueueFilter: Sendable {
  /// One search through the queue.
  private struct Pass: Sendable {
    var found: [QueueItem.ID] = []
    /// The results of earlier, shorter texts up to `next`, in non-empty pieces. They are searched before the other tracks.
    var earlier: [ArraySlice<QueueItem.ID>] = []
    /// The index of the next track to search.
    var next = 0
  }

  package let text: String
  package let words: [String]
  private let needles: [Needle]
  /// The tracks that match, in the order of the queue.
  package private(set) var rows: [QueueItem.ID] = []
  private var pass: Pass?
  /// Whether `rows` are those of the current pass; otherwise they are kept until it ends.
  private var showsPass = true
  private var isStale = false

  /// - Parameter earlier: the previous filter, whose results are reused if possible.
  package init(_ text: String, after earlier: QueueFilter? = nil) {
    self.text = text
    words = text.split(separator: " ").map(String.init)
    needles = words.compactMap { Needle($0) }
    pass = Pass()
    guard let earlier, text.hasPrefix(earlier.text), !earlier.isStale, earlier.showsPass else { return }
    // Not joined, because a million rows would be copied for each letter.
    pass?.earlier = (earlier.rows.isEmpty ? [] : [earlier.rows[...]]) + (earlier.pass?.earlier ?? [])
    pass?.next = earlier.pass?.next ?? .max
  }

  /// Whether the search has not ended.
  package var isWorking: Bool { pass != nil }

  /// Searches again after the queue or the tags of its tracks have changed.
  package mutating func queueChanged(_ queue: PlayQueue) {
    if rows.contains(where: { queue.index(of: $0) == nil }) {
      rows.removeAll { queue.index(of: $0) == nil }
    }
    if pass == nil { begin() } else { isStale = true }
  }

  package mutating func work(_ queue: PlayQueue, tracks count: Int) {
    guard var pass else { return }
    // Avoids a copy of the results.
    self.pass = nil
    let items = queue.items
    var left = count
    while left > 0, let piece = pass.earlier.first {
      let part = piece.prefix(left)
      for id in part {
        if let index = queue.index(of: id), has(items, index) { found(id, &pass) }
      }
      left -= part.count
      let rest = piece.dropFirst(part.count)
      if rest.isEmpty { pass.earlier.removeFirst() } else { pass.earlier[0] = rest }
    }
    let end = pass.next < items.count ? min(pass.next + left, items.count) : pass.next
    while left > 0, pass.next < end {
      if has(items, pass.next) { found(items[pass.next].id, &pass) }
      pass.next += 1
      left -= 1
    }
    if pass.earlier.isEmpty, pass.next >= items.count { finish(pass) } else { self.pass = pass }
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

  package func has(_ queue: PlayQueue, _ index: Int) -> Bool { has(queue.items, index) }

  private func has(_ items: [QueueItem], _ index: Int) -> Bool {
    needles.allSatisfy { QueueFilter.has($0, items[index]) }
  }

  private static func has(_ needle: Needle, _ item: QueueItem) -> Bool {
    if let title = item.listedTitle, needle.isIn(title) { return true }
    if let artist = item.artist, needle.isIn(artist) { return true }
    if let album = item.albumTitle, needle.isIn(album) { return true }
    return isInName(needle, item.path)
  }

  private static func isInName(_ needle: Needle, _ path: FilePath) -> Bool {
    let isFound = path.bytes.withUnsafeBufferPointer { bytes -> Bool? in
      let name = UnsafeBufferPointer(
        rebasing: bytes[((bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
      return name.allSatisfy { $0 < 0x80 } ? needle.isIn(name) : nil
    }
    return isFound ?? needle.isIn(path.lastComponent.shown)
  }

  // MARK: Rows

  /// Returns the row of a track, or of the next one if the track is filtered out; at most the last row.
  package func row(of id: QueueItem.ID?, in queue: PlayQueue) -> Int? {
    guard let index = id.flatMap({ queue.index(of: $0) }), !rows.isEmpty else { return nil }
    let row = rows.partitioningIndex { queue.index(of: $0) ?? 0 >= index }
    return min(row, rows.count - 1)
  }
}
