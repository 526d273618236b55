import MixEngine
import Percussion
import SystemBase

/// Lists, loads and saves kits for `KitController` on other threads. Results arrive as `KitEvent`s.
@MainActor
package protocol KitServing {
  /// Reads the list of kits.
  func list()
  /// Decodes the rest of the samples of pads, in the kit that sounds and in those that follow.
  func complete(_ pads: PadSet)
  /// Loads a kit; a newer choice replaces one that is still being loaded.
  func load(_ path: FilePath)
  /// Plays the pads of an edited kit.
  ///
  /// - Parameter sampleEdits: the changes that gave pads their samples, by the numbers of the pads.
  func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber])
  /// Saves an edited kit: under a new name, or in its own folder.
  func save(_ kit: Kit, as name: String?)
  /// Returns whether a kit belongs to the user and is native, so that it may be changed.
  func isOwn(_ kit: Kit) -> Bool
}

/// The kits of a service, loaded into an engine and saved in the user's folder.
package struct EngineKits: KitServing {
  private let kits: KitService
  private let engine: AudioEngine
  /// The user's folder of kits.
  private let folder: FilePath
  /// Called on other threads.
  private let report: @Sendable (KitEvent) -> Void

  package init(
    _ kits: KitService, _ engine: AudioEngine, folder: FilePath,
    report: @escaping @Sendable (KitEvent) -> Void
  ) {
    (self.kits, self.engine, self.folder, self.report) = (kits, engine, folder, report)
  }

  package func list() { kits.list(report: report) }

  package func complete(_ pads: PadSet) { kits.complete(pads) }

  package func load(_ path: FilePath) { kits.change(to: path, engine, isSetting: false, report: report) }

  package func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber]) {
    kits.apply(kit, sampleEdits, engine, report: report)
  }

  package func save(_ kit: Kit, as name: String?) { kits.save(kit, as: name, in: folder, report: report) }

  package func isOwn(_ kit: Kit) -> Bool { kit.format == .native && kit.path.directory == folder }
}
