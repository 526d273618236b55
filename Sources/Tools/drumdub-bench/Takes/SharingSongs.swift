import AudioBase
import AudioFiles
import HostTools
import SystemBase
import TrackFeed

/// The songs of the part `sharing`: generated ones, or those of a folder.
struct SharingSongs {
  /// The length of a generated song in seconds.
  private static let generatedSeconds = 60.0
  /// The seconds that are read of a song of a folder.
  private static let longest = 180.0
  private static let generatedTakes = 3
  private static let generatedOthers = 50
  private static let takesOfFolder = 6

  /// Nil for generated songs.
  private let files: [FilePath]?

  /// Finds the songs of a folder; without a folder, songs are generated later.
  ///
  /// - Parameter folder: the path of a folder; nil for generated songs.
  init(folder: String?) throws(Failure) {
    guard let folder else {
      files = nil
      return
    }
    do throws(FileError) {
      let folder = FilePath(folder)
      files = try FolderReader(folder).names().map { folder.appending($0) }
        .sorted { $0.shown < $1.shown }
    } catch {
      throw Failure(error)
    }
  }

  /// What the songs are in the name of a figure.
  var kind: String { files == nil ? "generated songs" : "songs of the folder" }

  /// The indices of the songs that takes are of: as far apart as can be.
  var takes: [Int] {
    guard let files else { return Array(0..<SharingSongs.generatedTakes) }
    let count = min(files.count, SharingSongs.takesOfFolder)
    return (0..<count).map { $0 * files.count / count }
  }

  /// The indices of all songs that a take is compared with; its own one is left out.
  var others: Range<Int> {
    if let files { return 0..<files.count }
    let first = SharingSongs.generatedTakes
    return first..<first + SharingSongs.generatedOthers
  }

  /// Returns a song, mono at the rate of generated ones.
  func samples(_ index: Int) throws(Failure) -> [Float] {
    guard let files else {
      return SyntheticSong(seed: UInt64(index + 1), seconds: SharingSongs.generatedSeconds).samples
    }
    do throws(FileError) {
      let stream = try TrackStream(
        TrackLocation(path: files[index]), rate: SyntheticSong.rate, decoders: DecoderRegistry(),
        converters: SampleRateConverterMaker())
      let frames = try stream.readAll(
        limit: FrameCount(seconds: SharingSongs.longest, at: SyntheticSong.rate))
      return frames.map { ($0.x + $0.y) / 2 }
    } catch {
      throw Failure(error)
    }
  }
}
