import MusicFiles

/// An order of the queue by tags.
package struct QueueOrder: Hashable, Sendable {
  package enum Field: String, CaseIterable, Sendable { case title, artist, album, date, length, path }

  package var field: Field
  package var isDescending = false

  package static var words: String { Field.allCases.map(\.rawValue).joined(separator: ", ") }

  /// Reads `artist` or `-date`; nil if there is no such field.
  package init?(_ text: String) {
    isDescending = text.first == "-"
    guard let field = Field(rawValue: isDescending ? String(text.dropFirst()) : text) else { return nil }
    self.field = field
  }

  package var text: String { (isDescending ? "-" : "") + field.rawValue }

  /// Returns the tracks in this order. Those without a value come last; equal ones stay in their order.
  package func sorted(_ items: [QueueItem]) -> [QueueItem.ID] {
    let keys = items.map(key)
    let order = items.indices.sorted { left, right in
      let (one, other) = (keys[left], keys[right])
      if one.isEmpty != other.isEmpty { return other.isEmpty }
      if one == other { return left < right }
      return one.lexicographicallyPrecedes(other) != isDescending
    }
    return order.map { items[$0].id }
  }

  /// Returns what is compared of a track; empty if it has no value.
  private func key(_ item: QueueItem) -> [NaturalOrder] {
    let track = item.tags ?? item.listed
    func names(_ texts: String?...) -> [NaturalOrder] {
      texts[0] == nil ? [] : texts.map { NaturalOrder(($0 ?? "").lowercased()) }
    }
    let number = [track.discNumber, track.trackNumber].map { $0.map(String.init) }
    return switch field {
    case .title: names(item.title)
    case .artist: names(item.artist, track.album, number[0], number[1], item.title)
    case .album: names(track.album, number[0], number[1], item.title)
    case .date: names(track.date, track.album, number[0], number[1])
    case .length: names(track.stream.duration.map { String(Int($0 * 1_000)) })
    case .path: names(item.location.path.shown)
    }
  }
}
