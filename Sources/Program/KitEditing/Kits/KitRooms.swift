import AudioBase
import Percussion
import Player
import SystemBase

/// The levels of the rooms of kits: those of their files, unless the user has set others.
extension KitValues<Decibels> {
  static var rooms: KitValues { KitValues(.rooms) { $0.roomLevel } }

  /// Returns the level of the room of a kit, `silence` if it is off; nil if the kit has no room.
  package func level(of kit: Kit) -> Decibels? { kit.hasRoom ? value(of: kit) : nil }

  /// Returns a level moved by a number of dB: below the lowest one it is off.
  package static func moved(_ level: Decibels, by step: Double) -> Decibels {
    let lowest = Decibels(Kit.roomLevels.lowerBound)
    if level < lowest { return step > 0 ? lowest : .silence }
    let moved = ((level.value + step) * 100).rounded() / 100
    if moved < lowest.value { return level > lowest ? lowest : .silence }
    return Decibels(min(moved, Kit.roomLevels.upperBound))
  }
}

/// A message about the room of a kit, whose level is `silence` if it is off.
package enum KitRoomNotice: Hashable, Sendable {
  case set(kit: String, Decibels, isChanged: Bool)
  /// The level is that of the kit's file.
  case reset(kit: String, Decibels, isChanged: Bool)
  case turned(UndoDirection, kit: String, Decibels)
  case noRoom(kit: String)

  var severity: Severity {
    switch self {
    case .set, .reset, .turned: .info
    case .noRoom: .warning
    }
  }

  var isUndoable: Bool {
    switch self {
    case .set(_, _, let isChanged), .reset(_, _, let isChanged): isChanged
    case .turned, .noRoom: false
    }
  }
}

extension KitController {
  /// Whether the last change is one of the pad editor, which undo takes back, and not of the room or the places of pads.
  package var undoesEdit: Bool {
    guard let edit = editor?.undoTime else { return false }
    return [rooms.time(of: .undo), places.time(of: .undo)].compactMap(\.self).allSatisfy { $0 < edit }
  }

  /// Passes the levels that are set to the service, and to the open form.
  func connectRooms() {
    rooms.onChange = { [weak self] path, level in
      guard let self else { return }
      service.setRoom(level, ofKitAt: path)
      if let loaded, loaded.path == path, editor != nil { editor?.room = rooms.level(of: loaded) }
    }
  }
}
