import AudioBase
import SystemBase

/// A set of pads with the paths of their samples, as the file of a kit describes it.
package struct Kit: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// A folder with `kit.json`.
    case native
    /// A folder or an archive with `drumkit.xml`.
    case hydrogen
    /// A file `*.sfz`.
    case sfz
    case soundFont = "soundfont"
    case samples
  }

  package var name: String
  /// The folder that holds it; for SFZ and archives the file.
  package var path: FilePath
  /// The folder into which its archive was unpacked; nil for other kits.
  package internal(set) var unpacked: FilePath?
  package var format: Format
  /// The pads in the order of their numbers.
  package var pads: [Pad]
  /// The level of the room: the gain of all layers of `roomPart`, beside their own.
  package var room = Decibels.unity
  /// Members of the file that this version does not know.
  package var unknown = JSONObject()

  package init(name: String, path: FilePath, format: Format = .native, pads: [Pad]) {
    (self.name, self.path, self.format, self.pads) = (name, path, format, pads)
  }
}

extension Kit {
  /// Returns an error of a file of the kit. A file of an unpacked archive has the name `ARCHIVE: MEMBER`.
  func named(_ error: FileError) -> FileError {
    unpacked.map { KitArchive.named(error, in: $0, of: path) } ?? error
  }

  /// The valid numbers of pads. Keys strike them in banks of eight.
  package static let padNumbers = 1...128
  /// The part of the layers that hold the sound of the room.
  package static let roomPart = 1
}

/// A kit with the parts of its file that the kit does not have.
package struct KitFileContent: Hashable, Sendable {
  package var kit: Kit
  /// The parts of the file that this program does not use, each once, such as `opcode fil_type`.
  package var ignored: [String] = []
  /// The damaged parts of the file, each with its place; they are left out of the kit.
  package var problems: [FileError] = []
  /// The files of an SFZ kit: its own and those that it includes.
  package var files: [FilePath] = []
}
