import AudioBase
import CFluidSynth
import Effects
import MixEngine
import Synchronization
import SystemBase

/// Plays a preset of a SoundFont by FluidSynth.
///
/// FluidSynth renders in buffers of 64 frames. A note that begins in silence, and all notes of a chord with it, begins on its
/// frame. While others sound, notes and messages come up to 63 frames late, 1.3 ms at 48 kHz.
///
/// FluidSynth's settings are those for one thread: its interface takes no lock then, and its voices, 128, are allocated
/// when it is made. Presets are not changed on the audio thread: each is a unit of its own. The tests count the
/// allocations of busy playing (`AllocationProbe`): there are none. The library is not annotated, so this is measured and
/// not proven.
final class SoundFontUnit: InstrumentUnit, SmoothedUnit, @unchecked Sendable {
  static let parameters = [
    EffectParameter("level", .decibels, -40...12, initial: 0),
    // The frequency of A4, key 69.
    EffectParameter("tune", .hertz, 416...466, initial: 440),
  ]

  /// Only the audio thread uses it once the unit is in a plan, except the targets of the parameters, which are atomic.
  private let state: PinnedValue<SoundFontState>
  private let notes = PinnedValue(NoteInbox())
  private let synth: FluidSynth
  private let spare: SpareSynth

  /// Creates a unit that plays a preset. `spare` gives the synthesizer if it has one, and receives it when the unit is
  /// freed.
  init(_ preset: SoundFontPreset, _ setup: UnitSetup, _ spare: SpareSynth) throws(UnitRefusal) {
    self.spare = spare
    synth =
      if let kept = spare.remove(rate: setup.rate) { kept } else { try FluidSynth(preset, rate: setup.rate) }
    state = PinnedValue(SoundFontState(synth.handle, setup, inbox: notes.pointer))
  }

  deinit {
    state.pointee.reset()
    spare.keep(synth)
  }

  var inbox: UnsafeMutablePointer<NoteInbox> { notes.pointer }

  var parameters: [EffectParameter] { SoundFontUnit.parameters }

  var unit: RenderUnit { RenderUnit(context: state.pointer, process: unitProcessSoundFont) }

  func memory(of parameter: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    state.pointee.parameters.memory(of: parameter)
  }

  func bypass(_ isBypassed: Bool) { state.pointee.isBypassed.store(isBypassed, ordering: .relaxed) }
}

@_noLocks @_noAllocation
private func unitProcessSoundFont(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: SoundFontState.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count)
}
