import AudioBase
import KitEditing
import Percussion
import Player
import SystemBase

/// The argument of the command `room`: a level, `off`, or `reset` for the level of the kit's file.
package enum RoomLevel: Hashable, Sendable {
  /// `silence` for off.
  case level(Decibels)
  case reset

  package init?(_ text: String) {
    switch text {
    case "off": self = .level(.silence)
    case "reset": self = .reset
    default:
      guard let level = VolumeScale.level(text, in: Kit.roomLevels) else { return nil }
      self = .level(level)
    }
  }

  fileprivate var text: String {
    switch self {
    case .level(.silence): "off"
    case .level(let level): VolumeScale.text(level)
    case .reset: "reset"
    }
  }
}

extension Command.Request {
  package static let room = Argument<RoomLevel>(
    "room", "DB",
    "set the room of this kit in dB, -60 to 12, or in percent (80%), off, or reset for its own level",
    .drum, .keepsLayers, read: { RoomLevel($0) }, text: { $0.text }, choices: { _, _ in ["off", "reset"] }
  ) { application, level, _ in application.setRoom(level) }
}

extension Application {
  /// Sets the level of the room of the loaded kit.
  package func setRoom(_ room: RoomLevel) -> Outcome {
    guard let kit = kits.loaded else { return .refused(.noKit) }
    guard kit.hasRoom else { return .notice(.kit(.room(.noRoom(kit: kit.name)))) }
    switch room {
    case .level(let level):
      let isChanged = kits.rooms.set(level, of: kit)
      return .notice(.kit(.room(.set(kit: kit.name, level, isChanged: isChanged))))
    case .reset:
      let isChanged = kits.rooms.set(nil, of: kit)
      return .notice(.kit(.room(.reset(kit: kit.name, kit.roomLevel, isChanged: isChanged))))
    }
  }

  /// Moves the level of the room of the loaded kit by a number of dB.
  package func moveRoom(by step: Double) {
    guard let kit = kits.loaded, let level = kits.rooms.level(of: kit) else { return }
    kits.rooms.set(KitValues<Decibels>.moved(level, by: step), of: kit)
  }

  func turnRoom(_ direction: UndoDirection) {
    guard let kit = kits.rooms.turn(direction), let level = kits.rooms.level(of: kit) else { return }
    report(.kit(.room(.turned(direction, kit: kit.name, level))))
  }
}
