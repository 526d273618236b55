import AudioBase
import Dubbing
import Glibc
import Percussion
import SystemBase
import TakeExchange

/// A part of the mix that is rendered as an export is. Any thread.
package struct SampleExport: Sendable {
  let take: Take
  let track: FilePath
  /// The parts in which the song is heard; nil: as its file.
  let parts: SongParts?
  let mix: MixPart
  let range: TakeExport.Range
  let levels: TakeExport.Levels
  let gain: ReplayGain?

  package init(
    take: Take, track: FilePath, parts: SongParts?, mix: MixPart, range: TakeExport.Range,
    levels: TakeExport.Levels, gain: ReplayGain?
  ) {
    (self.take, self.track, self.parts, self.mix) = (take, track, parts, mix)
    (self.range, self.levels, self.gain) = (range, levels, gain)
  }

  /// Renders the part, by a file that is removed afterwards.
  func render(_ tools: SamplingTools) throws(FileError) -> PCMBuffer {
    guard let exports = tools.exports, let encoding = AudioEncoding(.wav, samples: .float) else {
      throw FileError(.unsupported, SampleRequest.name(of: mix), detail: "only songs are sampled here")
    }
    if (range.end ?? .infinity) - range.start > SampleSound.longest {
      throw FileError(
        .unsupported, SampleRequest.name(of: mix),
        detail: "a sample of more than \(Int(SampleSound.longest)) seconds")
    }
    try FileBytes.makeFolder(tools.cache)
    let path = tools.cache.appending("sample.\(getpid()).wav")
    defer { FileBytes.remove(path) }
    var options = ExportOptions(path: path, format: .sound(encoding))
    (options.range, options.tail, options.replaces) = (range, 0, true)
    (options.mixer, options.track, options.part) = (.current, track, mix)
    options.parts = .given(parts)
    let job = try exports.job(take, options, levels: levels, gain: gain)
    do throws(ExportError) { _ = try job.run() } catch {
      switch error {
      case .cancelled: throw FileError(.writeFailed, path.shown, detail: "it was cancelled")
      case .failed(let error, _): throw error
      case .noDrumParts(_, let path): throw FileError(.unsupported, path.shown)
      }
    }
    return try tools.sampling.writer.read(of: TrackLocation(path: path))
  }
}
