import AudioBase
import Dubbing
import Percussion
import SystemBase

/// What is sampled, for the thread that does it.
package struct SampleRequest: Sendable {
  package static let longestTitle = 40

  let sample: KitSampling.Sample
  /// Frames of the track.
  let range: Range<Int>
  let track: TrackLocation
  /// The parts of the song that are heard; nil: its file.
  let parts: SongParts?
  /// The part of the mix that is rendered; nil for the file of the track.
  let export: SampleExport?

  package init(
    sample: KitSampling.Sample, range: Range<Int>, track: TrackLocation, parts: SongParts?,
    export: SampleExport?
  ) {
    (self.sample, self.range, self.track) = (sample, range, track)
    (self.parts, self.export) = (parts, export)
  }

  package static func name(of mix: MixPart) -> String {
    switch mix {
    case .mix: "mix"
    case .music: "music"
    case .pads: "pads"
    case .pad(let number): "pad \(number)"
    case .layer(let id): "layer \(id)"
    case .instrument: "instrument"
    }
  }

  /// Returns a time as `1:02.345`.
  package static func clock(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1_000).rounded())
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
    let seconds = "\(padded(milliseconds / 1_000 % 60, 2)).\(padded(milliseconds % 1_000, 3))"
    return "\(milliseconds / 60_000):\(seconds)"
  }

  /// Reads or renders the sound.
  func sound(_ tools: SamplingTools) throws(SamplingError) -> PCMBuffer {
    do throws(FileError) {
      if let export { return try export.render(tools) }
      return try tools.sampling.writer.read(range, of: track, in: parts)
    } catch {
      throw .file(error)
    }
  }
}
