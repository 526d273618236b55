import AudioBase

/// Divides the regions of a key into parts: the regions of a part never sound together, the parts do.
struct SFZParts {
  /// A region as a layer with its place in a sequence.
  struct Alternative {
    var layer: SampleLayer
    var length: Int
    var position: Int

    /// Returns whether two regions never sound at the same strike.
    func excludes(_ other: Alternative) -> Bool {
      if !layer.velocities.overlaps(other.layer.velocities) { return true }
      if length == other.length, position != other.position { return true }
      guard let chance = layer.chance, let others = other.layer.chance else { return false }
      return chance.upperBound <= others.lowerBound || others.upperBound <= chance.lowerBound
    }
  }

  /// The gain of silent layers; finite, since kit.json has no infinite numbers.
  static let silence = Decibels(-144)
  private static let most = 32

  private var parts: [[Alternative]] = []

  init(_ alternatives: [Alternative], ignore: (String) -> Void) {
    for alternative in alternatives {
      let index = parts.firstIndex { part in part.allSatisfy { $0.excludes(alternative) } }
      if let index {
        parts[index].append(alternative)
      } else if parts.count < SFZParts.most {
        parts.append([alternative])
      } else {
        ignore("regions that sound together with \(SFZParts.most) others")
      }
    }
  }

  /// The layers of all parts, in each part by sequence position, with silence for missing positions. In a part that also has
  /// chances, each layer states its turn instead.
  var layers: [SampleLayer] {
    parts.enumerated().flatMap { index, part in
      if part.contains(where: { $0.length > 1 }), part.contains(where: { $0.layer.chance != nil }) {
        return part.map { alternative in
          var layer = alternative.layer
          layer.part = index
          if alternative.length > 1 {
            layer.turn = SampleLayer.Turn(position: alternative.position, count: alternative.length)
          }
          return layer
        }
      }
      let ordered = (part + SFZParts.silences(in: part)).enumerated().sorted {
        ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
      }
      return SFZParts.joined(ordered.map(\.element.layer)).map { layer in
        var layer = layer
        layer.part = index
        return layer
      }
    }
  }

  /// Returns a silent layer for each position of a sequence that no region has, so that silence takes its turn.
  private static func silences(in part: [Alternative]) -> [Alternative] {
    guard part.contains(where: { $0.length > 1 }) else { return [] }
    // Between two borders, the same regions are chosen among.
    let borders = Set(part.flatMap { [$0.layer.velocities.lowerBound, $0.layer.velocities.upperBound + 1] })
      .sorted()
    var result: [Alternative] = []
    for (low, end) in zip(borders, borders.dropFirst()) {
      let found = part.filter { $0.layer.velocities.contains(low) }
      guard let first = found.first, first.length > 1 else { continue }
      let positions = Set(found.map(\.position))
      for position in 1...first.length where !positions.contains(position) {
        var silence = Alternative(layer: first.layer, length: first.length, position: position)
        silence.layer.velocities = low...(end - 1)
        (silence.layer.gain, silence.layer.chance) = (SFZParts.silence, nil)
        result.append(silence)
      }
    }
    return result
  }

  /// Joins layers that differ only in their samples, unless another layer takes its turn between them.
  private static func joined(_ layers: [SampleLayer]) -> [SampleLayer] {
    var result: [SampleLayer] = []
    for layer in layers {
      let before = result.lastIndex { $0.velocities.overlaps(layer.velocities) }
      if let before, layer.chance == nil, isLike(result[before], layer) {
        result[before].samples += layer.samples
      } else {
        result.append(layer)
      }
    }
    return result
  }

  private static func isLike(_ layer: SampleLayer, _ other: SampleLayer) -> Bool {
    var layer = layer
    layer.samples = other.samples
    return layer == other
  }
}
