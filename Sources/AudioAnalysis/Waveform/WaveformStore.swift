import AudioBase
import Glibc
import Synchronization
import SystemBase

/// The waveforms of files, computed on a thread of its own that lets others go first, and kept in a folder.
package final class WaveformStore: Sendable {
  private struct State {
    var known: [FilePath: Waveform] = [:]
    var failed: Set<FilePath> = []
    var wanted: FilePath?
    var isWorking = false
    var isStopping = false
  }

  private static let mostKept = 16

  private let folder: FilePath
  private let decoders: any DecoderOpening
  private let key: @Sendable (FilePath) -> TrackKey?
  private let onChange: @Sendable () -> Void
  private let state = Mutex(State())
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameters:
  ///   - folder: where they are kept; made at need.
  ///   - key: names a file's recording, so that one that is moved or tagged anew is known; nil goes by the file.
  ///   - onChange: a waveform has come; called on the store's thread.
  package init(
    folder: FilePath, decoders: any DecoderOpening, key: @escaping @Sendable (FilePath) -> TrackKey?,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.folder = folder
    self.decoders = decoders
    self.key = key
    self.onChange = onChange
  }

  /// The waveform of a file; nil where it is not there yet, which is told, or cannot be had. What was asked for before
  /// and is not there yet is broken off.
  package func waveform(of path: FilePath) -> Waveform? {
    let (found, starts) = state.withLock { state -> (Waveform?, Bool) in
      if let known = state.known[path] { return (known, false) }
      if state.failed.contains(path) || state.isStopping { return (nil, false) }
      state.wanted = path
      defer { state.isWorking = true }
      return (nil, !state.isWorking)
    }
    if starts {
      let worker = WorkerThread(name: "waveform", isBackground: true) { [self] in work() }
      thread.withLock { $0 = worker }
    }
    return found
  }

  /// Breaks off what is being computed, and waits for that.
  package func stop() {
    state.withLock { $0.isStopping = true }
    thread.withLock { $0.take() }?.join()
  }

  private func work() {
    while let path = next() {
      let waveform = make(path)
      let isDone = state.withLock { state in
        guard waveform != nil || state.wanted == path else { return false }
        if state.known.count >= WaveformStore.mostKept { state.known = [:] }
        if let waveform { state.known[path] = waveform } else { state.failed.insert(path) }
        return true
      }
      if isDone { onChange() }
    }
  }

  private func next() -> FilePath? {
    state.withLock { state in
      if let wanted = state.wanted, state.known[wanted] != nil || state.failed.contains(wanted) {
        state.wanted = nil
      }
      if state.wanted == nil || state.isStopping { state.isWorking = false }
      return state.isStopping ? nil : state.wanted
    }
  }

  private func make(_ path: FilePath) -> Waveform? {
    guard let name = key(path).map({ "\($0)" }) ?? WaveformStore.name(path) else { return nil }
    let file = folder.appending(name)
    if let bytes = try? FileBytes.read(file, limit: 1 << 16), let kept = Waveform(bytes: bytes) {
      return kept
    }
    let made = try? Waveform.of(path, decoders: decoders) {
      state.withLock { $0.isStopping || $0.wanted != path }
    }
    guard let made else { return nil }
    // A folder that cannot be written to costs no more than the work done again.
    try? FileBytes.makeFolder(folder, permissions: 0o700)
    try? FileBytes.replace(file, with: made.bytes, permissions: 0o600)
    return made
  }

  /// By path, size and the time of the last change: a file that was written anew is another one.
  private static func name(_ path: FilePath) -> String? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    let stamp = "\n\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    return "\(ContentHash(path.bytes + Array(stamp.utf8)))"
  }
}
