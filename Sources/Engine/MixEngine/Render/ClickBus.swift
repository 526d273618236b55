import AudioBase
import Glibc

/// The voices of the metronome, which has a bus of its own. Audio thread.
struct ClickBus: ~Copyable {
  private static let voiceCount = 4

  private let voices: UnsafeMutablePointer<Voice>
  /// The frames of the part before each voice begins.
  private let delays: UnsafeMutablePointer<Int>
  private let table: PadTable
  private var next = 0

  /// Creates a bus that plays the metronome.
  ///
  /// - Parameter program: the beat as pad 1, the accent as pad 2; must outlive the bus.
  init(program: PadProgram) {
    table = program.table
    voices = .allocate(capacity: ClickBus.voiceCount)
    voices.initialize(repeating: Voice(), count: ClickBus.voiceCount)
    delays = .allocate(capacity: ClickBus.voiceCount)
    delays.initialize(repeating: 0, count: ClickBus.voiceCount)
  }

  deinit {
    voices.deallocate()
    delays.deallocate()
  }

  var isSilent: Bool {
    for index in 0..<ClickBus.voiceCount where !voices[index].isIdle { return false }
    return true
  }

  /// Starts a beat at an offset in the part.
  mutating func strike(isAccent: Bool, at offset: Int, gain: Float) {
    let pad = isAccent ? 1 : 0
    guard pad < table.count, let region = table.slots[pad].firstRegion else { return }
    voices[next].start(region, of: table.slots[pad], pad: pad, gain: gain, order: 0)
    delays[next] = offset
    next = (next + 1) % ClickBus.voiceCount
  }

  /// Adds the next frames of all voices to `out`.
  func mix(into out: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<ClickBus.voiceCount where !voices[index].isIdle {
      let delay = min(delays[index], count)
      voices[index].mix(into: out + delay, count: count - delay)
      delays[index] = 0
    }
  }
}

/// The two sounds of the metronome: short decaying sines, the higher one for the first beat of a bar.
package enum ClickSound {
  /// Seconds.
  private static let length = 0.03
  private static let level = 0.35

  static func program(at rate: SampleRate) -> PadProgram {
    PadProgram(
      pads: [beat(at: rate), sound(1_500, at: rate)].map { sound in
        PadProgram.Pad(layers: [PadProgram.Layer(samples: [sound])])
      })
  }

  /// Returns the sound of a beat that is not the first of its bar.
  package static func beat(at rate: SampleRate) -> PCMBuffer { sound(1_000, at: rate) }

  private static func sound(_ pitch: Double, at rate: SampleRate) -> PCMBuffer {
    let count = Int(length * Double(rate.hertz))
    let frames = (0..<count).map { index in
      let time = Double(index) / Double(rate.hertz)
      let value = level * sin(2 * .pi * pitch * time) * exp(-time * 160)
      return Frame(repeating: Float(value))
    }
    return PCMBuffer(frames: frames, sampleRate: rate)
  }
}
