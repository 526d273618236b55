import Application
import AudioBase
import MusicLibrary
import MusicQuery

/// A list of the library with its selection, marks and filter. A value.
package struct LibraryLevel: Hashable, Sendable {
  /// Tracks that are kept beside the visible ones.
  private static let kept = 512

  package private(set) var place: LibraryPlace
  package internal(set) var filter = ""
  /// The listing; nil until the first answer.
  package internal(set) var listing: LibraryListing?
  /// The listing without the filter.
  var whole: LibraryListing?
  package private(set) var selection = 0
  /// The index of the first visible row.
  package private(set) var first = 0
  package internal(set) var marks: Set<LibraryListing.Item> = []
  /// The range that is being marked; nil if none is.
  var markRange: MarkRange<LibraryListing.Item>?
  /// The order that was requested last.
  var sort: [SearchQuery.SortTerm] = []
  /// The track that is selected when a listing with it arrives.
  var awaited: Int32?
  /// Whether the selected row stays selected in the next listing, even if it is the first one.
  var keepsRow = false
  /// The number of the last request.
  var number = 0
  /// Whether the complete list has not arrived yet.
  package internal(set) var isAwaiting = false
  /// Whether the listing answers the last request.
  package internal(set) var isCurrent = true
  private var tracks: [Int32: LibraryTrack] = [:]
  /// Tracks that are to be read again; they are shown and can be rated until then.
  private var outdated: [Int32: LibraryTrack] = [:]
  private var asked: Set<Int32> = []

  init(_ place: LibraryPlace) {
    self.place = place
    if place == .root { (listing, whole) = (LibraryLevel.top, LibraryLevel.top) }
  }

  private static let top = LibraryListing(rows: LibraryPlace.top.map { LibraryRow($0) })

  package var count: Int { listing?.count ?? 0 }
  package var selected: LibraryListing.Item? { listing?.item(selection) }

  /// Returns a track; nil until it has been read.
  package func track(_ id: Int32) -> LibraryTrack? { tracks[id] ?? outdated[id] }

  // MARK: Changing it

  mutating func select(_ index: Int) {
    awaited = nil
    place(index)
  }

  private mutating func place(_ index: Int) { selection = min(max(index, 0), max(count - 1, 0)) }

  /// Shows a listing. The selected row stays selected if it still exists; if it is a track that the first rows of a list
  /// lack, it is selected again in the complete list.
  mutating func show(_ new: LibraryListing) {
    let item = selection > 0 || keepsRow ? selected : nil
    listing = new
    keepsRow = false
    asked = []
    isCurrent = true
    if filter.isEmpty { whole = new }
    let index = awaited.flatMap { new.index(of: .track($0)) } ?? item.flatMap { new.index(of: $0) }
    if awaited == nil, index == nil, case .track(let id)? = item { awaited = id }
    place(index ?? selection)
    if new.isWhole { awaited = nil }
  }

  /// Becomes the list of another place, with the same marks. The rows of the former one are shown until it is read.
  mutating func become(_ other: LibraryPlace) {
    (place, filter, whole, awaited) = (other, "", nil, nil)
    (selection, first, keepsRow, isCurrent, isAwaiting) = (0, 0, false, false, false)
  }

  /// Scrolls to the selection. Returns the tracks near the visible rows that have to be read.
  mutating func scroll(height: Int) -> [Int32] {
    let last = max(count - height, 0)
    first = min(max(min(max(first, selection - height + 1), selection), 0), last)
    guard let listing, height > 0 else { return [] }
    let seen = listing.tracks.ids.dropFirst(max(first - listing.rows.count, 0)).prefix(height)
    let missing = seen.filter { tracks[$0] == nil && !asked.contains($0) }
    guard !missing.isEmpty else { return [] }
    // Also the page before and after, which the next key may show.
    let start = max(seen.startIndex - height, 0)
    let wanted = listing.tracks.ids[start..<min(seen.endIndex + height, listing.tracks.count)]
      .filter { tracks[$0] == nil && !asked.contains($0) }
    if tracks.count > LibraryLevel.kept { tracks = tracks.filter { seen.contains($0.key) } }
    asked.formUnion(wanted)
    return Array(wanted)
  }

  /// Returns the tracks that have to be read, of a list that has no more than are kept.
  mutating func unreadTracks() -> [Int32] {
    guard let ids = listing?.tracks.ids, ids.count <= LibraryLevel.kept else { return [] }
    let missing = ids.filter { tracks[$0] == nil && !asked.contains($0) }
    asked.formUnion(missing)
    return Array(missing)
  }

  /// Returns the visible entries of a playlist that are tracks.
  func shownEntries(rows: Int) -> [TrackLocation] {
    guard let entries = listing?.entries, !entries.isEmpty else { return [] }
    return (first..<min(first + max(rows, 0), max(count, first))).compactMap { index in
      if case .entry(_, let entry)? = listing?.item(index) { entry.track } else { nil }
    }
  }

  mutating func receive(_ new: [LibraryTrack]) {
    for track in new {
      tracks[track.id] = track
      outdated[track.id] = nil
    }
  }

  /// Makes all tracks be read again when they are visible.
  mutating func forgetTracks() {
    outdated = tracks
    tracks = [:]
    asked = []
  }

  mutating func replace(_ track: LibraryTrack) {
    if tracks[track.id] != nil { tracks[track.id] = track }
    if outdated[track.id] != nil { outdated[track.id] = track }
  }
}
