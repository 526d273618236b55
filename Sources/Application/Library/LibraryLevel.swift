import MusicLibrary

/// A list of the library as it is shown: what is selected, marked, looked for. A value.
package struct LibraryLevel: Hashable, Sendable {
  /// Rows kept beside those that are seen.
  private static let kept = 512

  package let place: LibraryPlace
  package internal(set) var filter = ""
  /// Nil while the first answer is on its way.
  package internal(set) var listing: LibraryListing?
  /// Without the filter.
  var whole: LibraryListing?
  package private(set) var selection = 0
  /// The first row that is seen.
  package private(set) var first = 0
  package internal(set) var marks: Set<LibraryListing.Item> = []
  /// The number of the list that was asked for last.
  var number = 0
  var isAwaiting = false
  /// Whether what is listed is what was asked for last.
  package internal(set) var isCurrent = true
  private var tracks: [Int32: LibraryTrack] = [:]
  private var asked: Set<Int32> = []

  init(_ place: LibraryPlace) {
    self.place = place
    if place == .root { (listing, whole) = (LibraryLevel.top, LibraryLevel.top) }
  }

  private static let top = LibraryListing(rows: LibraryPlace.top.map { LibraryRow($0) })

  package var count: Int { listing?.count ?? 0 }
  package var selected: LibraryListing.Item? { listing?.item(selection) }
  /// Whether the list is still to come, the whole of it at least.
  package var isLoading: Bool { isAwaiting }

  /// Nil until it has been read.
  package func track(_ id: Int32) -> LibraryTrack? { tracks[id] }

  // MARK: Changing it

  mutating func select(_ index: Int) { selection = min(max(index, 0), max(count - 1, 0)) }

  /// Puts an answer in place; what is selected stays so, where it is there still.
  mutating func show(_ new: LibraryListing) {
    let item = selection > 0 ? selected : nil
    listing = new
    asked = []
    isCurrent = true
    if filter.isEmpty { whole = new }
    select(item.flatMap { new.index(of: $0) } ?? selection)
  }

  /// The first row to show in so many, and the tracks in sight that have to be read.
  mutating func scroll(height: Int) -> [Int32] {
    let last = max(count - height, 0)
    first = min(max(min(max(first, selection - height + 1), selection), 0), last)
    guard let listing, height > 0 else { return [] }
    let seen = listing.tracks.ids.dropFirst(max(first - listing.rows.count, 0)).prefix(height)
    let missing = seen.filter { tracks[$0] == nil && !asked.contains($0) }
    guard !missing.isEmpty else { return [] }
    // Those behind and before them too: the next key may want them.
    let start = max(seen.startIndex - height, 0)
    let wanted = listing.tracks.ids[start..<min(seen.endIndex + height, listing.tracks.count)]
      .filter { tracks[$0] == nil && !asked.contains($0) }
    if tracks.count > LibraryLevel.kept { tracks = tracks.filter { seen.contains($0.key) } }
    asked.formUnion(wanted)
    return Array(wanted)
  }

  mutating func receive(_ new: [LibraryTrack]) {
    for track in new { tracks[track.id] = track }
  }

  /// Reads all rows anew when they are next in sight; they stay to be seen until then.
  mutating func forgetTracks() {
    tracks = [:]
    asked = []
  }

  mutating func replace(_ track: LibraryTrack) {
    if tracks[track.id] != nil { tracks[track.id] = track }
  }
}
