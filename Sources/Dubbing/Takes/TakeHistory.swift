/// What was done to a take and can be undone, without end; kept in its file.
package struct TakeHistory: Hashable, Sendable {
  /// The last one last.
  package internal(set) var undo: [TakeEdit] = []
  package internal(set) var redo: [TakeEdit] = []
  /// Layers that an edit may bring back.
  package internal(set) var shelf: [Int: Layer] = [:]

  package init() {}
}

/// A change of a take, with all that is needed to take it back but the layers, which wait on the shelf.
package enum TakeEdit: Hashable, Sendable {
  /// A layer of the shelf comes into the take.
  case insert(layer: Int, at: Int)
  /// A layer goes onto the shelf.
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

  /// The layer that it is about.
  package var layer: Int? {
    switch self {
    case .insert(let layer, _), .remove(let layer, _), .change(let layer, _, _): layer
    case .rename: nil
    }
  }
}
