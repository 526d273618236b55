import AudioBase
import AudioDevices
import Effects
import Glibc
import Instruments
import Percussion
import Plugins
import Studio
import SystemBase

package enum KitFolders {
  package static var user: FilePath { BaseFolders.data.appending("kits") }
  package static var own: FilePath? { BaseFolders.resources?.appending("Kits") }
  /// The folder that kits in archives are unpacked into, and the drums of SoundFonts are rendered into.
  package static var cache: FilePath { BaseFolders.cache.appending("kits") }

  /// The name of the kit that is played unless another one is chosen.
  package static let usual = FilePath("DrumDub")
  package static var ownKit: FilePath? { own?.appending(usual) }

  /// The file with the places of pads that the user has made for kits.
  package static var orderFile: FilePath { BaseFolders.data.appending("pad-orders.json") }

  /// The file with the levels of rooms that the user has set for kits.
  package static var roomFile: FilePath { BaseFolders.data.appending("kit-rooms.json") }

  /// Returns the levels of the rooms that the user has set, by the paths of the kits.
  package static func rooms() throws(FileError) -> [FilePath: Decibels] {
    try KitValueFile.rooms.values(at: roomFile)
  }

  /// The file that stores the kit which the user chose in the list of kits: its name or its path.
  package static var choiceFile: FilePath { BaseFolders.state.appending("kit") }

  /// The kit that the user chose in the list of kits; nil if none was chosen.
  static var chosen: FilePath? {
    guard let bytes = try? FileBytes.read(choiceFile, limit: 1 << 14), !bytes.isEmpty else { return nil }
    return FilePath(bytes: bytes)
  }

  /// The kits of the user, of the program and of Hydrogen, and the drums of SoundFonts.
  package static var catalog: KitCatalog {
    let shipped = own.map { [KitCatalog.Folder($0, isShipped: true)] } ?? []
    return KitCatalog(
      [KitCatalog.Folder(user)] + shipped + hydrogen.map { KitCatalog.Folder($0) },
      soundFonts: BaseFolders.soundFonts, unpackingInto: cache)
  }

  /// The folders that Hydrogen reads kits from: those of the user, then those of the system.
  private static var hydrogen: [FilePath] {
    let home = FilePath.home
    let user = BaseFolders.environment("XDG_DATA_HOME") ?? home.appending(".local/share")
    return ([user] + BaseFolders.shared).filter(\.isAbsolute).map { $0.appending("hydrogen/data/drumkits") }
      + [home.appending(".hydrogen/data/drumkits")]
  }
}

/// The user's folders of the XDG Base Directory Specification, and the program's resources.
package enum BaseFolders {
  static var configuration: FilePath { folder("XDG_CONFIG_HOME", ".config") }
  package static var state: FilePath { folder("XDG_STATE_HOME", ".local/state") }
  package static var data: FilePath { folder("XDG_DATA_HOME", ".local/share") }
  /// The folders of data of the system.
  static var shared: [FilePath] {
    let folders = environment("XDG_DATA_DIRS") ?? FilePath("/usr/local/share:/usr/share")
    return folders.bytes.split(separator: UInt8(ascii: ":")).map { FilePath(bytes: $0) }.filter(\.isAbsolute)
  }

  /// The folder of the files by which a start finds the plug-ins of a run that ended abnormally.
  package static var pluginMarkers: FilePath { state.appending("plug-ins") }
  package static var takes: FilePath { data.appending("takes") }
  /// The beats, marks, loops and speeds of songs.
  package static var songs: FilePath { data.appending("songs") }
  /// The recordings of the output, which no scan of the music folder finds.
  package static var recordings: FilePath { data.appending("recordings") }
  package static var deviceFile: FilePath { state.appending("devices.json") }
  /// The positions at which long tracks were left.
  package static var positionFile: FilePath { state.appending("positions.json") }
  package static var promptFile: FilePath { state.appending("prompts.json") }
  package static var latencyFile: FilePath { state.appending("latencies.json") }
  /// The changes of tags that can be undone.
  package static var tagHistoryFile: FilePath { state.appending("tag-history.json") }
  /// The stickers of clients of MPD.
  package static var stickerFile: FilePath { data.appending("stickers.json") }
  package static var libraryFile: FilePath { data.appending("library.db") }
  package static var configurationFile: FilePath { configuration.appending("config") }

  /// The folder for sockets and locks, while the user is logged in; without `XDG_RUNTIME_DIR`, a folder for temporary
  /// files.
  package static var runtime: FilePath {
    if let base = environment("XDG_RUNTIME_DIR"), base.isAbsolute { return base.appending("drumdub") }
    return FilePath("/tmp/drumdub-\(geteuid())")
  }

  /// The socket at which `drumdub attach` reaches the detached player.
  package static var attachSocket: FilePath { runtime.appending("attach.sock") }
  package static var detachedLock: FilePath { runtime.appending("detached.lock") }
  package static var detachedLog: FilePath { state.appending("detached.log") }

  package static var cache: FilePath { folder("XDG_CACHE_HOME", ".cache") }
  /// The drums that were separated from songs.
  package static var drumParts: FilePath { cache.appending("parts") }
  /// Bindings that were made on the help screen, as lines of the configuration; read after it.
  package static var keysFile: FilePath { configuration.appending("keys") }

  /// The socket for clients of the remote control; nil without `$XDG_RUNTIME_DIR`.
  package static var remoteSocket: FilePath? {
    guard let base = environment("XDG_RUNTIME_DIR"), base.isAbsolute else { return nil }
    return base.appending("drumdub/mpd.sock")
  }

  /// The file with the functions that were taught to notes and controllers of MIDI.
  package static var midiFile: FilePath { configuration.appending("midi") }

  /// The folders with profiles of MIDI devices: the user's, then the program's.
  package static var midiProfiles: [FilePath] {
    [configuration.appending("midi-devices")] + [resources?.appending("MIDI")].compactMap(\.self)
  }

  /// `$DRUMDUB_RESOURCES`, or `share/drumdub` beside the program, or the checkout that it was built in.
  package static var resources: FilePath? {
    if let named = environment("DRUMDUB_RESOURCES") { return named }
    guard let program = program else { return nil }
    let installed = program.directory.directory.appending("share/drumdub")
    if installed.isFolder { return installed }
    var folder = program.directory
    while folder != folder.directory {
      let candidate = folder.appending("Resources")
      if candidate.appending("Kits").isFolder { return candidate }
      folder = folder.directory
    }
    return nil
  }

  package static func environment(_ name: String) -> FilePath? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return FilePath(from: value)
  }

  /// Returns a folder of the program. A relative value of the variable is ignored, as the specification requires.
  private static func folder(_ variable: String, _ fallback: String) -> FilePath {
    if let base = environment(variable), base.isAbsolute { return base.appending("drumdub") }
    return (environment("HOME") ?? FilePath("/")).appending(fallback).appending("drumdub")
  }

  /// The working directory; empty if it was removed.
  package static var current: FilePath {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&buffer, buffer.count) != nil else { return FilePath(bytes: []) }
    return FilePath(from: buffer)
  }

  private static var program: FilePath? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return FilePath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) })
  }

  // MARK: The folders of mixers and SoundFonts

  package static var mixers: MixCatalog {
    MixCatalog(userFolder: data.appending("mixers"), shippedFolder: resources?.appending("Mixers"))
  }

  package static var soundFonts: SoundFontCatalog {
    let names = ["sounds/sf2", "sounds/sf3", "soundfonts"]
    let system = shared.flatMap { folder in names.map { folder.appending($0) } }
    return SoundFontCatalog([data.appending("soundfonts")] + system)
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
    return [ExternalPrograms.effects.describe("", category: "JACK effect")]
      + programs.map { program in
        let category = "JACK \(program.kind.rawValue)"
        return switch program.kind {
        case .effect: ExternalPrograms.effects.describe(program.name, category: category)
        case .instrument, .generator: ExternalPrograms.instruments.describe(program.name, category: category)
        }
      }
  }
}

/// Folders of music.
package enum MusicFolder {
  /// `$XDG_MUSIC_DIR`, or the folder in `user-dirs.dirs`, or `~/Music`.
  package static var standard: FilePath {
    let home = FilePath.home
    if let named = BaseFolders.environment("XDG_MUSIC_DIR"), named.isAbsolute { return named }
    let file = BaseFolders.configuration.directory.appending("user-dirs.dirs")
    if let bytes = try? FileBytes.read(file, limit: 1 << 16) {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == "XDG_MUSIC_DIR" else { continue }
        let value = parts[1].filter { $0 != "\"" }
        let path = value.hasPrefix("$HOME/") ? home.appending(String(value.dropFirst(6))) : FilePath(value)
        if path.isAbsolute { return path }
      }
    }
    return home.appending("Music")
  }

  package static var exports: FilePath { standard.appending("DrumDub") }

  /// Returns the folder that a typed text names: `~` is expanded and links are followed.
  package static func folder(typed text: String) -> FilePath {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return absolute(FilePath(String(text)).expandingHome)
  }

  /// Returns the absolute path of a folder as the index has it: without links, if the folder exists.
  package static func absolute(_ word: FilePath) -> FilePath {
    if let real = word.withCString({ realpath($0, nil) }) {
      defer { free(real) }
      return FilePath(from: real)
    }
    // A folder that does not exist now may be in the index.
    var bytes = BaseFolders.current.appending(word).bytes
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return FilePath(bytes: bytes)
  }
}
