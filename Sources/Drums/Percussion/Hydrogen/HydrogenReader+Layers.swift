import AudioBase
import Documents
import SystemBase

extension HydrogenReader {
  /// The method by which Hydrogen chooses among the layers of a component that have the velocity.
  enum Selection: String {
    /// Plays the first layer of the velocity.
    case velocity
    case roundRobin = "ROUND_ROBIN"
    case random = "RANDOM"
  }

  struct Layer {
    /// The velocities, linear from 0 to 1.
    var velocities: ClosedRange<Double>
    var sample: FilePath
    var gain: Decibels
    var tune: Double
  }

  private static let mostLayers = 512

  /// Reads the layers of every layout: a sample directly in the instrument (0.9.3), layers in the instrument (0.9.4 to
  /// 0.9.6), layers in components with ids (0.9.7 to 1.2) or names (2.0). Components sound together and become parts.
  mutating func addLayers(of instrument: XMLElement, _ owner: String, to pad: inout Pad) {
    var sources = instrument.children.filter { $0.name == "instrumentComponent" || $0.name == "component" }
    if sources.isEmpty { sources = [instrument] }
    if sources.count > HydrogenReader.mostComponents {
      diagnostics.ignore("components of \(owner) after the first \(HydrogenReader.mostComponents)")
      sources.removeLast(sources.count - HydrogenReader.mostComponents)
    }
    let usual = instrument.first("sampleSelectionAlgo")?.text
    var parts = sources.map { source in
      (
        layers: layers(source, gain: source.name == "instrument" ? .unity : gain(of: source), owner),
        selection: (source.first("sampleSelectionAlgo")?.text ?? usual).flatMap(Selection.init) ?? .velocity
      )
    }
    parts.removeAll { $0.layers.isEmpty }
    // Hydrogen plays the layers of one number together. With chances, all parts follow one random number.
    let isRandom = parts.contains { $0.selection == .random }
    pad.choice = isRandom && parts.count == 1 ? .random : .roundRobin
    for (index, part) in parts.enumerated() {
      let usesChance = part.selection == .random && parts.count > 1
      pad.layers += HydrogenVelocities(part.layers, isExclusive: part.selection == .velocity)
        .sampleLayers(part: index, usesChance: usesChance)
    }
  }

  private mutating func gain(of component: XMLElement) -> Decibels {
    var volume = 1.0
    let keys = component.first("component_id").map { ["id \($0.text)"] } ?? []
    let names = component.first("name").map { ["name \($0.text)"] } ?? []
    if let key = (keys + names).first(where: { components[$0] != nil }), let element = components[key] {
      var holder = XMLElement(name: "component", line: element.line)
      holder.children = [element]
      volume = number(holder, "volume", 1)
    }
    return HydrogenReader.gain(number(component, "gain", 1) * volume)
  }

  private mutating func layers(_ source: XMLElement, gain: Decibels, _ owner: String) -> [Layer] {
    if source.name != "instrument" { noteSwitches(source, "a component of \(owner)") }
    var layers = source.all("layer").compactMap { layer(in: $0, gain: gain, owner) }
    if layers.isEmpty, let name = source.first("filename"), let sample = sample(name) {
      layers.append(Layer(velocities: 0...1, sample: sample, gain: gain, tune: 0))
    }
    if layers.count > HydrogenReader.mostLayers {
      diagnostics.ignore("layers of \(owner) after the first \(HydrogenReader.mostLayers)")
      layers.removeLast(layers.count - HydrogenReader.mostLayers)
    }
    return layers
  }

  private mutating func layer(in element: XMLElement, gain: Decibels, _ owner: String) -> Layer? {
    guard let name = element.first("filename"), !name.text.isEmpty else {
      diagnostics.ignore("layer without a sample on line \(element.line)")
      return nil
    }
    guard let sample = sample(name) else { return nil }
    noteSwitches(element, "a layer of \(owner)")
    if isTrue(element, "ismodified") {
      diagnostics.ignore("loop, cut and envelopes of sample \"\(FilePath(text(name)).shown)\"")
    }
    let (low, high) = (number(element, "min", 0), number(element, "max", 1))
    return Layer(
      velocities: min(low, high)...max(low, high), sample: sample,
      gain: (gain + HydrogenReader.gain(number(element, "gain", 1))).clamped(to: -144...24),
      tune: pitch(element, "pitch"))
  }

  mutating func noteSwitches(_ element: XMLElement, _ owner: String) {
    if isTrue(element, "isMuted") { diagnostics.ignore("mute of \(owner)") }
    if isTrue(element, "isSoloed") { diagnostics.ignore("solo of \(owner)") }
  }

  private mutating func sample(_ element: XMLElement) -> FilePath? {
    let name = text(element)
    guard !name.isEmpty else { return nil }
    do throws(KitFolder.Refusal) {
      let file = try folder.file(named: name)
      // The name of Hydrogen's own silent sample, which early versions wrote for empty instruments.
      return file.stem == "emptySample" && !file.exists ? nil : file
    } catch {
      let shown = FilePath(String(name.prefix(200))).shown
      diagnostics.report("sample \"\(shown)\": \(error.rawValue)", line: element.line, of: subject)
      return nil
    }
  }
}

/// Distributes the velocities 1–127 among the layers of a component.
struct HydrogenVelocities {
  private let layers: [HydrogenReader.Layer]
  /// The layers that may sound at each velocity, from 1.
  private let candidates: [[Int]]

  /// Creates the layers of a pad. `isExclusive` states whether the first of several layers is the only one to sound.
  init(_ layers: [HydrogenReader.Layer], isExclusive: Bool) {
    self.layers = layers
    candidates = (1...127).map { velocity in
      let level = Double(velocity) / 127
      let found = layers.indices.filter { layers[$0].velocities.contains(level) }
      if !found.isEmpty { return isExclusive ? [found[0]] : found }
      // A velocity in a gap plays the nearest layer.
      let distance: (Int) -> Double = {
        max(layers[$0].velocities.lowerBound - level, level - layers[$0].velocities.upperBound)
      }
      return layers.indices.min { distance($0) < distance($1) }.map { [$0] } ?? []
    }
  }

  /// Returns the layers by ranges of velocities; those that differ only in their sample, without a chance, become one.
  func sampleLayers(part: Int, usesChance: Bool) -> [SampleLayer] {
    let ranges = ranges(usesChance: usesChance)
    var result: [SampleLayer] = []
    for index in layers.indices {
      for var layer in ranges[index] {
        (layer.gain, layer.tune, layer.part) = (layers[index].gain, layers[index].tune, part)
        if let last = result.last, last.velocities == layer.velocities, last.gain == layer.gain,
          last.tune == layer.tune, layer.chance == nil, last.chance == nil
        {
          result[result.count - 1].samples += layer.samples
        } else {
          result.append(layer)
        }
      }
    }
    return result
  }

  private func ranges(usesChance: Bool) -> [[SampleLayer]] {
    var ranges: [[SampleLayer]] = Array(repeating: [], count: layers.count)
    for (offset, found) in candidates.enumerated() {
      let (velocity, count) = (offset + 1, Double(found.count))
      for (place, index) in found.enumerated() {
        let chance = usesChance && found.count > 1 ? Double(place) / count...Double(place + 1) / count : nil
        if let last = ranges[index].last, last.velocities.upperBound == offset, last.chance == chance {
          ranges[index][ranges[index].count - 1].velocities = last.velocities.lowerBound...velocity
        } else {
          var layer = SampleLayer(velocities: velocity...velocity, samples: [layers[index].sample])
          layer.chance = chance
          ranges[index].append(layer)
        }
      }
    }
    return ranges
  }
}
