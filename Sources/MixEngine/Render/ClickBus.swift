import AudioBase

/// The metronome's voices: in the mix, but beside the pads and their level. Audio thread.
struct ClickBus: ~Copyable {
  private static var voiceCount: Int {
    @_noLocks @_noAllocation get { 4 }
  }

  private let voices: UnsafeMutablePointer<Voice>
  /// Frames of the part before a voice begins.
  private let delays: UnsafeMutablePointer<Int>
  private let table: PadTable
  private var next = 0

  /// - Parameter program: pad 1 the beat, pad 2 the accent; lives as long as the engine.
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
    @_noLocks @_noAllocation get {
      for index in 0..<ClickBus.voiceCount where !voices[index].isIdle { return false }
      return true
    }
  }

  /// - Parameter offset: in the part.
  @_noLocks @_noAllocation
  mutating func strike(isAccent: Bool, at offset: Int, gain: Float) {
    let pad = isAccent ? 1 : 0
    guard pad < table.count, let regions = table.slots[pad].regions else { return }
    voices[next].start(regions[0], of: table.slots[pad], pad: pad, gain: gain, order: 0)
    delays[next] = offset
    next = (next + 1) % ClickBus.voiceCount
  }

  @_noLocks @_noAllocation
  func mix(into out: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<ClickBus.voiceCount where !voices[index].isIdle {
      let delay = min(delays[index], count)
      voices[index].mix(into: out + delay, count: count - delay)
      delays[index] = 0
    }
  }
}
