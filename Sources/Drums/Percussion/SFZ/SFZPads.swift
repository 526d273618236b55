import AudioBase
import Glibc
import SystemBase

/// Turns the regions of an SFZ instrument into pads. Used by one thread.
struct SFZPads {
  /// The limits of regions of a key, and of all keys together.
  private static let mostOfKey = 2_048
  private static let mostOfAll = 65_536
  private static let mostRanges = 16
  /// The bounds of gains in dB, of pitches in semitones.
  private static let gains = -144.0...24.0
  private static let pitches = -60.0...60.0

  private let source: SFZSource
  private let labels: [Int: String]
  /// The regions of each key in the order of the file.
  private var regions: [Int: [SFZRegion]] = [:]

  init(_ list: [SFZRegion], labels: [Int: String], source: SFZSource) {
    (self.source, self.labels) = (source, labels)
    var count = 0
    for region in list {
      for key in max(region.keys.low, 0)...max(min(region.keys.high, 127), 0) where region.keys.low <= 127 {
        count += 1
        if count > SFZPads.mostOfAll || regions[key, default: []].count >= SFZPads.mostOfKey {
          source.ignore("regions beyond \(SFZPads.mostOfKey) of a key or \(SFZPads.mostOfAll) of all keys")
          return
        }
        regions[key, default: []].append(region)
      }
    }
  }

  /// The regions of a key that sound in the same range of the hi-hat pedal. Each articulation becomes a pad.
  private struct Articulation {
    let key: Int
    let regions: [SFZRegion]
    let pedal: ClosedRange<Int>?
  }

  /// Returns a pad for each key, then the pads of pedal ranges without the initial position.
  func pads(pedal initial: Double) -> [Pad] {
    let articulations = articulations(at: initial)
    var pads = articulations.enumerated().map { index, articulation in
      var pad = pad(number: index + 1, key: articulation.key, articulation.regions)
      pad.pedal = articulation.pedal
      return pad
    }
    let chokes = PadChokes(articulations.map(\.regions))
    for index in pads.indices { pads[index].choke = chokes.choke(of: index, numbers: pads.map(\.number)) }
    return pads
  }

  private func articulations(at initial: Double) -> [Articulation] {
    var (first, others): ([Articulation], [Articulation]) = ([], [])
    for (key, list) in regions.sorted(by: { $0.key < $1.key }) {
      var ranges: [ClosedRange<Int>] = []
      for case let range? in list.map(\.pedal) where !ranges.contains(range) { ranges.append(range) }
      if ranges.isEmpty { first.append(Articulation(key: key, regions: list, pedal: nil)) }
      let usual = ranges.first { Double($0.lowerBound) <= initial && initial <= Double($0.upperBound) }
      if ranges.count > SFZPads.mostRanges { source.ignore("some pedal positions of key \(key)") }
      for range in ranges.prefix(SFZPads.mostRanges) {
        let sounding = list.filter { $0.pedal == nil || $0.pedal == range }
        let articulation = Articulation(key: key, regions: sounding, pedal: range)
        if range == usual ?? ranges[0] { first.append(articulation) } else { others.append(articulation) }
      }
    }
    let most = Kit.padNumbers.upperBound
    if first.count + others.count > most { source.ignore("pedal positions beyond \(most) pads") }
    return Array((first + others).prefix(most))
  }

  private func pad(number: Int, key: Int, _ regions: [SFZRegion]) -> Pad {
    let sounding = regions.filter { region in
      if let sample = region.sample, !region.isFile, sample.lowercased() != "*silence" {
        source.ignore("sample \(FilePath(String(sample.prefix(64))).shown), which is no file")
      }
      return region.isFile && !region.isEmpty
    }
    var pad = Pad(number: number, name: name(key, sounding), layers: [])
    pad.midiNote = key
    guard let first = sounding.first else {
      pad.layers = SFZPads.silences(regions, beside: [])
      return pad
    }
    pad.mode = first.loopMode == .oneShot ? .oneShot : .gate
    pad.retrigger = first.notePolyphony.map { $0 == 1 ? .restart : .overlap(limit: max($0, 1)) } ?? .overlap()
    if first.notePolyphony == 0 { pad.retrigger = .overlap() }
    pad.envelope = SFZPads.envelope(first)
    noteDifferences(sounding, first, key)
    let layers = SFZParts(sounding.compactMap { alternative($0, key) }, ignore: source.ignore).layers
    SFZPads.share(layers, with: &pad)
    pad.layers += SFZPads.silences(regions, beside: layers)
    return pad
  }

  /// Returns layers without samples for the velocities at which only a silent region is struck, which silences others.
  private static func silences(_ regions: [SFZRegion], beside layers: [SampleLayer]) -> [SampleLayer] {
    let silent = regions.filter { ($0.isEmpty || !$0.isFile) && $0.group != 0 }
    if silent.isEmpty { return [] }
    var ranges: [ClosedRange<Int>] = []
    for velocity in 1...127
    where silent.contains(where: { $0.velocities.low <= velocity && velocity <= $0.velocities.high })
      && !layers.contains(where: { $0.velocities.contains(velocity) })
    {
      let begins = ranges.last.flatMap { $0.upperBound == velocity - 1 ? $0.lowerBound : nil }
      if begins != nil { ranges.removeLast() }
      ranges.append((begins ?? velocity)...velocity)
    }
    return ranges.map { SampleLayer(velocities: $0, samples: []) }
  }

  private func name(_ key: Int, _ regions: [SFZRegion]) -> String {
    if let label = labels[key] ?? regions.lazy.compactMap(\.label).first { return label }
    guard let sample = regions.first?.sample else { return "key \(key)" }
    return FilePath(bytes: sample.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }).stem
  }

  private static func envelope(_ region: SFZRegion) -> PadEnvelope {
    let (times, releases) = (PadEnvelope.times, PadEnvelope.releases)
    return PadEnvelope(
      attack: min(region.attack, times.upperBound), decay: min(region.decay, times.upperBound),
      sustain: min(region.sustain / 100, 1),
      release: min(max(region.release, releases.lowerBound), releases.upperBound))
  }

  /// Says what only a whole pad can have and regions of the key have differently.
  private func noteDifferences(_ regions: [SFZRegion], _ first: SFZRegion, _ key: Int) {
    let envelope = SFZPads.envelope(first)
    for region in regions {
      if (region.loopMode == .oneShot) != (first.loopMode == .oneShot) {
        source.ignore("different loop_mode of regions of key \(key)")
      }
      if region.notePolyphony != first.notePolyphony {
        source.ignore("different note_polyphony of regions of key \(key)")
      }
      if SFZPads.envelope(region) != envelope { source.ignore("different ampeg of regions of key \(key)") }
    }
  }

  private func alternative(_ region: SFZRegion, _ key: Int) -> SFZParts.Alternative? {
    guard let name = region.sample else { return nil }
    if let reason = region.reasonOfSilence {
      source.ignore("region \(region.place.shown), which never sounds: \(reason)")
      return nil
    }
    let (low, high) = (max(region.velocities.low, 1), min(region.velocities.high, 127))
    let sample: FilePath
    do throws(KitFolder.Refusal) { sample = try source.folder.file(named: name) } catch {
      let shown = FilePath(String(name.prefix(200))).shown
      source.report("sample \"\(shown)\": \(error.rawValue)", at: region.place)
      return nil
    }
    var layer = SampleLayer(velocities: low...high, samples: [sample])
    let amplitude = region.amplitude > 0 ? 20 * log10(region.amplitude / 100) : SFZPads.gains.lowerBound
    layer.gain = Decibels(region.volume + amplitude).clamped(to: SFZPads.gains)
    layer.pan = region.pan / 100
    let note = region.needsNote ? source.note(of: sample) : nil
    if region.hasKeyOfSample, note == nil {
      source.ignore("opcode pitch_keycenter of sample \"\(sample.lastComponent.shown)\", which states no key")
    }
    let pitch = region.pitch(of: key, root: note?.key)
    layer.tune = min(max(pitch, SFZPads.pitches.lowerBound), SFZPads.pitches.upperBound)
    if region.chance != (0, 1) { layer.chance = region.chance.low...region.chance.high }
    (layer.start, layer.end) = (region.offset, region.end)
    layer.response = VelocityResponse(
      track: region.velocityTrack / 100,
      curve: region.velocityCurve.sorted { $0.key < $1.key }.map {
        VelocityResponse.Point(velocity: $0.key, level: $0.value)
      })
    addLoop(of: region, note, to: &layer)
    return SFZParts.Alternative(
      layer: layer, length: region.sequence.length, position: region.sequence.position)
  }

  /// Sets the loop of a layer, of which the file states what the region does not.
  private func addLoop(of region: SFZRegion, _ note: SampleNote?, to layer: inout SampleLayer) {
    let sample = layer.samples.first?.lastComponent.shown ?? ""
    switch region.loopMode {
    case .noLoop, .oneShot: return
    case .loopContinuous: layer.loop = .continuous
    case .loopSustain: layer.loop = .sustain
    case nil where note?.loop != nil: layer.loop = .continuous
    case nil: break
    }
    if note?.hasOtherLoop ?? false, region.loopStart == nil || region.loopEnd == nil {
      source.ignore("loop of sample \"\(sample)\", which is not forward without end")
    }
    guard layer.loop != nil else { return }
    let start = region.loopStart ?? note?.loop?.lowerBound ?? 0
    let end = region.loopEnd ?? note?.loop?.upperBound
    if start < end ?? .max {
      (layer.loopStart, layer.loopEnd) = (start, end)
    } else {
      source.ignore("loop points of sample \"\(sample)\", which end before they start")
    }
  }

  /// Moves the properties that all sounding layers have in common to the pad.
  private static func share(_ layers: [SampleLayer], with pad: inout Pad) {
    pad.layers = layers
    let sounding = layers.filter { $0.gain != SFZParts.silence }
    guard let first = sounding.first else { return }
    if sounding.allSatisfy({ $0.gain == first.gain }) {
      pad.gain = first.gain
      for index in layers.indices where layers[index].gain == first.gain { pad.layers[index].gain = .unity }
    }
    if sounding.allSatisfy({ $0.pan == first.pan }) {
      pad.pan = first.pan
      for index in layers.indices { pad.layers[index].pan = 0 }
    }
    if sounding.allSatisfy({ $0.tune == first.tune }) {
      pad.tune = first.tune
      for index in layers.indices { pad.layers[index].tune = 0 }
    }
  }
}
