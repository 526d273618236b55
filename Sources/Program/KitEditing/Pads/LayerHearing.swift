import Percussion

/// The next sample of the edited pad that is heard.
package struct LayerHearing {
  /// The velocity of a pad that is heard whole.
  private static let wholeVelocity = 100

  /// How often layers were heard: their samples take turns.
  fileprivate var count = 0
  /// Whether it is heard as soon as the engine plays the edited pad.
  fileprivate(set) var isAwaited = false
  /// Called when it may be.
  package var onReady: () -> Void = {}

  /// Returns the index of a sample of a layer: the chosen one while its field is selected, else the next one; nil if the
  /// layer has none.
  private func sample(of editor: PadEditor, in layer: Int) -> Int? {
    if editor.field == .sample, case .one(let index) = editor.chosenSample { return index }
    let samples = editor.pad.layers[layer].samples.count
    return samples == 0 ? nil : count % samples
  }

  /// Returns how the edited pad is struck, and notes whether that is awaited.
  @MainActor
  fileprivate mutating func strike(of editor: PadEditor, _ service: any KitServing) -> LayerStrike {
    guard case .one(let layer) = editor.chosenLayer else {
      return .pad(editor.number, velocity: LayerHearing.wholeVelocity, sample: nil)
    }
    guard let sample = sample(of: editor, in: layer) else { return .nothing }
    switch service.loneSample(sample, ofLayer: layer, of: editor.pad) {
    case .index(let index):
      let velocity = editor.pad.layers[layer].velocities.upperBound
      return .pad(editor.number, velocity: velocity, sample: index)
    case .notApplied:
      isAwaited = true
      return .nothing
    case .missing: return .missing(pad: editor.number)
    }
  }
}

/// The strike that plays what is chosen in the editor of a pad.
package enum LayerStrike: Hashable, Sendable {
  /// `sample` is the index of the samples of the strike; nil for those of the next turn.
  case pad(Int, velocity: Int, sample: Int?)
  /// The layer has no samples, or edits are still being loaded: `LayerHearing.onReady` is called then.
  case nothing
  /// Samples of the pad cannot be read.
  case missing(pad: Int)
}

extension KitController {
  /// Returns the strike that plays the chosen layer or sample of the edited pad alone, at the highest velocity of the layer;
  /// if none is chosen, the pad.
  package func strikeOfLayer() -> LayerStrike {
    hearing.isAwaited = false
    guard let editor else { return .nothing }
    return hearing.strike(of: editor, service)
  }

  /// Notes that such a strike was heard.
  package func layerWasHeard() { hearing.count += 1 }
}
