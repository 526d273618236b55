import AudioBase
import Synchronization
import SystemBase
import TestSupport

/// Keeps the sound of written files in memory, and opens it again; that of other files is the song.
final class MemoryFiles: AudioWriterMaking, DecoderOpening {
  private let song: [Frame]
  private let written = Mutex<(files: [FilePath: [Frame]], latest: FilePath)>(([:], FilePath("")))

  init(_ song: [Frame]) { self.song = song }

  /// The frames of the file that was written last.
  var latest: [Frame] { written.withLock { $0.files[$0.latest] ?? [] } }

  func set(_ frames: [Frame], at path: FilePath) { written.withLock { $0.files[path] = frames } }

  /// Opens a file by its name, or by that under which it was written.
  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    let frames = written.withLock { written in
      written.files.first { $0.key == path || $0.key.bytes.starts(with: path.bytes + [0x2E]) }?.value
    }
    return MemoryDecoder(frames: frames ?? song)
  }

  func makeWriter(
    _ path: FilePath, _ encoding: AudioEncoding, rate: SampleRate, length: FrameCount?, texts: FileTexts
  ) throws(FileError) -> any AudioFileWriter {
    try FileBytes.write([0], to: path)
    written.withLock {
      $0.files[path] = []
      $0.latest = path
    }
    return Writer(self, path)
  }

  private func append(_ frames: [Frame], to path: FilePath) {
    written.withLock { $0.files[path, default: []] += frames }
  }

  private final class Writer: AudioFileWriter {
    private let owner: MemoryFiles
    private let path: FilePath

    init(_ owner: MemoryFiles, _ path: FilePath) { (self.owner, self.path) = (owner, path) }

    func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
      owner.append(Array(frames), to: path)
    }

    func updateHeader() {}

    func close() throws(FileError) {}
  }
}
