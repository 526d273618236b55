import AudioBase
import SystemBase
import TrackFeed

/// The recorded sound of a layer: a file beside the take, in the frames of the track.
package struct AudioClip: Hashable, Sendable {
  /// The name of the file in the folder of the take.
  package var file: FilePath
  /// The frame of the track at which the file begins.
  package var start: Int
  /// The length that is known to be in the file.
  package var frames: Int
  /// The rate of the file, which is that of the track.
  package var sampleRate: SampleRate
  package var unknown = JSONObject()

  package init(file: FilePath, start: Int, frames: Int, sampleRate: SampleRate) {
    (self.file, self.start, self.frames, self.sampleRate) = (file, start, frames, sampleRate)
  }

  /// Returns whether a name is that of a file in the same folder.
  static func isValid(_ name: FilePath) -> Bool {
    !name.isEmpty && !name.bytes.contains(UInt8(ascii: "/")) && name.bytes.first != UInt8(ascii: ".")
  }
}

extension Take {
  package var hasAudio: Bool { layers.contains { $0.audio != nil } }

  /// The names of all files with recorded sound, of removed layers too.
  package var audioFiles: Set<FilePath> { Set(allLayers.compactMap(\.audio?.file)) }

  /// Returns the recorded sound of the layers that are heard. `folder` is that of the take.
  package func clips(in folder: FilePath, layers ids: some RangeExpression<Int> = 0...) -> [TrackClip] {
    layers.compactMap { layer in
      guard let audio = layer.audio, ids.contains(layer.id), sounds(layer) else { return nil }
      return TrackClip(
        path: folder.appending(audio.file), start: audio.start + layer.settings.offset, frames: audio.frames,
        sampleRate: audio.sampleRate, gain: layer.settings.gain.factor)
    }
  }
}
