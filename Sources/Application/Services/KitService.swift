import AudioBase
import Dubbing
import MixEngine
import Percussion
import Synchronization
import SystemBase

/// Reads the kit that the user chose, or the program's own if that cannot be read, and decodes its samples on a thread.
package final class KitService: Sendable {
  /// Milliseconds that loading waits for the first drawing, which would otherwise wait for a processor.
  private static let longestDrawing: Int32 = 100
  /// Seconds after which the program goes on although the kit is still being loaded, for example from a slow disk.
  private static let patience = 3.0

  /// The kit as its file describes it; nil if none could be read.
  package var kit: Kit? { content?.kit }
  private let content: KitFileContent?
  /// Why the chosen kit is not used.
  private let failure: FileError?
  /// The kits that are found by name.
  package let catalog: KitCatalog
  private let own: FilePath?
  let folder: FilePath
  let loader: KitLoader
  private let hasDrawn = WakeSignal()
  let changes = LatestJob(name: "kit")
  /// The kit that the engine plays; nil until it was loaded.
  let applied = Mutex<LoadedKit?>(nil)

  /// - Parameters:
  ///   - name: the path of a kit, or its name in the catalog.
  ///   - own: the kit of the program, which replaces pads and kits that cannot be read.
  ///   - folder: the folder that relative paths start from.
  package init(
    _ name: FilePath, in catalog: KitCatalog, own: FilePath?, folder: FilePath, loader: KitLoader
  ) {
    (self.catalog, self.own, self.folder, self.loader) = (catalog, own, folder, loader)
    do throws(FileError) {
      content = try catalog.read(name)
      failure = nil
    } catch {
      content = own.flatMap { try? KitReader.read($0) }
      failure = error
    }
  }

  /// The kit in takes.
  package var reference: KitReference? { kit.map(reference) }

  private func reference(_ kit: Kit) -> KitReference {
    KitReference(name: kit.name, path: folder.appending(kit.path))
  }

  // MARK: Loading

  /// Loads the kit on a thread, which does not depend on the main thread and its terminal. Called once, before the
  /// first drawing.
  ///
  /// - Parameters:
  ///   - onProgress: receives the progress of a kit that takes longer to load, on another thread.
  ///   - onLoaded: receives the kit on another thread.
  ///   - onIdentified: receives the kit with its hash later, on another thread.
  ///   - then: called on another thread when the kit is loaded, or after 3 s.
  package func start(
    _ engine: AudioEngine, onProgress: @escaping @Sendable (KitProgress) -> Void = { _ in },
    onLoaded: @escaping @Sendable (KitReport) -> Void,
    onIdentified: @escaping @Sendable (KitReference) -> Void,
    then: @escaping @Sendable () -> Void
  ) {
    let engine = engine.control
    _ = WorkerThread(name: "keys") { [self] in
      hasDrawn.wait(milliseconds: KitService.longestDrawing)
      let loading = WorkerThread(name: "kit") { [self] in
        let progress = KitProgressReport(name: kit?.name ?? "", onProgress)
        let (loaded, report) = loadFirst(rate: engine.sampleRate, progress: progress.receive)
        // Another kit may have been chosen meanwhile.
        guard applied.withLock({ $0 == nil }) else { return }
        if let loaded { apply(loaded, engine) }
        onLoaded(report)
        KitService.identify(report, onIdentified)
      }
      _ = loading.join(until: .now.advanced(bySeconds: KitService.patience))
      then()
    }
  }

  /// Reads another kit on a thread and gives it to the engine. If it cannot be read, the engine keeps its kit. A newer
  /// choice replaces one that is still being loaded.
  ///
  /// - Parameters:
  ///   - name: the path of a kit, or its name in the catalog.
  ///   - isSetting: whether the change of the setting `kit` is reported.
  ///   - report: called on another thread.
  package func change(
    to name: FilePath, _ engine: AudioEngine, isSetting: Bool = true, report: @escaping ReportSink
  ) {
    let engine = engine.control
    changes.run { [self] in
      do throws(FileError) {
        let content = try catalog.read(name)
        let progress = KitProgressReport(name: content.kit.name) { [changes] progress in
          if !changes.isSuperseded { report(.kits(.progress(progress))) }
        }
        let (loaded, kitReport) = load(
          content, rate: engine.sampleRate, failed: nil, progress: progress.receive)
        if changes.isSuperseded { return }
        apply(loaded, engine)
        report(.kitLoaded(kitReport))
        if isSetting { report(.notice(.setting(.changed(name: "kit", value: content.kit.name)))) }
        KitService.identify(kitReport) { report(.kitIdentified($0)) }
      } catch {
        report(.kits(.progress(nil)))
        report(.notice(.setting(.kitKept(error))))
      }
    }
  }

  /// Computes the hash of a loaded kit on a thread of low priority.
  private static func identify(
    _ report: KitReport, _ onIdentified: @escaping @Sendable (KitReference) -> Void
  ) {
    guard let kit = report.sounding, let reference = report.reference else { return }
    _ = WorkerThread(name: "kit hash", isBackground: true) {
      var identified = reference
      identified.hash = kit.contentHash()
      onIdentified(identified)
    }
  }

  func apply(_ loaded: LoadedKit, _ engine: EngineControl) {
    applied.withLock { $0 = loaded }
    engine.setPads(PadProgram(pads: loaded.program))
  }

  /// Lets loading start. Called once.
  package func firstDrawingIsDone() { hasDrawn.wake() }

  /// Decodes the samples.
  package func load(rate: SampleRate) -> (PadProgram, KitReport) {
    let (loaded, report) = loadFirst(rate: rate)
    return (PadProgram(pads: loaded?.program ?? []), report)
  }

  private func loadFirst(
    rate: SampleRate, progress: SampleProgress? = nil
  ) -> (LoadedKit?, KitReport) {
    let failed = failure.map { KitNotice.replaced($0, by: kit?.name) }
    guard let content else { return (nil, KitReport(notices: failed.map { [$0] } ?? [])) }
    return load(content, rate: rate, failed: failed, progress: progress)
  }

  private func load(
    _ content: KitFileContent, rate: SampleRate, failed: KitNotice?, progress: SampleProgress? = nil
  ) -> (LoadedKit, KitReport) {
    let kit = content.kit
    var other: Kit?
    let loaded = loader.load(kit, rate: rate, progress: progress) {
      other = kit.path == own ? nil : own.flatMap { try? KitReader.read($0).kit }
      return other
    }
    let sounding = loaded.isReplaced ? other ?? kit : kit
    let damage = content.problems.first.map {
      KitNotice.partsLeftOut(kit: kit.name, count: content.problems.count, $0)
    }
    let notices = [failed, damage, KitService.notice(loaded, substitute: other?.name)].compactMap(\.self)
    var report = KitReport(kit: loaded.kit, reference: reference(sounding), notices: notices)
    report.sounding = loaded.isReplaced ? sounding : loaded.kit
    return (loaded, report)
  }

  private static func notice(_ loaded: LoadedKit, substitute: String?) -> KitNotice? {
    guard let first = loaded.warnings.first else { return nil }
    let missing = KitNotice.MissingSamples(
      kit: loaded.kit.name, count: loaded.warnings.count, replaced: loaded.replaced, by: substitute ?? "",
      silent: loaded.silent)
    return .samplesMissing(missing, first.error)
  }
}
