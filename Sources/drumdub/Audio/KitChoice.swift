import AudioBase
import Dubbing
import MixEngine
import Percussion
import Player
import SystemBase
import TerminalUI

/// The kit that the user named.
struct KitChoice {
  /// Nil where there is none that could be read.
  private let kit: Kit?
  private let failure: AudioError?

  /// - Parameter name: a kit's name, looked for among the user's kits and the program's own, or where it lies.
  init(_ name: FilePath, loader: KitLoader) {
    do throws(AudioError) {
      kit = try loader.read(KitChoice.find(name))
      failure = nil
    } catch {
      kit = nil
      failure = error
    }
  }

  /// Decodes its samples: takes a moment, so not on the main thread.
  func load(with loader: KitLoader, rate: SampleRate) -> (PadProgram, [PlayerNotice]) {
    guard let kit else { return (PadProgram(pads: []), failure.map { [.file($0)] } ?? []) }
    let (pads, warnings) = loader.load(kit, rate: rate)
    let notices = warnings.first.map { first in
      [PlayerNotice.samplesMissing(kit: kit.name, count: warnings.count, first.error)]
    }
    return (PadProgram(pads: pads), notices ?? [])
  }

  /// As takes name it.
  var reference: KitReference? {
    kit.map { KitReference(name: $0.name, path: BaseFolders.current.appending($0.path)) }
  }

  /// Its pads as the screen shows them, pad 1 first, with the keys that strike them.
  func padContents(_ keys: KeyMap) -> [PadContent] {
    guard let kit else { return [] }
    let last = min(kit.pads.map(\.number).max() ?? 0, UserCommand.padCount)
    return (1...max(last, 1)).map { number in
      let pad = kit.pads.first { $0.number == number }
      let key = keys.keys(for: .pad(number, accent: false)).first
      return PadContent(key: key?.label ?? "", name: pad?.name ?? "", chokeGroup: pad?.choke?.group)
    }
  }

  private static func find(_ name: FilePath) -> FilePath {
    if name.bytes.contains(UInt8(ascii: "/")) { return name }
    let places = [BaseFolders.data.appending("kits"), BaseFolders.resources?.appending("Kits")]
    let found = places.compactMap { $0?.appending(name) }.first(where: BaseFolders.isFolder)
    return found ?? name
  }
}
