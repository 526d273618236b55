import AudioBase
import Glibc
import Studio
import SystemBase

/// What the complete files of an export lack of what was asked for, and why.
package enum ExportShortfall: Hashable, Sendable {
  /// The mix has another loudness than the wanted one.
  ///
  /// - Parameter reached: in LUFS; nil if it has none.
  case loudness(Double, reached: Double?, LoudnessLimit)
  /// The sum of the stems differs from the mix.
  ///
  /// - Parameters:
  ///   - by: the level of the difference, where it is largest.
  ///   - units: the effects that treat a stem otherwise than the mix.
  ///   - limiter: how much the limiter lowered the mix at most.
  case stems(by: Decibels, units: [NonlinearUnit], limiter: Decibels)
  /// Levels of parts of the song are not applied, since the parts of these names are missing.
  case parts([String], MissingParts)

  package enum LoudnessLimit: Hashable, Sendable {
    /// The mix is silent, or shorter than 0.4 s, so that it has no loudness.
    case silence
    /// The limiter takes more gain away again.
    case peaks
    /// The gain is the largest one.
    case gain
    /// The mix does not sound the same each time.
    case unsteady
  }

  package enum MissingParts: Error, Hashable, Sendable {
    /// The song has other parts.
    case unknown(known: [String])
    /// Its stems were not found.
    case stems(StemSearchResult)
    /// Its drums cannot be separated.
    case refused(DrumPartsResult.Refusal)
    /// A file cannot be read or written.
    case failed(FileError)
  }
}

/// Tells whether stems add up to the mix, without their sound: by projections of both.
struct StemCheck {
  /// The level of a difference that is more than rounding.
  private static let leastDifference = -110.0

  private let export: TakeExport
  private var mix: [Double] = []
  /// The sums of the stems of the music and the layers, and of the music, the recorded sounds, the pads and the instrument.
  private var layers: [Double] = []
  private var pads: [Double] = []

  init(_ export: TakeExport) { self.export = export }

  mutating func add(_ projection: SignProjection?, of part: MixPart) {
    guard let sums = projection?.finished else { return }
    switch part {
    case .mix: mix = sums
    case .music:
      StemCheck.add(sums, to: &layers)
      StemCheck.add(sums, to: &pads)
    case .layer:
      StemCheck.add(sums, to: &layers)
      if part.isAudioLayer(of: export.take) { StemCheck.add(sums, to: &pads) }
    case .pad, .instrument, .pads: StemCheck.add(sums, to: &pads)
    }
  }

  private static func add(_ sums: [Double], to total: inout [Double]) {
    if total.count < sums.count { total += [Double](repeating: 0, count: sums.count - total.count) }
    for index in sums.indices { total[index] += sums[index] }
  }

  /// Returns why the stems do not add up to the mix; nil if they do.
  ///
  /// - Parameter limiter: the largest reduction of the limiter in the mix, in dB.
  func shortfall(limiter: Double) -> ExportShortfall? {
    let difference = max(
      SignProjection.difference(layers, mix), SignProjection.difference(pads, mix))
    if difference.value < StemCheck.leastDifference { return nil }
    return .stems(by: difference, units: export.levels.mixer.nonlinearUnits, limiter: Decibels(limiter))
  }
}

/// The sums of blocks of frames with random signs, which are the same for each projection.
///
/// The projection of a sum is the sum of the projections. The mean square of a projected difference is its energy
/// (Johnson and Lindenstrauss), so that two signals are compared without their frames.
final class SignProjection {
  private static let blockLength = 16_384

  private var sums: [Double] = []
  private var sum = 0.0
  private var position = 0
  private var signs: UInt64 = 0

  /// The sums of all blocks, with that of the last frames.
  var finished: [Double] { position % SignProjection.blockLength == 0 ? sums : sums + [sum] }

  func add(_ frames: UnsafeBufferPointer<Frame>) {
    for frame in frames {
      if position % 32 == 0 { signs = SignProjection.randomBits(UInt64(position / 32)) }
      sum += Double(signs & 1 == 0 ? frame.x : -frame.x) + Double(signs & 2 == 0 ? frame.y : -frame.y)
      signs >>= 2
      position += 1
      if position % SignProjection.blockLength == 0 {
        sums.append(sum)
        sum = 0
      }
    }
  }

  /// Returns the level of the difference of two signals in the block in which it is largest; silence if there is none.
  static func difference(_ one: [Double], _ other: [Double]) -> Decibels {
    var largest = 0.0
    for index in 0..<max(one.count, other.count) {
      let (a, b) = (index < one.count ? one[index] : 0, index < other.count ? other[index] : 0)
      largest = max(largest, abs(a - b))
    }
    return Decibels(20 * log10(largest / (2 * Double(blockLength)).squareRoot()))
  }

  /// Returns 64 random bits of a number (SplitMix64).
  private static func randomBits(_ number: UInt64) -> UInt64 {
    var bits = (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
