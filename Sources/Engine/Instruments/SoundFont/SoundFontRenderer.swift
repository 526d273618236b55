import AudioBase
import CFluidSynth
import Effects
import SystemBase

/// Renders single notes of a preset of a SoundFont as fast as possible. One thread.
package struct SoundFontRenderer: ~Copyable {
  private static let block = 4096

  private let synth: FluidSynth

  /// Loads the preset.
  ///
  /// - Throws: `unsupported` with the reason.
  package init(_ preset: SoundFontPreset, rate: SampleRate) throws(FileError) {
    do throws(UnitRefusal) { synth = try FluidSynth(preset, rate: rate) } catch {
      throw FileError(.unsupported, preset.file.shown, detail: error.reason)
    }
  }

  /// Returns the sound of a note, which is not released until it ends.
  ///
  /// - Parameters:
  ///   - longest: the frames after which it is cut off.
  ///   - gain: linear, up to 16.
  package func render(key: Int, velocity: Int, gain: Float, longest: Int) -> RenderedNote {
    send(DRUMDUB_FLUID_ON, key: key, value: Float(velocity), gain: gain)
    var sound: [Frame] = []
    while sound.count < longest, let part = renderBlock() { sound += part }
    send(DRUMDUB_FLUID_SILENCE, key: key, value: 0, gain: 1)
    while renderBlock() != nil {}
    return RenderedNote(Array(sound.prefix(longest)))
  }

  private func send(_ kind: drumdub_fluid_kind, key: Int, value: Float, gain: Float) {
    drumdub_fluid_events(synth.handle).initialize(
      to: drumdub_fluid_event(offset: 0, kind: kind, key: Int32(key), held: 0, value: value, gain: gain))
    drumdub_fluid_event_count(synth.handle).pointee = 1
  }

  /// Returns the next frames; nil if nothing sounds.
  private func renderBlock() -> [Frame]? {
    var isSilent = true
    let frames = [Frame](unsafeUninitializedCapacity: SoundFontRenderer.block) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      isSilent = drumdub_fluid_process(UnsafeMutableRawPointer(synth.handle), start, buffer.count, true)
      count = isSilent ? 0 : buffer.count
    }
    return isSilent ? nil : frames
  }
}
