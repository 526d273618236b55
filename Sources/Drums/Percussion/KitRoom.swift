import AudioBase
import SystemBase

/// The level of the room of a kit: that of its file, unless the user has set another one.
extension Kit {
  /// The levels of a room that can be set, in dB; below them it is off.
  package static let roomLevels = -60.0...12
  /// The largest gain of a room beside that of its file, so that the gain of a file that hides it stays finite.
  private static let largestRoomGain = 200.0

  /// Whether it has samples of a room, so that its level can be set. In other formats, parts have other meanings.
  package var hasRoom: Bool {
    format == .native && pads.contains { $0.layers.contains { $0.part == Kit.roomPart } }
  }

  /// Returns the gain that gives the loaded layers of the room another level than that of the file.
  ///
  /// - Parameter level: `silence` for off; nil for the level of the file.
  package func roomGain(for level: Decibels?) -> Decibels {
    guard let level, hasRoom else { return .unity }
    return (level - room).clamped(to: -Double.infinity...Kit.largestRoomGain)
  }
}

/// The file of the levels of rooms that the user has set, each kept for its kit: `{kits:[{path,room}]}`, where `room` is a
/// level in dB, or `off`.
package enum KitRoomFile {
  private static let subject = "kit-rooms.json"
  private static let off = "off"

  /// Returns the levels by the paths of the kits; `silence` for off. Entries without a level are left out.
  ///
  /// - Throws: `damaged`.
  package static func decode(_ bytes: [UInt8]) throws(FileError) -> [FilePath: Decibels] {
    try KitEntries.decode(bytes, subject: subject) { entry in
      if entry.rest["room"] == .string(off) { return .silence }
      return (try? entry.number("room", in: Kit.roomLevels)).map { Decibels($0) }
    }
  }

  /// Sets or (nil) removes the level of a kit. A file that cannot be read stays as it is; what others have added is kept.
  package static func set(_ level: Decibels?, of kit: FilePath, in bytes: inout [UInt8]) {
    let room = level.map { $0 == .silence ? JSONValue.string(off) : .number($0.value) }
    KitEntries.set(room.map { ["room": $0] }, of: kit, in: &bytes, subject: subject)
  }
}
