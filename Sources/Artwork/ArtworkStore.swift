import AudioBase
import Synchronization
import TerminalKit

/// The pictures of tracks as cells, decoded on a thread of its own and kept by their size.
///
/// The libraries are loaded with the first picture that is asked for; without them there is none.
package final class ArtworkStore: Sendable {
  private struct Request: Hashable {
    let path: FilePath?
    let size: Size
  }

  private struct State {
    var pictures: [Request: CellPicture] = [:]
    var failed: Set<Request> = []
    var waiting: [Request] = []
    var isWorking = false
    var isMissing = false
  }

  private static let mostKept = 100

  private let terminal: PictureTerminal
  private let load: @Sendable (FilePath) -> [UInt8]?
  private let standIn: @Sendable () -> [UInt8]?
  private let onChange: @Sendable () -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - load: the coded picture of a track; asked on the store's thread.
  ///   - standIn: the picture for tracks without one.
  ///   - onChange: a picture has come, or none can be had; called on the store's thread.
  package init(
    terminal: PictureTerminal, load: @escaping @Sendable (FilePath) -> [UInt8]?,
    standIn: @escaping @Sendable () -> [UInt8]?, onChange: @escaping @Sendable () -> Void
  ) {
    self.terminal = terminal
    self.load = load
    self.standIn = standIn
    self.onChange = onChange
  }

  /// Whether pictures can be shown, as far as is known: not where the libraries are missing.
  package var isAvailable: Bool { state.withLock { !$0.isMissing } }

  /// The picture of a track in at most so many cells; nil where it is not there yet, which is told, or cannot be had.
  ///
  /// - Parameter path: nil for the stand-in.
  package func picture(of path: FilePath?, in size: Size) -> CellPicture? {
    let request = Request(path: path, size: size)
    let (picture, starts) = state.withLock { state -> (CellPicture?, Bool) in
      if let picture = state.pictures[request] { return (picture, false) }
      if state.isMissing || state.failed.contains(request) { return (nil, false) }
      // Only the latest matters.
      state.waiting = [request]
      defer { state.isWorking = true }
      return (nil, !state.isWorking)
    }
    if starts { _ = WorkerThread(name: "artwork", isBackground: true) { [self] in work() } }
    return picture
  }

  private func work() {
    while let request = next() {
      let bytes = request.path.flatMap(load)
      var picture = bytes.flatMap { cells($0, request) }
      if picture == nil { picture = standIn().flatMap { cells($0, request) } }
      state.withLock { state in
        if state.pictures.count >= ArtworkStore.mostKept { state.pictures = [:] }
        state.pictures[request] = picture
        if picture == nil { state.failed.insert(request) }
      }
      onChange()
    }
  }

  private func next() -> Request? {
    state.withLock { state in
      let request = state.waiting.popLast()
      if request == nil { state.isWorking = false }
      return request
    }
  }

  private func cells(_ bytes: [UInt8], _ request: Request) -> CellPicture? {
    do throws(AudioError) {
      return try Pixels(bytes, subject: request.path?.shown ?? "").cells(in: request.size, terminal)
    } catch {
      if error.code == .unsupported { state.withLock { $0.isMissing = true } }
      return nil
    }
  }
}
