import AudioBase
import Dubbing
import MixEngine
import Percussion
import Synchronization
import SystemBase

/// Reads the kit that the user chose, or the program's own if that cannot be read, and decodes its samples. Threads of the
/// service do both, so that no caller waits for a disk.
package final class KitService: Sendable {
  /// Milliseconds that loading waits for the first drawing, which would otherwise wait for a processor.
  private static let longestDrawing: Int32 = 100
  /// Milliseconds after which hits are accepted although the kit is still being loaded, for example from a slow disk.
  private static let timeout: Int32 = 3_000
  /// Seconds before the first report of progress, and between two.
  private static let (progressDelay, progressStep) = (0.2, 0.1)

  private struct FirstKit: Sendable {
    /// The content; nil if no kit can be read.
    var content: KitFileContent?
    /// The reason why the chosen kit is not used.
    var failure: FileError?
  }

  /// The pads whose samples are loaded whole at the start: the first bank. Of the others the beginnings are loaded until
  /// they are used.
  static let firstPads = PadSet(Array(1...PadBank.size))

  /// The kit of the start; nil until it was read.
  private let first = Mutex<FirstKit?>(nil)
  private let reading = Mutex<WorkerThread?>(nil)
  /// The kits that are found by name.
  package let catalog: KitCatalog
  /// The kit of the program, which replaces pads and kits that cannot be read.
  private let own: FilePath?
  let user: FilePath
  /// The folder that relative paths start from.
  let folder: FilePath
  let loader: KitLoader
  /// Called on other threads.
  let report: @Sendable (KitEvent) -> Void
  private let connected = Mutex<EngineControl?>(nil)
  private let hasDrawn = WakeSignal()
  /// Wakes when a kit was loaded, or when there is none.
  private let isLoaded = WakeSignal()
  let changes = LatestJob(name: "kit")
  private let completions = LatestJob(name: "kit bank")
  private let used = Mutex(KitService.firstPads)
  /// The kit that the engine plays; nil until it was loaded.
  let applied = Mutex<LoadedKit?>(nil)
  /// The levels of rooms that the user has set, by the paths of the kits.
  let rooms = Mutex<[FilePath: Decibels]>([:])
  /// The kit that was loaded last, if samples of pads that were not used yet are still in their files.
  private let unread = Mutex<(content: KitFileContent, loaded: LoadedKit)?>(nil)
  /// The kit as it was read or saved last, without later edits.
  let stored = Mutex<Kit?>(nil)

  /// Begins to read a kit, by its path or its name in the catalog.
  package init(
    _ name: FilePath, in catalog: KitCatalog, own: FilePath?, user: FilePath, folder: FilePath,
    loader: KitLoader, report: @escaping @Sendable (KitEvent) -> Void
  ) {
    (self.catalog, self.own, self.user, self.folder) = (catalog, own, user, folder)
    (self.loader, self.report) = (loader, report)
    reading.withLock { $0 = WorkerThread(name: "kit file") { [self] in readFirst(name) } }
  }

  /// Gives the service the engine that plays its kits. Called once, before a kit is loaded.
  package func connect(_ engine: AudioEngine) { connected.withLock { $0 = engine.control } }

  var engine: EngineControl {
    guard let engine = connected.withLock({ $0 }) else { preconditionFailure("connected before it is used") }
    return engine
  }

  private func readFirst(_ name: FilePath) {
    var kit = FirstKit()
    do throws(FileError) { kit.content = try catalog.read(name) } catch {
      kit.content = own.flatMap { try? KitReader.read($0) }
      kit.failure = error
    }
    first.withLock { $0 = kit }
  }

  /// Waits until the kit of the start was read. Called before it is loaded. Returns the kit as its file describes it;
  /// nil if none can be read in this time.
  package func firstKit(withinSeconds seconds: Double) -> Kit? {
    _ = reading.withLock { $0 }?.join(until: .now.advanced(bySeconds: seconds))
    return first.withLock { $0?.content?.kit }
  }

  /// Returns the reference to a kit that takes store.
  package func reference(_ kit: Kit) -> KitReference {
    KitReference(name: kit.name, path: folder.appending(kit.path), notes: PadNotes(kit).notes)
  }

  // MARK: Loading

  /// Loads the kit of the start on a thread, which does not depend on the main thread and its terminal. Called once,
  /// before the first drawing. A kit that is chosen meanwhile replaces it.
  ///
  /// - Parameters:
  ///   - readKeys: called on another thread after the first drawing, before the kit is loaded.
  ///   - then: called on another thread when the kit is loaded, or after 3 s.
  package func start(
    readKeys: @escaping @Sendable () -> Void = {}, then: @escaping @Sendable () -> Void
  ) {
    _ = WorkerThread(name: "keys") { [self] in
      hasDrawn.wait(milliseconds: KitService.longestDrawing)
      readKeys()
      _ = WorkerThread(name: "kit start") { [self] in
        reading.withLock { $0.take() }?.join()
        changes.run(isMinor: true) { [self] in loadFirst() }
      }
      isLoaded.wait(milliseconds: KitService.timeout)
      then()
    }
  }

  /// Loads the kit of the start once it was read, unless another one is loaded.
  private func loadFirst() {
    guard let kit = first.withLock({ $0 }), applied.withLock({ $0 == nil }), !changes.isSuperseded else {
      return
    }
    let failed = kit.failure.map { KitNotice.replaced($0, by: kit.content?.kit.name) }
    guard let content = kit.content else {
      report(.loaded(KitReport(notices: failed.map { [$0] } ?? [])))
      return isLoaded.wake()
    }
    if load(content, failed: failed) { readOtherPads() }
  }

  /// Reads another kit on a thread and gives it to the engine. If it cannot be read, the engine keeps its kit. A newer
  /// choice replaces one that is still being loaded.
  ///
  /// - Parameters:
  ///   - name: the path of a kit, or its name in the catalog.
  ///   - isSetting: whether the change of the setting `kit` is reported.
  package func change(to name: FilePath, isSetting: Bool = true) {
    changes.run { [self] in
      do throws(FileError) {
        let content = try catalog.read(name)
        guard load(content, failed: nil) else { return }
        if isSetting { report(.chosen(name: content.kit.name)) }
      } catch {
        report(.progress(nil))
        report(.kept(error))
        // The choice may have stopped the loading of the kit before.
        loadFirst()
      }
      readOtherPads()
    }
  }

  package func load(_ path: FilePath) { change(to: path, isSetting: false) }

  /// Loads the used pads of a kit, gives it to the engine and reports it. `readOtherPads` follows. Returns false if a newer
  /// choice has replaced it.
  private func load(_ content: KitFileContent, failed: KitNotice?) -> Bool {
    var other: Kit?
    let loaded = loader.load(
      content.kit, rate: engine.sampleRate, whole: used.withLock { $0 },
      progress: progress(of: content.kit.name), isCancelled: isSuperseded
    ) {
      other = standIn(for: content.kit)
      return other
    }
    if changes.isSuperseded { return false }
    stored.withLock { $0 = content.kit }
    unread.withLock { $0 = (content, loaded) }
    apply(loaded.withoutFiles)
    report(.loaded(kitReport(loaded, content, failed: failed, other)))
    isLoaded.wake()
    return true
  }

  /// Reads the beginnings of the samples of the other pads of the kit that sounds, unless that was done. If some are damaged,
  /// the kit is replaced by one without them.
  private func readOtherPads() {
    guard let (content, loaded) = unread.withLock({ $0 }) else { return }
    var other: Kit?
    let rest = loader.readBeginnings(
      of: loaded, from: content.kit, rate: engine.sampleRate, isCancelled: isSuperseded
    ) {
      other = standIn(for: content.kit)
      return other
    }
    if changes.isSuperseded { return }
    unread.withLock { $0 = nil }
    var final = kitReport(rest ?? loaded, content, failed: nil, other)
    // The report of the used pads has contained these.
    let told = kitReport(loaded, content, failed: nil, other).notices
    final.notices.removeAll { told.contains($0) }
    if let rest {
      apply(rest.withoutFiles)
      report(.loaded(final))
    }
    identify(final)
  }

  private var isSuperseded: @Sendable () -> Bool { { [changes] in changes.isSuperseded } }

  /// Returns the kit of the program if it can replace pads of a kit.
  private func standIn(for kit: Kit) -> Kit? {
    kit.path == own ? nil : own.flatMap { try? KitReader.read($0).kit }
  }

  /// Returns a function that reports the progress of loading a kit once it takes longer, and then ten times a second. Any
  /// thread.
  private func progress(of name: String) -> SampleProgress {
    let next = Mutex(HostTime.now.advanced(bySeconds: KitService.progressDelay))
    return { [changes, report] done, total in
      let now = HostTime.now
      let isDue = next.withLock { next in
        guard now >= next, done < total else { return false }
        next = now.advanced(bySeconds: KitService.progressStep)
        return true
      }
      if isDue, !changes.isSuperseded { report(.progress(KitProgress(name: name, done: done, total: total))) }
    }
  }

  /// Computes the hash of a loaded kit on a thread of low priority.
  private func identify(_ loaded: KitReport) {
    guard let kit = loaded.sounding, let reference = loaded.reference else { return }
    _ = WorkerThread(name: "kit hash", isBackground: true) { [report] in
      var identified = reference
      identified.hash = kit.contentHash()
      report(.identified(identified))
    }
  }

  func apply(_ loaded: LoadedKit) {
    let program = PadProgram(pads: loaded.program)
    // The lock keeps the order of the commands to the engine.
    rooms.withLock { rooms in
      applied.withLock { $0 = loaded }
      engine.setPads(program, room: loaded.kit.roomGain(for: rooms[loaded.kit.path]))
    }
    // Other pads may have been used while it was loaded.
    completions.run { [self] in complete() }
  }

  /// Decodes the rest of the samples of pads on a thread. Until then a strike plays their beginnings from memory and the
  /// rest from the files.
  package func complete(_ pads: PadSet) {
    used.withLock { $0 = $0.union(pads) }
    completions.run { [self] in complete() }
  }

  private func complete() {
    guard let loaded = applied.withLock({ $0 }) else { return }
    loader.complete(used.withLock { $0 }, of: loaded.program) { [completions] in completions.isSuperseded }
  }

  /// The kit that the engine plays, with its edits; nil until one was loaded.
  package var playing: Kit? { applied.withLock { $0?.kit } }

  /// Whether threads read or load a kit.
  package var isBusy: Bool { changes.isRunning || first.withLock { $0 == nil } }

  /// Lets loading start. Called once.
  package func firstDrawingIsDone() { hasDrawn.wake() }

  /// - Parameters:
  ///   - failed: why another kit was not read.
  ///   - other: the kit that replaces pads of the kit; nil if none does.
  private func kitReport(
    _ loaded: LoadedKit, _ content: KitFileContent, failed: KitNotice?, _ other: Kit?
  ) -> KitReport {
    let kit = content.kit
    let sounding = loaded.isReplaced ? other ?? kit : kit
    let damage = content.problems.first.map {
      KitNotice.partsLeftOut(kit: kit.name, count: content.problems.count, $0)
    }
    let notices = [failed, damage, KitService.notice(loaded, substitute: other?.name)].compactMap(\.self)
    var report = KitReport(kit: loaded.kit, reference: reference(sounding), notices: notices)
    report.sounding = loaded.isReplaced ? sounding : loaded.kit
    return report
  }

  private static func notice(_ loaded: LoadedKit, substitute: String?) -> KitNotice? {
    guard let first = loaded.warnings.first else { return nil }
    var missing = KitNotice.MissingSamples(
      kit: loaded.kit.name, count: loaded.warnings.count, replaced: loaded.replaced,
      substitute: substitute ?? "", silent: loaded.silent)
    missing.others = loaded.warnings.namesOfOthers
    return .samplesMissing(missing, first.error)
  }
}

extension KitService: KitServing {}
