import AudioBase
import AudioFiles
import Configuration
import MusicLibrary
import SystemBase
import TerminalUI
import TrackTags

/// The index, for subcommands that read or change files which may be in it. Without an index, or with one that cannot be
/// opened, files count as not in it.
struct IndexedFiles {
  private let store: LibraryStore?

  init() {
    let path = LibraryChoice.path(nil)
    store = path.exists ? try? LibraryStore(path) : nil
  }

  /// Replaces the rating of a file by that of the track.
  func applyRating(to track: inout TrackInfo) {
    let entry = try? store?.track(at: TrackLocation(path: BaseFolders.current.appending(track.path)))
    if let entry { track.rating = entry.rating(ifFileStates: track.rating) }
  }

  /// Stores the edited tags of a file; prints a message if that fails. `rating`: the rating that the user has set;
  /// `.ofFile` if none.
  func store(_ track: TrackInfo, rating: LibraryStore.EditedRating) {
    guard let store else { return }
    var track = track
    track.path = BaseFolders.current.appending(track.path)
    do throws(LibraryError) {
      try store.storeEdited(track, damage: track.damage.map(ErrorText.reason), rating: rating)
    } catch {
      Messages.print(ErrorText.sentence(error))
    }
  }
}

/// This program as a reader of tags, in other processes.
package enum TagWorkers {
  package static let option = "--tag-worker"

  /// The program that runs now, even when another one has been installed over it.
  static let command = WorkerCommand(program: FilePath("/proc/self/exe"), arguments: [option])

  /// Returns a pool of processes that read tags. `workers`: at most; nil for one a processor, up to four.
  package static func pool(workers: Int? = nil) -> TagWorkerPool { TagWorkerPool(command, workers: workers) }

  /// Answers requests in the worker process, and returns the exit code.
  package static func run() -> Int32 {
    var worker = TagWorker { path throws(FileError) in try TagReader.read(path, foreign: decoderInfo) }
    return worker.run()
  }

  /// Returns what the decoder of a file states. FFmpeg is loaded with the first file that needs it.
  private static func decoderInfo(_ path: FilePath) throws(FileError) -> DecoderFileInfo {
    let decoder = try DecoderRegistry().open(path)
    let foreign = decoder as? FFmpegDecoder
    let format = decoder.format
    let rate = format.sampleRate.hertz
    return DecoderFileInfo(
      tags: foreign?.tags.map { DecoderFileInfo.Tag(name: $0.name, value: $0.value) } ?? [],
      codec: foreign?.codec ?? "",
      duration: (foreign?.measuredLength()?.value ?? frameCount(decoder)).map { Double($0) / Double(rate) },
      sampleRate: rate, channels: format.channels)
  }

  /// The seconds that counting the frames of a file may take.
  private static let countingTime = 3.0

  /// Returns the number of frames; counts them where the file does not tell it. nil where that takes too long.
  private static func frameCount(_ decoder: any AudioDecoder) -> Int? {
    if let length = decoder.format.length { return length.value }
    let start = HostTime.now
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8_192 * decoder.format.channels)
    defer { buffer.deallocate() }
    var count = 0
    while HostTime.now.seconds(since: start) < countingTime {
      guard let got = try? decoder.read(into: buffer) else { return nil }
      if got == 0 { return count }
      count += got
    }
    return nil
  }
}
