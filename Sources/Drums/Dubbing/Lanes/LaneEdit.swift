import SystemBase

/// Points of one lane that are replaced by others: those that differ, and what stands between them. The inverse exchanges
/// them.
package struct LaneEdit: Hashable, Sendable {
  /// The former points, and the former shape of the lane.
  let removed: Lane
  let inserted: Lane

  /// Fails for points of two lanes.
  init?(removed: Lane, inserted: Lane) {
    guard removed.id == inserted.id else { return nil }
    (self.removed, self.inserted) = (removed, inserted)
  }

  /// Creates the edit that turns a lane into another of the same identity; nil if they are equal. A lane without points is
  /// one that does not exist.
  init?(from old: Lane?, to new: Lane) {
    let old = old ?? Lane(new.id, shape: new.shape)
    let common = min(old.count, new.count)
    let start = (0..<common).first { old[$0] != new[$0] } ?? common
    let rest = common - start
    let end = (0..<rest).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? rest
    var removed = old.points(at: start..<(old.count - end))
    var inserted = new.points(at: start..<(new.count - end))
    // A lane that stays keeps what is unknown of it.
    if !old.isEmpty && !new.isEmpty { (removed.unknown, inserted.unknown) = (JSONObject(), JSONObject()) }
    guard !removed.isEmpty || !inserted.isEmpty || old.shape != new.shape else { return nil }
    self.init(removed: removed, inserted: inserted)
  }

  package var id: Lane.ID { inserted.id }

  var inverse: LaneEdit { LaneEdit(swapping: self) }

  private init(swapping edit: LaneEdit) { (removed, inserted) = (edit.inserted, edit.removed) }
}

extension Lane {
  /// Returns the points at places as a lane of the same identity and shape.
  func points(at places: Range<Int>) -> Lane {
    Lane(
      id, frames: Array(frames[places]), values: Array(values[places]), shape: shape, unknown: unknown)
  }

  /// Returns the lane with the identity that it has in another layer; nil for the take.
  func copy(layer: Int?) -> Lane {
    Lane(ID(id.address, layer: layer), frames: frames, values: values, shape: shape, unknown: unknown)
  }

  /// Performs an edit. Points that neither stand in it nor at its frames are kept.
  mutating func apply(_ edit: LaneEdit) {
    shape = edit.inserted.shape
    if isEmpty { unknown = edit.inserted.unknown }
    let (removed, inserted) = (edit.removed, edit.inserted)
    let bounds = [removed.frames.first, removed.frames.last, inserted.frames.first, inserted.frames.last]
      .compactMap { $0 }
    guard let start = bounds.min(), let end = bounds.max() else { return }
    let places = first(from: start)..<first(from: end + 1)
    var new = inserted
    if !frames[places].elementsEqual(removed.frames) {
      let replaced = Set(removed.frames + inserted.frames)
      let kept = places.map { self[$0] }.filter { !replaced.contains($0.frame) }
      new = Lane(id, kept + inserted.points)
    }
    frames.replaceSubrange(places, with: new.frames)
    values.replaceSubrange(places, with: new.values)
  }
}

extension [Lane] {
  /// Changes the lane of an identity, or a new one at its place. A lane without points is removed.
  mutating func change(_ id: Lane.ID, _ change: (inout Lane) -> Void) {
    let place = firstIndex { !($0.id < id) } ?? count
    if place == count || self[place].id != id { insert(Lane(id), at: place) }
    change(&self[place])
    if self[place].isEmpty { remove(at: place) }
  }

  /// Adds lanes whose identities it does not have.
  mutating func add(_ lanes: some Sequence<Lane>) {
    self = (self + lanes).sorted { $0.id < $1.id }
  }

  mutating func remove(ofLayer layer: Int) -> [Lane] {
    let removed = filter { $0.id.layer == layer }
    if !removed.isEmpty { removeAll { $0.id.layer == layer } }
    return removed
  }
}
