import KitEditing

extension Application {
  /// Plays the chosen layer or sample of the edited pad alone, at the highest velocity of the layer; if none is chosen, the
  /// pad. Edits that are still being loaded are awaited.
  package func hearLayer() -> Outcome {
    guard let takes else { return kits.editor == nil ? .done : .refused(.noTakes) }
    switch kits.strikeOfLayer() {
    case .nothing: return .done
    case .missing(let pad): return .notice(.kit(.layerNotHeard(pad: pad)))
    case .pad(let number, let velocity, let sample):
      guard takes.free.audition(pad: number, velocity: velocity, sample: sample) else {
        return .notice(.kit(.notHeardWhileTakePlays))
      }
      kits.layerWasHeard()
      return .done
    }
  }
}

extension Command.Request {
  /// Adds sound files to the edited pad: the paths as a terminal inserts them.
  package static let addSample = Argument<String>(
    "add-sample", "FILE", "pad form: add a sound file to the layer, or as a new layer", .padForm, .takesPath,
    run: performOnScreen)
}
