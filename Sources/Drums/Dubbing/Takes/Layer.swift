import AudioBase
import SystemBase

/// The hits or the recorded sound of one pass, and their mix settings.
package struct Layer: Hashable, Sendable, Identifiable {
  /// The settings of a layer, which the user can change.
  package struct Settings: Hashable, Sendable {
    package var name: String
    package var gain = Decibels.unity
    package var isMuted = false
    /// Whether the layer is solo: then only such layers sound.
    package var isSolo = false
    /// Frames of the track by which recorded sound is moved; positive values move it later.
    package var offset = 0
    /// The patterns in ascending order. They do not overlap.
    package var patterns: [HitPattern] = []
  }

  /// A number that no other layer of the take has had.
  package let id: Int
  package var settings: Settings
  package var hits: HitColumns
  /// The sound of an input; nil for a layer of hits.
  package var audio: AudioClip?
  /// Members of the file that this version does not know.
  package var unknown = JSONObject()

  package init(id: Int, settings: Settings, hits: HitColumns = HitColumns(), audio: AudioClip? = nil) {
    (self.id, self.audio, self.settings, self.hits) = (id, audio, settings, hits)
  }
}

extension Layer {
  static let ids = 1...Int(Int32.max)
  package static let gains = -60.0...12.0
  /// The range of offsets in seconds.
  package static let offsets = -10.0...10.0
  /// The range of offsets in frames of the file, for the highest rate.
  static let offsetFrames = -(1 << 24)...(1 << 24)
}
