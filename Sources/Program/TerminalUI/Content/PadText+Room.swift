import Application
import AudioBase
import KitEditing
import Percussion
import SystemBase

extension PadText {
  /// Returns the level of a room, such as `−6 dB` or `off`.
  static func room(_ level: Decibels) -> String {
    level == .silence ? "off" : "\(ShownText.decimal(level.value)) dB"
  }

  /// Returns the level of the room of an edited kit, and that of the kit's file if it is another one.
  static func room(of editor: PadEditor) -> String {
    guard let level = editor.room else { return "none" }
    let own = editor.kit.roomLevel
    return level == own ? room(level) : "\(room(level)); \(room(own)) in the kit"
  }

  static func sentence(_ notice: KitRoomNotice) -> String {
    switch notice {
    case .set(let kit, let level, _): at(kit, level)
    case .reset(let kit, let level, isChanged: true): "\(at(kit, level)) again, as in the kit"
    case .reset(let kit, let level, isChanged: false): "\(at(kit, level)), as in the kit: it was not set"
    case .turned(.undo, let kit, let level): "undone: \(at(kit, level))"
    case .turned(.redo, let kit, let level): "done again: \(at(kit, level))"
    case .noRoom(let kit): "the kit \(FilePath(kit).shown) has no samples of a room; Studio is a kit that has"
    }
  }

  private static func at(_ kit: String, _ level: Decibels) -> String {
    "the room of \(FilePath(kit).shown) is \(level == .silence ? "" : "at ")\(room(level))"
  }
}
