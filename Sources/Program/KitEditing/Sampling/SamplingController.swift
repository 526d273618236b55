import AudioBase
import Dubbing
import Percussion
import SystemBase

/// Makes samples of songs and of the mix, one at a time, on another thread. Main thread.
@MainActor
package final class SamplingController {
  /// A change of pads that can be undone or redone.
  private struct Step: Sendable {
    /// The kit whose pads are replaced.
    let kit: Kit
    let pads: [Int: Pad?]
    /// The kit that is loaded afterwards.
    let loaded: FilePath
  }

  /// A change of a kit that was made, and its message.
  private typealias Done = (changed: KitSampling.Changed, notice: SamplingNotice)

  /// A move of the start or the end of a sample that waits for its sound.
  private typealias BoundMove = (SampleSound) -> Void

  private static let keptSteps = 50

  /// What writes samples; nil if the front end has none.
  package var tools: SamplingTools?
  package private(set) var isBusy = false
  /// The pad that was sampled last, and its kit.
  private var last: (pad: Int, kit: FilePath)?
  private var steps = UndoStack<Step>(limit: SamplingController.keptSteps)
  /// The pad whose bank is chosen as soon as the kit is loaded.
  private var awaitedPad: Int?
  /// The sample whose start and end are moved, once it was read, and the moves that wait for that.
  private var sound: (path: FilePath, frames: SampleSound?)?
  private var moves: [BoundMove] = []
  /// The pad whose start or end was moved, until it plays so.
  private var movedPad: Int?
  /// The hits by keys of late.
  package var hits = RecentHits()
  package var onNotice: (SamplingNotice) -> Void = { _ in }
  /// Called with a kit to load. `isOther`: it is not the one that was loaded.
  package var onKit: (_ kit: FilePath, _ isOther: Bool) -> Void = { _, _ in }
  /// Called with a kit that was copied, and its copy.
  var onCopy: (_ kit: Kit, _ copy: Kit) -> Void = { _, _ in }
  /// Called with a pad that is to be heard once.
  package var onHear: (Int) -> Void = { _ in }
  /// Called with a pad that is to be struck by the keys.
  package var onPad: (Int) -> Void = { _ in }

  package init() {}

  // MARK: Changes

  /// Returns the pad that was sampled or cut last, if it belongs to a kit.
  package func lastPad(of kit: Kit) -> Int? { last.flatMap { $0.kit == kit.path ? $0.pad : nil } }

  /// Adds a sound to a pad of the loaded kit, nil: the next free one.
  package func sample(_ request: SampleRequest, to pad: Int?, of kit: Kit, _ main: MainThread) {
    change(kit, main) { (tools, isCopy) throws(SamplingError) in
      let sound = try request.sound(tools)
      let changed = try tools.sampling.add(request.sample, sound, to: pad, of: kit)
      let (name, pad) = (request.sample.name, changed.value.lowerBound)
      return (changed, .sampled(name: name, pad: pad, kit: changed.kit.name, isCopy: isCopy))
    }
  }

  /// Cuts a pad of the loaded kit into pieces on other pads.
  package func chop(_ pad: Int, _ cut: SampleCut, into count: Int, of kit: Kit, _ main: MainThread) {
    change(kit, main) { (tools, isCopy) throws(SamplingError) in
      let changed = try tools.sampling.chop(pad, cut, into: count, of: kit)
      return (changed, .chopped(pad: pad, changed.value, kit: changed.kit.name, isCopy: isCopy))
    }
  }

  /// Stretches the sample of a pad of the loaded kit to a tempo in beats a minute.
  package func stretch(_ pad: Int, to bpm: Double, of kit: Kit, _ main: MainThread) {
    change(kit, main) { (tools, isCopy) throws(SamplingError) in
      let changed = try tools.sampling.stretch(pad, to: bpm, of: kit)
      return (changed, .stretched(pad: pad, bpm: bpm, kit: changed.kit.name, isCopy: isCopy))
    }
  }

  /// Changes the loaded kit, or a copy of it if it is not the user's own. Called while no other change is made.
  private func change(
    _ kit: Kit, _ main: MainThread,
    _ make: @escaping @Sendable (SamplingTools, _ isCopy: Bool) throws(SamplingError) -> Done
  ) {
    guard let tools else { return }
    isBusy = true
    let isCopy = !tools.sampling.kits.isOwn(kit)
    let work: @Sendable () -> Result<Done, SamplingError> = {
      Result { () throws(SamplingError) in try make(tools, isCopy) }
    }
    main.run("sample", work) { [weak self] in self?.receive($0, of: kit) }
  }

  private func receive(_ result: Result<Done, SamplingError>, of former: Kit) {
    isBusy = false
    switch result {
    case .failure(let error): onNotice(.failed(error))
    case .success(let done):
      let (kit, pads) = (done.changed.kit, done.changed.value)
      steps.record(Step(kit: kit, pads: done.changed.former, loaded: former.path))
      last = (pads.lowerBound, kit.path)
      awaitedPad = pads.lowerBound
      onCopy(former, kit)
      onKit(kit.path, kit.path != former.path)
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

  package func time(of direction: UndoDirection) -> ChangeTime? { steps.time(of: direction) }

  /// Undoes or redoes the last change of pads.
  package func turn(_ direction: UndoDirection, _ main: MainThread, loaded: FilePath?) {
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
