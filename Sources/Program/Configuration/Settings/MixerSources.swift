import AudioBase
import AudioDevices
import Effects
import Instruments
import Plugins
import Studio
import SystemBase

/// The folders of mixers.
package enum MixFolders {
  /// The mixers of the user and of the program.
  package static var catalog: MixCatalog {
    MixCatalog(
      userFolder: BaseFolders.data.appending("mixers"),
      shippedFolder: BaseFolders.resources?.appending("Mixers"))
  }
}

/// The folders of SoundFonts.
package enum SoundFontFolders {
  /// The SoundFonts of the user and of the system.
  package static var catalog: SoundFontCatalog {
    let names = ["sounds/sf2", "sounds/sf3", "soundfonts"]
    let shared = BaseFolders.shared.flatMap { folder in names.map { folder.appending($0) } }
    return SoundFontCatalog([BaseFolders.data.appending("soundfonts")] + shared)
  }
}

/// The folders of LV2 plug-ins.
package enum PluginFolders {
  /// The plug-ins of this machine. They are scanned and tried by this program as a worker.
  package static var catalog: PluginCatalog {
    PluginCatalog(
      folders: folders, cache: BaseFolders.cache,
      command: WorkerCommand(program: FilePath("/proc/self/exe"), arguments: [PluginWorker.option]))
  }

  /// `$LV2_PATH`, or the folders of the user and of the system.
  private static var folders: [FilePath] {
    if let path = BaseFolders.environment("LV2_PATH") {
      return path.bytes.split(separator: UInt8(ascii: ":")).map { FilePath(bytes: $0).expandingHome }
    }
    #if arch(arm64)
      let multiarch = "/usr/lib/aarch64-linux-gnu/lv2"
    #else
      let multiarch = "/usr/lib/x86_64-linux-gnu/lv2"
    #endif
    return [FilePath.home.appending(".lv2")]
      + ["/usr/local/lib/lv2", "/usr/lib/lv2", multiarch].map { FilePath($0) }
  }
}

extension JACKProgram {
  /// The programs of the running JACK server as units, and ports that the user connects; none if there is no server. Waits
  /// for the server.
  package static var units: [UnitDescription] {
    let programs = list()
    if programs.isEmpty { return [] }
    return [ExternalProgram.describe("", category: "JACK effect")]
      + programs.map { program in
        let category = "JACK \(program.kind.rawValue)"
        return switch program.kind {
        case .effect: ExternalProgram.describe(program.name, category: category)
        case .instrument, .generator: ExternalInstrument.describe(program.name, category: category)
        }
      }
  }
}
