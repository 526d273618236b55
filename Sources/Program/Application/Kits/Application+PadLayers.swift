import Percussion

/// The next sample of the edited pad that is heard.
struct LayerHearing {
  /// How often layers were heard: their samples take turns.
  var count = 0
  /// Whether it is heard as soon as the engine plays the edited pad.
  var isAwaited = false
  /// Called when it may be.
  var onReady: () -> Void = {}

  /// Returns the index of a sample of a layer: the chosen one while its field is selected, else the next one; nil if the
  /// layer has none.
  func sample(of editor: PadEditor, in layer: Int) -> Int? {
    if editor.field == .sample, case .one(let index) = editor.chosenSample { return index }
    let samples = editor.pad.layers[layer].samples.count
    return samples == 0 ? nil : count % samples
  }
}

extension Application {
  /// The velocity of a pad that is heard whole.
  private static let wholeVelocity = 100

  /// Plays the chosen layer or sample of the edited pad alone, at the highest velocity of the layer; if none is chosen, the
  /// pad. Edits that are still being loaded are awaited.
  package func hearLayer() -> Outcome {
    kits.hearing.isAwaited = false
    guard let editor = kits.editor else { return .done }
    guard let takes else { return .refused(.noTakes) }
    var (velocity, index) = (Application.wholeVelocity, nil as Int?)
    if case .one(let layer) = editor.chosenLayer {
      guard let sample = kits.hearing.sample(of: editor, in: layer) else { return .done }
      velocity = editor.pad.layers[layer].velocities.upperBound
      switch kits.service.loneSample(sample, ofLayer: layer, of: editor.pad) {
      case .index(let number): index = number
      case .notApplied:
        kits.hearing.isAwaited = true
        return .done
      case .missing: return .notice(.kit(.layerNotHeard(pad: editor.number)))
      }
    }
    guard takes.free.audition(pad: editor.number, velocity: velocity, sample: index) else {
      return .notice(.kit(.notHeardWhileTakePlays))
    }
    kits.hearing.count += 1
    return .done
  }
}

extension Command.Request {
  /// Adds sound files to the edited pad: the paths as a terminal inserts them.
  package static let addSample = Argument<String>(
    "add-sample", "FILE", "pad form: add a sound file to the layer, or as a new layer", .padForm, .takesPath,
    run: performOnScreen)
}
