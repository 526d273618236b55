import AudioFiles
import SystemBase
import TrackTags

/// This program as a reader of tags, in other processes.
enum TagWorkers {
  static let option = "--tag-worker"

  /// The program that runs now, even when another one has been installed over it.
  static let command = TagWorkerCommand(program: FilePath("/proc/self/exe"), arguments: [option])

  /// - Parameter workers: at most; nil for one a processor, up to four.
  static func pool(workers: Int? = nil) -> TagWorkerPool { TagWorkerPool(command, workers: workers) }

  /// The worker's side. - Returns: the exit code.
  static func run() -> Int32 {
    var worker = TagWorker { path throws(FileError) in try TagReader.read(path, foreign: foreignFile) }
    return worker.run()
  }

  /// Through FFmpeg, which is loaded with the first such file.
  private static func foreignFile(_ path: FilePath) throws(FileError) -> ForeignFile {
    guard let decoder = try DecoderRegistry().open(path) as? FFmpegDecoder else {
      throw FileError(.unsupported, path.shown)
    }
    let format = decoder.format
    let rate = format.sampleRate.hertz
    return ForeignFile(
      tags: decoder.tags.map { ForeignFile.Tag(name: $0.name, value: $0.value) }, codec: decoder.codec,
      duration: format.length.map { Double($0.value) / Double(rate) }, sampleRate: rate,
      channels: format.channels)
  }
}
