import AudioBase
import MixEngine

/// The sound of an effect that a C function of another module processes.
package struct ForeignSound: @unchecked Sendable {
  /// Receives the values of the parameters before the slice in which they hold.
  package let values: UnsafeMutablePointer<Float>
  /// Receives the frames of a block before its first slice.
  package let block: UnsafeMutablePointer<Int>
  /// Processes a slice of at most 128 frames. Its latency is that of the beginning.
  package let unit: RenderUnit
  /// The frames for which the output may be silent while sound is still inside.
  package let longestSilence: Int
  /// Writes the notes of an instrument; nil for an effect.
  let noteWriter: UnsafeMutablePointer<ForeignNoteWriter>?

  /// Creates a sound.
  ///
  /// - Parameter notes: those that the C function reads; they must outlive the unit.
  package init(
    values: UnsafeMutablePointer<Float>, block: UnsafeMutablePointer<Int>, unit: RenderUnit,
    longestSilence: Int, notes: ForeignNotes? = nil
  ) {
    (self.values, self.block, self.unit, self.longestSilence) = (values, block, unit, longestSilence)
    noteWriter = notes?.writer
  }

  /// Creates a unit with this sound: parameters, limits and rests are those of own effects.
  package func makeUnit(_ parameters: [EffectParameter], _ setup: UnitSetup) -> any EffectUnit {
    KernelUnit(
      ForeignKernel(sound: self, count: parameters.count), parameters, setup,
      process: unitProcessForeignEffect)
  }
}

/// Calls the function of a `ForeignSound`. What it remembers is cleared by its owner, outside of the audio thread.
struct ForeignKernel: EffectProcessor {
  static var slice: Int { 128 }

  let sound: ForeignSound
  let count: Int

  var longestSilence: Int { sound.longestSilence }

  var latency: Int { sound.unit.latency }

  var hasNotes: Bool { sound.noteWriter?.pointee.hasNotes ?? false }

  mutating func beginBlock(frames: Int) {
    sound.block.pointee = frames
    sound.noteWriter?.pointee.beginBlock(frames: frames)
  }

  mutating func update(_ values: UnsafePointer<Float>) {
    for index in 0..<count { sound.values[index] = values[index] }
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    _ = sound.unit.run(frames, count, isSilent: false)
  }

  mutating func clear() {}
}

@_noLocks @_noAllocation
private func unitProcessForeignEffect(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<ForeignKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}
