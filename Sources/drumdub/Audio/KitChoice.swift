import Application
import Controls
import AudioBase
import Dubbing
import MixEngine
import Percussion
import Player
import SystemBase
import TerminalUI

/// The kit that the user named, or the program's own where that cannot be read.
struct KitChoice {
  /// Nil where none could be read.
  private let kit: Kit?
  /// Why the kit that was named is not the one that plays.
  private let failure: FileError?
  /// The program's own kit.
  private let standIn: FilePath?

  /// - Parameters:
  ///   - name: a kit's name, looked for among the user's kits and the program's own, or where it lies.
  ///   - standIn: the kit that is read instead where that cannot be.
  init(_ name: FilePath, standIn: FilePath? = KitChoice.ownKit, loader: KitLoader) {
    self.standIn = standIn
    do throws(FileError) {
      kit = try loader.read(KitChoice.find(name))
      failure = nil
    } catch {
      kit = standIn.flatMap { try? loader.read($0) }
      failure = error
    }
  }

  /// Decodes its samples: takes a moment, so not on the main thread.
  func load(with loader: KitLoader, rate: SampleRate) -> (PadProgram, KitReport) {
    let failed = failure.map { PlayerNotice.kitReplaced($0, by: kit?.name) }
    guard let kit else {
      return (PadProgram(pads: []), KitReport(notices: failed.map { [$0] } ?? []))
    }
    var other: Kit?
    let loaded = loader.load(kit, rate: rate) {
      other = kit.path == standIn ? nil : standIn.flatMap { try? loader.read($0) }
      return other
    }
    let sounding = loaded.isReplaced ? other ?? kit : kit
    let notices = [failed, KitChoice.notice(loaded, standIn: other?.name)].compactMap(\.self)
    return (
      PadProgram(pads: loaded.program),
      KitReport(kit: loaded.kit, reference: KitChoice.reference(sounding), notices: notices)
    )
  }

  private static func notice(_ loaded: LoadedKit, standIn: String?) -> PlayerNotice? {
    guard let first = loaded.warnings.first else { return nil }
    let missing = PlayerNotice.MissingSamples(
      kit: loaded.kit.name, count: loaded.warnings.count, replaced: loaded.replaced, by: standIn ?? "",
      silent: loaded.silent)
    return .samplesMissing(missing, first.error)
  }

  /// As takes name it.
  var reference: KitReference? { kit.map(KitChoice.reference) }

  private static func reference(_ kit: Kit) -> KitReference {
    KitReference(name: kit.name, path: BaseFolders.current.appending(kit.path))
  }

  /// Its pads as the screen shows them, pad 1 first, with the keys that strike them.
  func padContents(_ keys: KeyMap) -> [PadContent] { kit.map { KitChoice.padContents($0, keys) } ?? [] }

  static func padContents(_ kit: Kit, _ keys: KeyMap) -> [PadContent] {
    let last = min(kit.pads.map(\.number).max() ?? 0, Command.padCount)
    return (1...max(last, 1)).map { number in
      let pad = kit.pads.first { $0.number == number }
      let key = keys.keys(for: .pad(number, accent: false)).first
      return PadContent(key: key?.label ?? "", name: pad?.name ?? "", chokeGroup: pad?.choke?.group)
    }
  }

  private static var ownKit: FilePath? { BaseFolders.resources?.appending("Kits/Default") }

  private static func find(_ name: FilePath) -> FilePath {
    if name.bytes.contains(UInt8(ascii: "/")) { return name }
    let places = [BaseFolders.data.appending("kits"), BaseFolders.resources?.appending("Kits")]
    let found = places.compactMap { $0?.appending(name) }.first(where: BaseFolders.isFolder)
    return found ?? name
  }
}
