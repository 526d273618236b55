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

  private static let velocities = 1...127
  /// The positions of the pedal of a hi-hat that steps choose, from open to closed; nil: any.
  private static let pedals: [ClosedRange<Int>?] = [nil, 0...31, 32...63, 64...95, 96...127]

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
      pad.layers.append(SampleLayer(velocities: pad.freeVelocities, samples: paths))
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

  /// Moves the lowest or the highest velocity of the chosen layer, by the selected field.
  func moveVelocity(of pad: inout Pad, by step: Int) {
    guard case .one(let index) = chosenLayer else { return }
    let range = pad.layers[index].velocities
    let (least, most) =
      field == .lowest
      ? (PadEditor.velocities.lowerBound, range.upperBound)
      : (range.lowerBound, PadEditor.velocities.upperBound)
    let bound = field == .lowest ? range.lowerBound : range.upperBound
    _ = setVelocity(of: &pad, to: min(max(bound + step, least), most))
  }

  /// Sets the lowest or the highest velocity of the chosen layer. Returns false if the range would be empty.
  func setVelocity(of pad: inout Pad, to velocity: Int) -> Bool {
    guard case .one(let index) = chosenLayer, PadEditor.velocities.contains(velocity) else { return false }
    let range = pad.layers[index].velocities
    if field == .lowest {
      guard velocity <= range.upperBound else { return false }
      pad.layers[index].velocities = velocity...range.upperBound
    } else {
      guard velocity >= range.lowerBound else { return false }
      pad.layers[index].velocities = range.lowerBound...velocity
    }
    return true
  }

  // MARK: The pedal

  /// Returns the next usual range of the pedal, or the previous one.
  static func pedal(_ present: ClosedRange<Int>?, _ direction: Int) -> ClosedRange<Int>? {
    let place = pedals.firstIndex(of: present) ?? 0
    return pedals[min(max(place + direction, 0), pedals.count - 1)]
  }

  /// Reads a range of the pedal: `64 127`, `64 to 127` or `64-127`.
  static func pedal(_ text: String) -> ClosedRange<Int>? {
    let words = text.split { !$0.isNumber }.map { Int($0) }
    guard words.count == 2, let low = words[0], let high = words[1], low <= high,
      Pad.controllerValues.contains(low), Pad.controllerValues.contains(high)
    else { return nil }
    return low...high
  }
}

extension Pad {
  var sampleCount: Int { layers.reduce(0) { $0 + $1.samples.count } }
  var samples: Set<FilePath> { Set(layers.flatMap(\.samples)) }

  /// The lowest velocities that no layer plays; all if each is played.
  fileprivate var freeVelocities: ClosedRange<Int> {
    let free = (1...127).filter { velocity in !layers.contains { $0.velocities.contains(velocity) } }
    guard let first = free.first else { return 1...127 }
    let count = zip(free, first...).prefix { $0 == $1 }.count
    return first...first + count - 1
  }

  /// Removes samples from all layers, and the layers that have no other ones.
  mutating func remove(_ samples: Set<FilePath>) {
    layers = layers.compactMap { layer in
      var kept = layer
      kept.samples.removeAll(where: samples.contains)
      return kept.samples.isEmpty && !layer.samples.isEmpty ? nil : kept
    }
  }
}
