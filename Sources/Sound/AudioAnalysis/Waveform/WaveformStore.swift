import AudioBase
import Glibc
import Synchronization
import SystemBase

/// Computes the waveforms of files on a low-priority thread and caches them in a folder.
package final class WaveformStore: Sendable {
  private struct State {
    var known: [FilePath: Waveform] = [:]
    var pyramids: [FilePath: PeakPyramid] = [:]
    var failed: Set<FilePath> = []
    var wanted: FilePath?
    var isWorking = false
    var isStopping = false
  }

  private static let mostKept = 16
  private static let pyramidSuffix = ".peaks"

  private let folder: FilePath
  private let decoders: any DecoderOpening
  private let key: @Sendable (FilePath) -> TrackKey?
  private let onChange: @Sendable () -> Void
  /// The maximum number of bytes of the pyramids in the cache.
  private let limit: Int
  private let state = Mutex(State())
  private let thread = Mutex<WorkerThread?>(nil)

  /// Creates a store of waveforms.
  ///
  /// - Parameters:
  ///   - folder: the cache, created when it is needed.
  ///   - key: returns an ID of a file's audio data that survives moving and tagging; nil uses path, size and date.
  ///   - limit: the maximum number of bytes of the pyramids in the cache. The least recently used ones are removed.
  ///   - onChange: called on the store's thread when a waveform is available.
  package init(
    folder: FilePath, decoders: any DecoderOpening, limit: Int = 256 << 20,
    key: @escaping @Sendable (FilePath) -> TrackKey?,
    onChange: @escaping @Sendable () -> Void
  ) {
    (self.folder, self.decoders) = (folder, decoders)
    (self.key, self.limit) = (key, limit)
    self.onChange = onChange
  }

  /// Returns the waveform of a file, or nil if it is not available. If it can be computed, `onChange` follows. A previous
  /// request that is not finished is cancelled.
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

  /// Returns whether a file could not be decoded.
  package func hasFailed(_ path: FilePath) -> Bool { state.withLock { $0.failed.contains(path) } }

  /// Returns the pyramid of a file whose waveform is known; nil if it is not available.
  package func pyramid(of path: FilePath) -> PeakPyramid? { state.withLock { $0.pyramids[path] } }

  /// Cancels the computation and waits for its end.
  package func stop() {
    state.withLock { $0.isStopping = true }
    thread.withLock { $0.take() }?.join()
  }

  private func work() {
    while let path = next() {
      let waveform = make(path)
      let isDone = state.withLock { state in
        guard waveform != nil || state.wanted == path else { return false }
        if state.known.count >= WaveformStore.mostKept { (state.known, state.pyramids) = ([:], [:]) }
        if let waveform {
          state.known[path] = waveform.levels
          state.pyramids[path] = waveform.pyramid
        } else {
          state.failed.insert(path)
        }
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

  private func make(_ path: FilePath) -> (levels: Waveform, pyramid: PeakPyramid?)? {
    guard let name = key(path).map({ "\($0)" }) ?? WaveformStore.name(path) else { return nil }
    let file = folder.appending(name)
    let peaks = folder.appending(name + WaveformStore.pyramidSuffix)
    if let bytes = try? FileBytes.read(file, limit: 1 << 16), let kept = Waveform(bytes: bytes),
      let pyramid = PeakPyramid(peaks)
    {
      // The modification time says when it was used last.
      _ = peaks.withCString { utimensat(AT_FDCWD, $0, nil, 0) }
      return (kept, pyramid)
    }
    let made = try? Waveform.of(path, decoders: decoders) {
      state.withLock { $0.isStopping || $0.wanted != path }
    }
    guard let made else { return nil }
    // If the folder is not writable, the waveform is computed again next time.
    try? FileBytes.makeFolder(folder, permissions: 0o700)
    WaveformStore.store(made.waveform.bytes, in: file)
    if let pyramid = made.pyramid {
      removePyramids(beyond: limit - pyramid.count)
      WaveformStore.store(pyramid, in: peaks)
    }
    return (made.waveform, PeakPyramid(peaks))
  }

  /// Stores a file of the cache. It is not synced: a file that is incomplete after a power failure is computed again.
  private static func store(_ bytes: [UInt8], in path: FilePath) {
    try? AtomicFile(path, permissions: 0o600).write(bytes, sync: { _ in 0 })
  }

  /// Removes the least recently used pyramids until the files have at most this many bytes.
  private func removePyramids(beyond bytes: Int) {
    guard let names = try? FolderReader(folder).names() else { return }
    let files = names.filter { $0.shown.hasSuffix(WaveformStore.pyramidSuffix) }.compactMap { name in
      let path = folder.appending(name)
      return path.linkStatus.map { (path, $0.st_mtim, $0.st_size) }
    }
    var left = bytes
    for (path, _, size) in files.sorted(by: { ($0.1.tv_sec, $0.1.tv_nsec) > ($1.1.tv_sec, $1.1.tv_nsec) }) {
      left -= Int(size)
      if left < 0 { FileBytes.remove(path) }
    }
  }

  /// Returns an ID from path, size and modification time, so that a rewritten file is computed again.
  private static func name(_ path: FilePath) -> String? {
    guard let status = path.status else { return nil }
    let stamp = "\n\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    return "\(ContentHash(path.bytes + Array(stamp.utf8)))"
  }
}
