import AudioBase

/// The memory of a program's pads, which is freed with it; the samples are shared.
final class PadMemory {
  /// The largest index of a strike's samples: takes store it as a number that JSON keeps exact.
  private static let largestIndex = 1 << 53

  private var blocks: [UnsafeMutableRawPointer] = []
  private var samples: [ObjectIdentifier: PadSample] = [:]
  /// The samples that are not in memory as a whole, each once.
  private(set) var streamed: [PadSample] = []
  private var streamIndices: [ObjectIdentifier: Int] = [:]

  deinit { for block in blocks { block.deallocate() } }

  func list<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let start = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    for (index, element) in elements.enumerated() { (start + index).initialize(to: element) }
    blocks.append(UnsafeMutableRawPointer(start))
    return start
  }

  func slot(_ pad: PadProgram.Pad) -> PadSlot {
    var size = 1
    let parts = Set(pad.layers.map(\.part)).sorted().map { number in
      part(pad.layers.filter { $0.part == number }, of: pad, &size)
    }
    var slot = PadSlot()
    slot.parts = list(parts)
    slot.partCount = parts.count
    // With one part, the digit for no sample is not needed.
    slot.indexCount = parts.count == 1 ? parts[0].regionCount : size
    (slot.group, slot.silencedBy) = (pad.chokeGroup ?? 0, pad.silencedBy ?? 0)
    slot.chokeFade = pad.chokeFade.value
    switch pad.retrigger {
    case .restart: slot.overlap = -1
    case .overlap(let limit): slot.overlap = limit.map { max($0, 1) } ?? 0
    }
    (slot.isGate, slot.isToggle) = (pad.isGate, pad.isToggle)
    slot.hasSustainLoop = pad.layers.contains { $0.loop == .sustain && !$0.samples.isEmpty }
    slot.envelope = pad.envelope
    return slot
  }

  /// - Parameter size: the product of the digits of the parts before; this part's are multiplied into it.
  private func part(_ layers: [PadProgram.Layer], of pad: PadProgram.Pad, _ size: inout Int) -> PadPart {
    let regions = layers.flatMap { layer in
      let pan = PanUnit.gains(min(max(pad.pan + layer.pan, -1), 1))
      let gain = pan * (pad.gain + layer.gain).factor
      return layer.samples.map { region($0, of: layer, gain: gain) }
    }
    let (product, isTooLarge) = size.multipliedReportingOverflow(by: regions.count + 1)
    let hasRoom = !isTooLarge && product <= PadMemory.largestIndex
    defer { if hasRoom { size = product } }
    return PadPart(
      regions: list(regions), lastStrikes: list([Int](repeating: 0, count: regions.count)),
      regionCount: regions.count, weight: hasRoom ? size : 0)
  }

  private func region(_ sample: PadSample, of layer: PadProgram.Layer, gain: Frame) -> PadRegion {
    samples[ObjectIdentifier(sample)] = sample
    return PadRegion(
      mono: sample.mono, stereo: sample.stereo, count: sample.count.value, stream: streamIndex(sample),
      isLooping: layer.loop != .none, isSustainLoop: layer.loop == .sustain, gain: gain,
      lowestVelocity: layer.velocities.lowerBound,
      highestVelocity: layer.velocities.upperBound, lowestChance: Float(layer.chance.lowerBound),
      highestChance: Float(layer.chance.upperBound))
  }

  private func streamIndex(_ sample: PadSample) -> Int {
    if sample.source == nil { return -1 }
    if let index = streamIndices[ObjectIdentifier(sample)] { return index }
    streamIndices[ObjectIdentifier(sample)] = streamed.count
    streamed.append(sample)
    return streamed.count - 1
  }
}
