import AudioBase
import Dubbing
import Percussion
import SystemBase
import TakeExchange

/// Makes samples of songs and of the mix, one at a time, on another thread. Main thread.
@MainActor
package final class SamplingController {
  /// A change of pads that can be undone or redone.
  struct Step: Sendable {
    /// The kit whose pads are replaced.
    let kit: Kit
    let pads: [Int: Pad?]
    /// The kit that is loaded afterwards.
    let loaded: FilePath
  }

  /// A change of a kit that was made.
  struct Done: Sendable {
    let changed: KitSampling.Changed
    /// The kit that was loaded before.
    let former: Kit
    let notice: SamplingNotice
  }

  /// A move of the start or the end of a sample that waits for its sound.
  private typealias BoundMove = (SampleSound) -> Void

  private static let keptSteps = 50

  /// What writes samples; nil if the front end has none.
  package var tools: SamplingTools?
  private(set) var isBusy = false
  /// The pad that was sampled last, and its kit.
  private(set) var last: (pad: Int, kit: FilePath)?
  private var steps = UndoStack<Step>(limit: SamplingController.keptSteps)
  /// The pad whose bank is chosen as soon as the kit is loaded.
  private var awaitedPad: Int?
  /// The sample whose start and end are moved, once it was read, and the moves that wait for that.
  private var sound: (path: FilePath, frames: SampleSound?)?
  private var moves: [BoundMove] = []
  /// The pad whose start or end was moved, until it plays so.
  private var movedPad: Int?
  /// The hits by keys of late.
  var hits = RecentHits()
  var onNotice: (SamplingNotice) -> Void = { _ in }
  /// Called with a kit to load. `isOther`: it is not the one that was loaded.
  var onKit: (_ kit: FilePath, _ isOther: Bool) -> Void = { _, _ in }
  /// Called with a kit that was copied, and its copy.
  var onCopy: (_ kit: Kit, _ copy: Kit) -> Void = { _, _ in }
  /// Called with a pad that is to be heard once.
  var onHear: (Int) -> Void = { _ in }
  /// Called with a pad that is to be struck by the keys.
  var onPad: (Int) -> Void = { _ in }

  package init() {}

  /// Does a job, unless another one is being done.
  func run(
    _ main: MainThread, _ job: @escaping @Sendable () throws(SamplingError) -> Done
  ) {
    isBusy = true
    let work: @Sendable () -> Result<Done, SamplingError> = {
      Result { () throws(SamplingError) in try job() }
    }
    main.run("sample", work) { [weak self] in self?.receive($0) }
  }

  private func receive(_ result: Result<Done, SamplingError>) {
    isBusy = false
    switch result {
    case .failure(let error): onNotice(.failed(error))
    case .success(let done):
      let (kit, pads) = (done.changed.kit, done.changed.value)
      steps.record(Step(kit: kit, pads: done.changed.former, loaded: done.former.path))
      last = (pads.lowerBound, kit.path)
      awaitedPad = pads.lowerBound
      onCopy(done.former, kit)
      onKit(kit.path, kit.path != done.former.path)
      onNotice(done.notice)
    }
  }

  func kitIsLoaded() {
    if let awaitedPad { onPad(awaitedPad) }
    awaitedPad = nil
  }

  // MARK: Start and end

  /// Calls a function with the sound of a sample, at once or as soon as it was read. Calls stay in their order.
  func withSound(of path: FilePath, _ main: MainThread, _ move: @escaping (SampleSound) -> Void) {
    if let sound, sound.path == path {
      if let frames = sound.frames { move(frames) } else { moves.append(move) }
      return
    }
    guard let writer = tools?.sampling.writer else { return }
    sound = (path, nil)
    moves = [move]
    let read: @Sendable () -> Result<SampleSound, FileError> = {
      Result { () throws(FileError) in SampleSound(try writer.read(of: TrackLocation(path: path))) }
    }
    main.run("sample", read) { [weak self] result in
      guard let self, sound?.path == path else { return }
      switch result {
      case .success(let frames):
        sound?.frames = frames
        let waiting = moves
        moves = []
        for move in waiting { move(frames) }
      case .failure(let error):
        forgetSound()
        onNotice(.failed(.file(error)))
      }
    }
  }

  /// Notes that the start or the end of a pad was moved, which is heard as soon as the pads play so.
  func boundWasMoved(of pad: Int) { movedPad = pad }

  func editsAreApplied(isRefused: Bool) {
    if let movedPad, !isRefused { onHear(movedPad) }
    movedPad = nil
  }

  package func forgetSound() {
    sound = nil
    moves = []
  }

  // MARK: Undo

  func time(of direction: UndoDirection) -> ChangeTime? { steps.time(of: direction) }

  /// Undoes or redoes the last change of pads.
  func turn(_ direction: UndoDirection, _ main: MainThread, loaded: FilePath?) {
    guard let step = steps.next(direction), let kits = tools?.sampling.kits else { return }
    if isBusy { return onNotice(.isBusy) }
    isBusy = true
    let replace: @Sendable () -> Result<OwnKits.Changed<Void>, SamplingError> = {
      Result { () throws(SamplingError) in try kits.replace(step.pads, of: step.kit) }
    }
    main.run("sample", replace) { [weak self] result in
      guard let self else { return }
      isBusy = false
      switch result {
      case .failure(let error): onNotice(.failed(error))
      case .success(let changed):
        steps.turn(
          direction,
          into: Step(kit: changed.kit, pads: changed.former, loaded: loaded ?? changed.kit.path))
        onKit(step.loaded, step.loaded != loaded)
        onNotice(.turned(direction, pads: step.pads.keys.sorted(), kit: changed.kit.name))
      }
    }
  }
}

/// What writes samples. Any thread.
package struct SamplingTools: Sendable {
  package let sampling: KitSampling
  /// Renders parts of the mix; nil: only songs are sampled.
  let exports: ExportService?
  /// The folder for what is rendered, until it is a sample.
  let cache: FilePath

  package init(_ sampling: KitSampling, exports: ExportService?, cache: FilePath) {
    (self.sampling, self.exports, self.cache) = (sampling, exports, cache)
  }
}
