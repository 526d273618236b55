import AudioBase
import SystemBase

/// Music with drums whose hits are known. Mono.
package struct SongMixture {
  package struct Hit {
    package var frame: Int
    package var velocity: Int
    package var drum: SongDrum
    /// The pad of the kit that plays it.
    var pad: Int
  }

  package static let rate = SampleRate(44_100)
  /// The seconds of a mixture at most.
  private static let longest = 30.0

  package let samples: [Float]
  /// In the order of their frames.
  package let hits: [Hit]

  /// Mixes music with what a kit plays.
  ///
  /// - Parameter level: that of the drums beside the music, both as the root of the mean square.
  init(_ music: [Float], _ strokes: [Stroke], _ kit: MixtureKit, level: Decibels) {
    hits = kit.hits(strokes)
    let drums = kit.sound(of: hits, frames: music.count)
    let (own, other) = (SongMixture.level(of: drums), SongMixture.level(of: music))
    let gain = own > 0 && other > 0 ? other / own * level.factor : 1
    samples = zip(music, drums).map { $0 + gain * $1 }
  }

  private static func level(of samples: [Float]) -> Float {
    let power = samples.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(samples.count, 1))
    return Float(power.squareRoot())
  }

  /// Decodes the beginning of a file in mono.
  static func music(_ path: FilePath) throws(FileError) -> [Float] {
    try DecodedSound.frames(of: path, seconds: longest, at: rate).map { ($0.x + $0.y) / 2 }
  }
}
