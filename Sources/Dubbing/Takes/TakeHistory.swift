/// The edits of a take, all of which can be undone; stored in its file.
package struct TakeHistory: Hashable, Sendable {
  /// The edits that can be undone, the latest one last.
  package internal(set) var undo: [TakeEdit] = []
  package internal(set) var redo: [TakeEdit] = []
  /// Deleted layers that an edit may restore.
  package internal(set) var shelf: [Int: Layer] = [:]

  package init() {}
}

/// An edit of a take with the data to undo it, except layers, which are on the shelf.
package enum TakeEdit: Hashable, Sendable {
  /// Adds a layer from the shelf.
  case insert(layer: Int, at: Int)
  /// Moves a layer to the shelf.
  case remove(layer: Int, at: Int)
  case change(layer: Int, from: Layer.Settings, to: Layer.Settings)
  case rename(from: String, to: String)

  var inverse: TakeEdit {
    switch self {
    case .insert(let layer, let index): .remove(layer: layer, at: index)
    case .remove(let layer, let index): .insert(layer: layer, at: index)
    case .change(let layer, let from, let to): .change(layer: layer, from: to, to: from)
    case .rename(let from, let to): .rename(from: to, to: from)
    }
  }

  /// The layer of the edit; nil for a change of the take.
  package var layer: Int? {
    switch self {
    case .insert(let layer, _), .remove(let layer, _), .change(let layer, _, _): layer
    case .rename: nil
    }
  }
}
