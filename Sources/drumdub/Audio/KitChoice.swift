import AudioBase
import MixEngine
import Percussion
import Player

/// The kit that the user named, ready to be struck.
struct KitChoice {
  let pads: [PadProgram.Pad]
  /// Pad 1 first.
  let names: [String]
  let notices: [PlayerNotice]

  /// - Parameter name: a kit's name, looked for among the user's kits and the program's own, or where it lies.
  static func load(_ name: FilePath, with loader: KitLoader, rate: SampleRate) -> KitChoice {
    do throws(AudioError) {
      let kit = try loader.read(find(name))
      let (pads, warnings) = loader.load(kit, rate: rate)
      let notices = warnings.first.map { first in
        [PlayerNotice.samplesMissing(kit: kit.name, count: warnings.count, first.error)]
      }
      return KitChoice(pads: pads, names: names(kit), notices: notices ?? [])
    } catch {
      return KitChoice(pads: [], names: [], notices: [.file(error)])
    }
  }

  private static func find(_ name: FilePath) -> FilePath {
    if name.bytes.contains(UInt8(ascii: "/")) { return name }
    let places = [BaseFolders.data.appending("kits"), BaseFolders.resources?.appending("Kits")]
    let found = places.compactMap { $0?.appending(name) }.first(where: BaseFolders.isFolder)
    return found ?? name
  }

  private static func names(_ kit: Kit) -> [String] {
    (1...max(kit.pads.map(\.number).max() ?? 0, 1)).map { number in
      kit.pads.first { $0.number == number }?.name ?? ""
    }
  }
}
