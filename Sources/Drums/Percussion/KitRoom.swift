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

  /// Numbers the parts of a kit of another format so that none of them is the room of a native kit. Their order stays.
  mutating func separateFromRoom() {
    let parts = Set(pads.flatMap { $0.layers.map(\.part) })
    guard format != .native, parts.contains(Kit.roomPart), !parts.contains(SampleLayer.parts.upperBound)
    else { return }
    for pad in pads.indices {
      for layer in pads[pad].layers.indices where pads[pad].layers[layer].part >= Kit.roomPart {
        pads[pad].layers[layer].part += 1
      }
    }
  }

  /// The level of a room in a file that cannot be heard, for one that is off.
  private static let silentRoom = Decibels(-200)

  /// The level of the room in the file; `silence` if the file hides it.
  package var roomLevel: Decibels { room > Kit.silentRoom ? room : .silence }

  /// Returns the kit with another level of its room; nil or without a room, the same kit.
  package func withRoom(_ level: Decibels?) -> Kit {
    guard let level, hasRoom else { return self }
    var kit = self
    kit.room = max(level, Kit.silentRoom)
    return kit
  }

  /// Stores another level of the room in the file of a kit. Returns the kit; nil if it has no room, or this level.
  package static func store(room level: Decibels, in folder: FilePath) throws(FileError) -> Kit? {
    let kit = try KitReader.read(folder).kit
    let changed = kit.withRoom(level)
    if changed == kit { return nil }
    try KitFile.write(changed, to: folder, current: folder)
    return changed
  }

  /// Returns the gain that gives the loaded layers of the room another level than that of the file.
  ///
  /// - Parameter level: `silence` for off; nil for the level of the file.
  package func roomGain(for level: Decibels?) -> Decibels {
    guard let level, hasRoom else { return .unity }
    return (level - room).clamped(to: -Double.infinity...Kit.largestRoomGain)
  }
}

extension KitValueFile<Decibels> {
  /// The levels of rooms: the member `room` is a level in dB, or `off`.
  package static var rooms: KitValueFile {
    KitValueFile(name: "kit-rooms.json") { entry in
      if entry.rest["room"] == .string("off") { return .silence }
      return (try? entry.number("room", in: Kit.roomLevels)).map { Decibels($0) }
    } entry: {
      ["room": $0 == .silence ? JSONValue.string("off") : .number($0.value)]
    }
  }
}
