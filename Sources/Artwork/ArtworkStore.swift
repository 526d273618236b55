import Synchronization
import SystemBase
import TerminalKit

/// The pictures of tracks as the terminal can show them, decoded on a thread of its own and kept by their size.
///
/// The libraries are loaded with the first picture that is asked for; without them there is none.
package final class ArtworkStore: Sendable {
  private struct Request: Hashable {
    let path: FilePath?
    let size: Size
    let terminal: PictureTerminal
  }

  private struct State {
    var terminal: PictureTerminal
    /// What the terminal was taken for before: better than nothing while the new pictures are made.
    var before: PictureTerminal?
    var pictures: [Request: Picture] = [:]
    /// Of the pictures that the terminal draws.
    var bytes = 0
    var failed: Set<Request> = []
    var waiting: [Request] = []
    var isWorking = false
    var isMissing = false
  }

  private static let mostKept = 100
  private static let mostBytes = 4 << 20

  private let load: @Sendable (FilePath) -> [UInt8]?
  private let standIn: @Sendable () -> [UInt8]?
  private let onChange: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - load: the coded picture of a track; asked on the store's thread.
  ///   - standIn: the picture for tracks without one.
  ///   - onChange: a picture has come, or none can be had; called on the store's thread.
  package init(
    terminal: PictureTerminal, load: @escaping @Sendable (FilePath) -> [UInt8]?,
    standIn: @escaping @Sendable () -> [UInt8]?, onChange: @escaping @Sendable () -> Void
  ) {
    state = Mutex(State(terminal: terminal))
    self.load = load
    self.standIn = standIn
    self.onChange = onChange
  }

  /// Whether pictures can be shown, as far as is known: not where the libraries are missing.
  package var isAvailable: Bool { state.withLock { !$0.isMissing } }

  /// From now on, pictures are made for this terminal.
  ///
  /// - Returns: whether it is another one.
  package func change(_ terminal: PictureTerminal) -> Bool {
    state.withLock { state in
      if state.terminal == terminal { return false }
      (state.before, state.terminal) = (state.terminal, terminal)
      return true
    }
  }

  /// The picture of a track in at most so many cells; nil where it is not there yet, which is told, or cannot be had.
  ///
  /// - Parameter path: nil for the stand-in.
  package func picture(of path: FilePath?, in size: Size) -> Picture? {
    let (picture, starts) = state.withLock { state -> (Picture?, Bool) in
      let request = Request(path: path, size: size, terminal: state.terminal)
      if let picture = state.pictures[request] { return (picture, false) }
      if state.isMissing || state.failed.contains(request) { return (nil, false) }
      // Only the latest matters.
      state.waiting = [request]
      defer { state.isWorking = true }
      let old = state.before.flatMap { state.pictures[Request(path: path, size: size, terminal: $0)] }
      return (old, !state.isWorking)
    }
    if starts { _ = WorkerThread(name: "artwork", isBackground: true) { [self] in work() } }
    return picture
  }

  private func work() {
    while let request = next() {
      let bytes = request.path.flatMap(load)
      var picture = bytes.flatMap { make($0, request) }
      if picture == nil { picture = standIn().flatMap { make($0, request) } }
      keep(picture, request)
      onChange()
    }
  }

  private func keep(_ picture: Picture?, _ request: Request) {
    state.withLock { state in
      if state.pictures.count >= ArtworkStore.mostKept || state.bytes > ArtworkStore.mostBytes {
        (state.pictures, state.bytes) = ([:], 0)
      }
      state.pictures[request] = picture
      if case .graphic(let graphic) = picture { state.bytes += graphic.drawing.count }
      if picture == nil { state.failed.insert(request) }
    }
  }

  private func next() -> Request? {
    state.withLock { state in
      let request = state.waiting.popLast()
      if request == nil { state.isWorking = false }
      return request
    }
  }

  private func make(_ bytes: [UInt8], _ request: Request) -> Picture? {
    do throws(FileError) {
      let pixels = try Pixels(bytes, subject: request.path?.shown ?? "")
      if let graphics = request.terminal.graphics, let made = pixels.graphic(in: request.size, graphics) {
        return .graphic(made)
      }
      return .cells(pixels.cells(in: request.size, request.terminal))
    } catch {
      if error.code == .unsupported { state.withLock { $0.isMissing = true } }
      return nil
    }
  }
}
