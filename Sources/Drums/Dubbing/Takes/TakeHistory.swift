import SystemBase

/// The edits of a take, all of which can be undone; stored in its file.
package struct TakeHistory: Hashable, Sendable {
  package internal(set) var edits = UndoStack<TakeEdit>()
  /// Deleted layers that an edit may restore.
  package internal(set) var shelf: [Int: Layer] = [:]
  /// The lanes of the layers on the shelf.
  package internal(set) var lanes: [Lane] = []

  /// Records how long the pad of a hit was held in the edits of the hit.
  mutating func setLength(_ length: Int, ofHit hit: Int, in layer: Int) {
    func concerns(_ edit: TakeEdit) -> Bool { edit.hitEdits.contains { $0.layer == layer } }
    guard edits.undoSteps.contains(where: concerns) || edits.redoSteps.contains(where: concerns) else {
      return
    }
    edits.update { edit in
      edit.changingHits { part in
        guard part.layer == layer else { return }
        part.removed.setLength(length, of: hit)
        part.inserted.setLength(length, of: hit)
      }
    }
  }
}

/// An edit of a take with the data to undo it, except layers, which are on the shelf.
package enum TakeEdit: Hashable, Sendable {
  /// Adds a layer from the shelf.
  case insert(layer: Int, at: Int)
  /// Moves a layer to the shelf.
  case remove(layer: Int, at: Int)
  case change(layer: Int, from: Layer.Settings, to: Layer.Settings)
  case rename(from: String, to: String)
  case mixer(from: TakeMixer, to: TakeMixer)
  /// Replaces hits, in each layer at most once.
  case hits([HitEdit])
  /// Replaces points of lanes, in each lane at most once.
  case lanes([LaneEdit])
  /// Performs several edits in order. They are undone together.
  case steps([TakeEdit])

  var inverse: TakeEdit {
    switch self {
    case .insert(let layer, let index): .remove(layer: layer, at: index)
    case .remove(let layer, let index): .insert(layer: layer, at: index)
    case .change(let layer, let from, let to): .change(layer: layer, from: to, to: from)
    case .rename(let from, let to): .rename(from: to, to: from)
    case .mixer(let from, let to): .mixer(from: to, to: from)
    case .hits(let edits): .hits(edits.map(\.inverse))
    case .lanes(let edits): .lanes(edits.map(\.inverse))
    case .steps(let steps): .steps(steps.reversed().map(\.inverse))
    }
  }

  package var hitEdits: [HitEdit] {
    switch self {
    case .hits(let edits): edits
    case .steps(let steps): steps.flatMap(\.hitEdits)
    case .insert, .remove, .change, .rename, .mixer, .lanes: []
    }
  }

  package var laneEdits: [LaneEdit] {
    switch self {
    case .lanes(let edits): edits
    case .steps(let steps): steps.flatMap(\.laneEdits)
    case .insert, .remove, .change, .rename, .mixer, .hits: []
    }
  }

  func changingHits(_ change: (inout HitEdit) -> Void) -> TakeEdit {
    switch self {
    case .hits(var edits):
      for index in edits.indices { change(&edits[index]) }
      return .hits(edits)
    case .steps(let steps): return .steps(steps.map { $0.changingHits(change) })
    case .insert, .remove, .change, .rename, .mixer, .lanes: return self
    }
  }

  /// The layer that the edit adds, removes or changes the settings of; nil for another edit.
  package var layer: Int? {
    switch self {
    case .insert(let layer, _), .remove(let layer, _), .change(let layer, _, _): layer
    case .rename, .mixer, .hits, .lanes, .steps: nil
    }
  }
}
