import AudioBase
import SystemBase

/// Music with drums whose hits are known, and music without drums.
package struct SongMaterial {
  /// The levels of drums beside the music, which mixtures have in turn.
  static let levels = [-3.0, 0, 3].map { Decibels($0) }

  package let mixtures: [SongMixture]
  package let music: [[Float]]

  init(_ mixtures: [SongMixture], _ music: [[Float]]) { (self.mixtures, self.music) = (mixtures, music) }

  /// Mixes a piece of music without drums with drums that are played by kits.
  package init(_ file: FilePath, kits: [FilePath]) throws(FileError) {
    let music = try SongMixture.music(file)
    var mixtures: [SongMixture] = []
    for folder in kits {
      guard let kit = try MixtureKit(folder) else { continue }
      for (index, groove) in SongGroove.allCases.enumerated() {
        let strokes = groove.strokes(bpm: 104, frames: music.count, seed: UInt64(index + 1))
        let level = SongMaterial.levels[index % SongMaterial.levels.count]
        mixtures.append(SongMixture(music, strokes, kit, level: level))
      }
    }
    self.init(mixtures, [music])
  }
}
