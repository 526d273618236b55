import Percussion
import SystemBase

/// Layers and samples in the editor of a pad.
extension PadEditor {
  /// A choice among the layers of a pad, or among the samples of a layer.
  package enum Choice: Hashable, Sendable {
    case all
    /// The one of an index, from 0.
    case one(Int)
    /// One that the next sample begins.
    case new
  }

  /// The layer that is edited and heard.
  package var chosenLayer: Choice {
    let count = pad.layers.count
    if count == 0 || layer == 0 { return .all }
    return layer > count ? .new : .one(layer - 1)
  }

  /// The sample of that layer; all or a new one as the layer is.
  package var chosenSample: Choice {
    guard case .one(let index) = chosenLayer else { return chosenLayer }
    return sample < pad.layers[index].samples.count ? .one(sample) : .new
  }

  // MARK: Choosing

  /// Chooses the next or the previous layer or sample, by the selected field.
  mutating func choose(_ direction: Int) {
    if field == .layer {
      let last = pad.layers.isEmpty ? 0 : pad.layers.count + 1
      (layer, sample) = (min(max(min(layer, last) + direction, 0), last), 0)
    } else if case .one(let index) = chosenLayer {
      let last = pad.layers[index].samples.count
      sample = min(max(min(sample, last) + direction, 0), last)
    }
  }

  /// Chooses the layer of an index, from 0, which is heard whole.
  package mutating func choose(layer index: Int) { (field, layer, sample) = (.layer, index + 1, 0) }

  /// Chooses a layer by a typed text. Returns whether the text names one.
  mutating func choose(layer text: String) -> Bool {
    let count = pad.layers.count
    switch text {
    case "all": layer = 0
    case "new" where count > 0: layer = count + 1
    default:
      guard let number = Int(text), number >= 1, number <= count else { return false }
      layer = number
    }
    sample = 0
    return true
  }

  // MARK: Changing

  /// Adds sound files as samples of the chosen layer, or as a new layer if none is chosen. They are chosen then. A new
  /// layer has the velocities that no other one plays, or all. Returns whether the kit has changed.
  package mutating func add(_ paths: [FilePath]) -> Bool {
    if paths.isEmpty { return false }
    var pad = pad
    if case .one(let index) = chosenLayer {
      pad.layers[index].samples += paths
      sample = pad.layers[index].samples.count - 1
    } else {
      pad.layers.append(SampleLayer(velocities: pad.freeVelocities ?? 1...127, samples: paths))
      (layer, sample) = (pad.layers.count, paths.count - 1)
    }
    field = .sample
    return replace(pad)
  }

  /// Sets the chosen sample, or adds a new one. If no layer is chosen, the sample is the only one of the pad.
  ///
  /// - Returns: true, also if the sample is as before.
  mutating func set(_ path: FilePath) -> Bool {
    guard case .one(let index) = chosenLayer, case .one(let place) = chosenSample else {
      guard chosenSample == .all else { return add([path]) }
      var pad = pad
      pad.layers = [SampleLayer(samples: [path])]
      _ = replace(pad)
      return true
    }
    var pad = pad
    pad.layers[index].samples[place] = path
    _ = replace(pad)
    return true
  }

  /// Removes the chosen layer, or the chosen sample if the field of samples is selected; with its last sample, a layer is
  /// removed. If no layer is chosen, removes all. Returns whether the kit has changed.
  mutating func removeChosen() -> Bool {
    var pad = pad
    switch (chosenLayer, chosenSample) {
    case (.all, _): pad.layers = []
    case (.one(let index), .one(let place)) where field == .sample && pad.layers[index].samples.count > 1:
      pad.layers[index].samples.remove(at: place)
      sample = min(place, pad.layers[index].samples.count - 1)
    case (.one, .new) where field == .sample, (.new, _): return false
    case (.one(let index), _):
      pad.layers.remove(at: index)
      (layer, sample) = (min(layer, pad.layers.count), 0)
    }
    return replace(pad)
  }
}

extension Pad {
  var sampleCount: Int { layers.reduce(0) { $0 + $1.samples.count } }
  var samples: Set<FilePath> { Set(layers.flatMap(\.samples)) }
}
