import Synchronization
import SystemBase
import TerminalKit

/// Has the pictures of tracks made for the terminal, on its own thread, and caches them by size.
///
/// Without the libraries for pictures, none is shown.
package final class ArtworkStore: Sendable {
  private struct Request: Hashable {
    let path: FilePath?
    let size: Size
    let terminal: PictureTerminal
  }

  private struct State {
    var terminal: PictureTerminal
    /// The terminal before the last change; its pictures are shown until the new ones are ready.
    var before: PictureTerminal?
    var pictures: [Request: Picture] = [:]
    /// The size in bytes of the pictures that the terminal draws.
    var bytes = 0
    var failed: Set<Request> = []
    /// Whether tracks have pictures of their own.
    var covers: [FilePath: Bool] = [:]
    var isMissing = false

    mutating func note(_ hasCover: Bool, _ path: FilePath) {
      if covers.count >= ArtworkStore.mostCovers { covers = [:] }
      covers[path] = hasCover
    }
  }

  private static let mostKept = 100
  private static let mostBytes = 4 << 20
  private static let mostCovers = 1_000

  private let load: @Sendable (FilePath) -> [UInt8]?
  private let make: @Sendable (PictureJob) throws(FileError) -> Picture
  private let standIn: @Sendable () -> [UInt8]?
  private let onChange: @Sendable () -> Void
  private let state: Mutex<State>
  /// Only the latest request is served.
  private let job = LatestJob(name: "artwork", isBackground: true)

  /// Creates a store of pictures, which calls all functions on its thread. `load` returns the encoded picture of a track,
  /// `standIn` that for tracks without one. `onChange` is called when a picture is ready or not available.
  package init(
    terminal: PictureTerminal, load: @escaping @Sendable (FilePath) -> [UInt8]?,
    standIn: @escaping @Sendable () -> [UInt8]?,
    make: @escaping @Sendable (PictureJob) throws(FileError) -> Picture,
    onChange: @escaping @Sendable () -> Void
  ) {
    state = Mutex(State(terminal: terminal))
    (self.load, self.standIn, self.make, self.onChange) = (load, standIn, make, onChange)
  }

  /// Whether pictures can be shown: false after a library was found to be missing.
  package var isAvailable: Bool { state.withLock { !$0.isMissing } }

  /// Sets the terminal that pictures are made for. `isOther`: whether it is another terminal, which may not be able
  /// to show the pictures of the previous one. Returns whether it differs from the previous one.
  package func change(_ terminal: PictureTerminal, isOther: Bool = false) -> Bool {
    state.withLock { state in
      if isOther { state.before = nil }
      if state.terminal == terminal { return false }
      (state.before, state.terminal) = (isOther ? nil : state.terminal, terminal)
      return true
    }
  }

  /// Returns the picture of a track in at most this many cells; nil if it is missing or not ready yet. `onChange` is
  /// called when it is ready. `path`: nil for the stand-in.
  package func picture(of path: FilePath?, in size: Size) -> Picture? {
    let (picture, missing) = state.withLock { state -> (Picture?, Request?) in
      let request = Request(path: path, size: size, terminal: state.terminal)
      if let picture = state.pictures[request] { return (picture, nil) }
      if state.isMissing || state.failed.contains(request) { return (nil, nil) }
      let old = state.before.flatMap { state.pictures[Request(path: path, size: size, terminal: $0)] }
      return (old, request)
    }
    if let missing { job.run { [self] in make(missing) } }
    return picture
  }

  /// Returns whether a track has a picture of its own, not the stand-in; nil if that is not known yet. `onChange` is called
  /// when it is.
  package func hasCover(_ path: FilePath) -> Bool? {
    let known = state.withLock { $0.isMissing ? false : $0.covers[path] }
    if known == nil {
      job.run { [self] in
        let isThere = load(path) != nil
        state.withLock { $0.note(isThere, path) }
        onChange()
      }
    }
    return known
  }

  private func make(_ request: Request) {
    let bytes = request.path.flatMap(load)
    let own = bytes.flatMap { make($0, request) }
    let picture = own ?? standIn().flatMap { make($0, request) }
    state.withLock { state in
      if let path = request.path { state.note(own != nil, path) }
      if state.pictures.count >= ArtworkStore.mostKept || state.bytes > ArtworkStore.mostBytes {
        (state.pictures, state.bytes) = ([:], 0)
      }
      state.pictures[request] = picture
      if case .graphic(let graphic) = picture { state.bytes += graphic.drawing.count }
      if picture == nil { state.failed.insert(request) }
    }
    onChange()
  }

  private func make(_ bytes: [UInt8], _ request: Request) -> Picture? {
    do throws(FileError) {
      return try make(PictureJob(bytes: bytes, size: request.size, terminal: request.terminal))
    } catch {
      if error.code == .unsupported { state.withLock { $0.isMissing = true } }
      return nil
    }
  }
}
