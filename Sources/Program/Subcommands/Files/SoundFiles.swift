import Application
import AudioBase
import AudioFiles
import Configuration
import Glibc
import Synchronization
import SystemBase
import TerminalUI

/// Writes a sound file on its own thread, so that decoding does not wait for the disk.
///
/// Used by one thread at a time; each start is followed by one `close`.
final class BackgroundWriter: Sendable {
  private struct State {
    var blocks: [[Frame]] = []
    var isClosing = false
    var failure: FileError?
  }

  /// The limit of the blocks that wait.
  private static let most = 4

  private let state = Mutex(State())
  private let filled = WakeSignal()
  private let taken = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// Creates a writer and starts its thread. `open`: makes the writer, on the new thread.
  init(_ open: @escaping @Sendable () throws(FileError) -> any AudioFileWriter) {
    let worker = WorkerThread(name: "writer") { [self] in run(open) }
    thread.withLock { $0 = worker }
  }

  /// Adds frames to write; waits while too many blocks wait.
  ///
  /// - Throws: the error of earlier frames.
  func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
    while true {
      let (failure, hasRoom) = state.withLock { ($0.failure, $0.blocks.count < BackgroundWriter.most) }
      if let failure { throw failure }
      if hasRoom { break }
      taken.wait(milliseconds: nil)
    }
    state.withLock { $0.blocks.append(Array(frames)) }
    filled.wake()
  }

  /// Waits until everything is written and closes the file.
  func close() throws(FileError) {
    state.withLock { $0.isClosing = true }
    filled.wake()
    thread.withLock { $0.take() }?.join()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func run(_ open: () throws(FileError) -> any AudioFileWriter) {
    do throws(FileError) {
      let writer = try open()
      while let block = nextBlock() {
        try block.withUnsafeBufferPointer { (frames) throws(FileError) in try writer.write(frames) }
      }
      try writer.close()
    } catch {
      state.withLock { $0.failure = error }
      taken.wake()
    }
  }

  /// Waits for the next block; nil when all blocks were returned and the writer is closing.
  private func nextBlock() -> [Frame]? {
    while true {
      let (block, isClosing) = state.withLock { state in
        (state.blocks.isEmpty ? nil : state.blocks.removeFirst(), state.isClosing)
      }
      if let block {
        taken.wake()
        return block
      }
      if isClosing { return nil }
      filled.wait(milliseconds: nil)
    }
  }
}

/// The files of recordings of the output and of inputs.
package enum RecordingFiles {
  /// Returns the file of a recording that begins now: `DrumDub 2026-05-01 21.30.flac`, outside of the music folder,
  /// so that no scan adds it to the library.
  package static func next(_ settings: Settings) -> RecordingFile {
    let name = "DrumDub \(ShownText.date(Int64(time(nil))).replacing(":", with: "."))"
    return RecordingFile(folder: BaseFolders.recordings, name: name, format: settings.recordFormat)
  }

  /// Opens the created file of a recording. Any thread.
  package static func open(
    _ path: FilePath, _ format: RecordingFile.Format, _ rate: SampleRate
  ) throws(FileError) -> any AudioFileWriter {
    let encoding = AudioEncoding(format.type, samples: format == .wav ? .float : nil)
    guard let encoding else { throw FileError(.unsupported, path.shown) }
    return try open(path, encoding, rate)
  }

  /// Opens the created file of a recording. Any thread. `isMono`: whether the file has one channel, the mean of both
  /// sides of the frames.
  package static func open(
    _ path: FilePath, _ encoding: AudioEncoding, _ rate: SampleRate, isMono: Bool = false
  ) throws(FileError) -> any AudioFileWriter {
    if encoding.format == .ogg { return try VorbisWriter(path: path, sampleRate: rate, isMono: isMono) }
    // The length is not known: WAV may become longer than 4 GB.
    let writer = try SndfileWriter(
      path: path, sampleRate: rate, encoding: .export(encoding), length: FrameCount(.max), isMono: isMono,
      isLive: true)
    return isMono ? MonoWriter(writer) : writer
  }
}

extension RecordingFile.Format {
  var type: AudioFileFormat {
    switch self {
    case .flac: .flac
    case .wav: .wav
    case .ogg: .ogg
    }
  }
}

/// Writes stereo frames to a file of one channel.
private final class MonoWriter: AudioFileWriter {
  private let writer: SndfileWriter

  init(_ writer: SndfileWriter) { self.writer = writer }

  func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
    let samples = frames.map { ($0.x + $0.y) / 2 }
    try samples.withUnsafeBufferPointer { (samples) throws(FileError) in try writer.write(mono: samples) }
  }

  func updateHeader() { writer.updateHeader() }
  func close() throws(FileError) { try writer.close() }
}
