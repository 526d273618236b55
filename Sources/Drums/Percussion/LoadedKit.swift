import AudioBase
import MixEngine

/// A kit with its samples in memory; pads without a readable sample use the samples of a fallback kit.
package struct LoadedKit: Sendable {
  /// The kit; replaced pads have the names and layers of the fallback kit.
  package var kit: Kit
  /// The pads with their samples, by number minus 1.
  package var program: [PadProgram.Pad]
  package var warnings: [KitLoader.Warning]
  /// The numbers of the pads that the fallback kit replaces.
  package var replaced: [Int] = []
  /// The numbers of the pads without a readable sample for which the fallback kit has no pad.
  package var silent: [Int] = []
  /// The samples of the kit's file, or the reasons why they cannot be decoded; empty when no file is unread any more.
  fileprivate(set) var samples: [SampleFile: SampleBatch.Outcome] = [:]

  /// The same without the samples of the kit's file, of which edited pads may no longer use some.
  package var withoutFiles: LoadedKit {
    var kit = self
    kit.samples = [:]
    return kit
  }

  /// Whether every pad that sounds comes from the fallback kit.
  package var isReplaced: Bool { !replaced.isEmpty && replaced.count == kit.pads.filter(\.hasSamples).count }
}

extension KitLoader {
  /// Decodes a kit, and gives pads without a readable sample the sounds of the pads of a fallback kit, if it is needed. Files
  /// that only pads outside `whole` need are not opened before `readBeginnings` is called.
  package func load(
    _ kit: Kit, rate: SampleRate, whole: PadSet? = nil, progress: SampleProgress? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }, standIn: () -> Kit?
  ) -> LoadedKit {
    let samples = samples(of: kit.withTomCopies, rate, whole: whole, progress, isCancelled: isCancelled)
    return loaded(kit, samples, rate: rate, isCancelled: isCancelled, standIn: standIn)
  }

  /// Decodes the beginnings of the samples of a loaded kit whose files were not opened yet. Any thread.
  ///
  /// - Parameter kit: the kit as its file describes it.
  /// - Returns: the kit without the samples that cannot be decoded; nil if there are none, or it was cancelled.
  package func readBeginnings(
    of loaded: LoadedKit, from kit: Kit, rate: SampleRate, isCancelled: @escaping @Sendable () -> Bool,
    standIn: () -> Kit?
  ) -> LoadedKit? {
    let failures = readBeginnings(KitLoader.samples(loaded.program), isCancelled: isCancelled)
    if failures.isEmpty || isCancelled() { return nil }
    let samples = loaded.samples.merging(failures) { $1 }
    return self.loaded(kit, samples, rate: rate, isCancelled: isCancelled, standIn: standIn)
  }

  /// Returns a kit with its samples, and sounds of a fallback kit for pads of which none could be decoded.
  private func loaded(
    _ kit: Kit, _ samples: [SampleFile: SampleBatch.Outcome], rate: SampleRate,
    isCancelled: @Sendable () -> Bool, standIn: () -> Kit?
  ) -> LoadedKit {
    let (program, all) = program(of: kit.withTomCopies, with: samples, rate: rate)
    // The samples of a copy are those of a pad.
    let numbers = Set(kit.pads.map(\.number))
    let warnings = all.filter { numbers.contains($0.pad) }
    var loaded = LoadedKit(kit: kit, program: program, warnings: warnings)
    loaded.samples = samples
    let lost = kit.pads.filter { pad in
      pad.hasSamples && program[pad.number - 1].layers.allSatisfy(\.samples.isEmpty)
    }
    if lost.isEmpty || isCancelled() { return loaded }
    let lostNumbers = Set(lost.map(\.number))
    var other = standIn()
    other?.pads.removeAll { !lostNumbers.contains($0.number) }
    let sounds = other.map { load($0, rate: rate).program } ?? []
    for pad in lost {
      guard let named = other?.pads.first(where: { $0.number == pad.number }), named.hasSamples,
        !sounds[pad.number - 1].layers.allSatisfy(\.samples.isEmpty)
      else {
        loaded.silent.append(pad.number)
        continue
      }
      loaded.replace(pad.number, by: named, sounding: sounds[pad.number - 1])
    }
    return loaded
  }
}

extension LoadedKit {
  fileprivate mutating func replace(_ number: Int, by pad: Pad, sounding sound: PadProgram.Pad) {
    replaced.append(number)
    for index in kit.pads.indices where kit.pads[index].number == number {
      (kit.pads[index].name, kit.pads[index].layers) = (pad.name, pad.layers)
    }
    program[number - 1].layers = sound.layers
    program[number - 1].gain = sound.gain
    program[number - 1].pan = sound.pan
  }
}

extension Pad {
  /// Whether the pad has samples; a pad without any is meant to be silent.
  package var hasSamples: Bool { layers.contains { !$0.samples.isEmpty } }
}
