import AudioBase

/// Voices without the rest of the engine, to measure and test the loop that mixes them.
package final class VoiceBench {
  private let program: PadProgram
  private let voiceCount: Int
  private let voices: UnsafeMutablePointer<Voice>

  /// Creates a set of voices for measurements.
  ///
  /// - Parameter samples: one voice each.
  package init(samples: [PCMBuffer], gain: Decibels) {
    voiceCount = samples.count
    program = PadProgram(
      pads: samples.map { PadProgram.Pad(layers: [PadProgram.Layer(samples: [$0])], gain: gain) })
    voices = .allocate(capacity: max(voiceCount, 1))
    voices.initialize(repeating: Voice(), count: voiceCount)
  }

  deinit { voices.deallocate() }

  /// Starts every voice at the first frame of its sample.
  package func strikeAll() {
    for index in 0..<voiceCount {
      let slot = program.table.slots[index]
      guard let region = slot.firstRegion else { continue }
      voices[index].start(region, of: slot, pad: index, gain: 1, order: index)
    }
  }

  /// Adds the next frames of all voices to `block`.
  package func mix(into block: UnsafeMutableBufferPointer<Frame>) {
    guard let out = block.baseAddress else { return }
    Voice.mix(voices, voiceCount, into: out, count: block.count)
  }
}
