import AudioBase
import Effects
import MixEngine
import Synchronization
import SystemBase

/// A guitar of six strings: extended Karplus–Strong synthesis.
///
/// Sources: D. A. Jaffe, J. O. Smith, "Extensions of the Karplus-Strong Plucked-String Algorithm", Computer Music Journal 7
/// (1983); V. Välimäki, J. Huopaniemi, M. Karjalainen, Z. Jánosy, "Physical Modeling of Plucked String Instruments with
/// Application to Real-Time Sound Synthesis", J. Audio Eng. Soc. 44 (1996).
final class GuitarUnit: InstrumentUnit, SmoothedUnit, @unchecked Sendable {
  /// Only the audio thread uses it once the unit is in a plan, except the targets of the parameters, which are atomic.
  private let state: PinnedValue<GuitarState>
  private let notes = PinnedValue(NoteInbox())

  init(_ setup: UnitSetup) { state = PinnedValue(GuitarState(setup, inbox: notes.pointer)) }

  var inbox: UnsafeMutablePointer<NoteInbox> { notes.pointer }

  var parameters: [EffectParameter] { GuitarSettings.parameters }

  var unit: RenderUnit { RenderUnit(context: state.pointer, process: unitProcessGuitar) }

  func memory(of parameter: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    state.pointee.parameters.memory(of: parameter)
  }

  func bypass(_ isBypassed: Bool) { state.pointee.isBypassed.store(isBypassed, ordering: .relaxed) }
}

@_noLocks @_noAllocation
private func unitProcessGuitar(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: GuitarState.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count)
}

/// The values of the guitar's parameters. Audio thread.
struct GuitarSettings: BitwiseCopyable {
  static let parameters = [
    EffectParameter("pick position", .percent, 4...50, initial: 14),
    EffectParameter("decay", .seconds, 0.1...20, initial: 6, scale: .logarithmic),
    EffectParameter("brightness", .percent, 0...100, initial: 60),
    EffectParameter("release", .milliseconds, 20...2000, initial: 90, scale: .logarithmic),
    EffectParameter("body", .percent, 0...100, initial: 60),
    EffectParameter("width", .percent, 0...100, initial: 40),
  ]

  /// The place of the pick, from the bridge, as a fraction of the string.
  let pickPosition: Float
  /// Seconds in which A2 decays by 60 dB. Higher strings decay faster, with the square root of their frequency.
  let decay: Float
  /// Hertz; the frequency at which A2 loses 3 dB with each period. It grows with the square root of the string's
  /// frequency, so that partials of equal frequency decay alike on all strings.
  let corner: Float
  /// Seconds in which a released string decays by 60 dB.
  let release: Float
  /// The strength of the body's resonances, from 0 to 1.
  let body: Float
  /// The position of the outer strings, from 0 in the middle to 1 at the sides.
  let width: Float

  /// Creates the settings of parameter values.
  ///
  /// - Parameter values: in the order of the parameters.
  init(_ values: UnsafePointer<Float>) {
    pickPosition = values[0] / 100
    decay = values[1]
    // From 2 kHz to 25 kHz.
    corner = 2000 * RealtimeMath.exp2(values[2] / 100 * 3.643_856)
    release = values[3] / 1000
    body = values[4] / 100
    width = values[5] / 100
  }
}
