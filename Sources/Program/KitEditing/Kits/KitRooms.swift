import AudioBase
import Percussion
import Player
import SystemBase

/// The levels of the rooms of kits: those of their files, unless the user has set one, which is kept for the kit. Main
/// thread; no function waits.
@MainActor
package final class KitRooms {
  /// The level of a kit; nil for that of its file.
  private struct Step {
    let kit: Kit
    let level: Decibels?
  }

  private static let keptSteps = 50

  private var own: [FilePath: Decibels] = [:]
  private var steps = UndoStack<Step>(limit: KitRooms.keptSteps)
  private var file: SavedFile?
  /// Called with the path of a kit whose level is set, and the level; nil for that of its file.
  var onChange: (FilePath, Decibels?) -> Void = { _, _ in }

  package init() {}

  /// Uses levels that were read from a file, and stores others in it.
  package func use(_ levels: [FilePath: Decibels], file: SavedFile) {
    (own, self.file) = (levels, file)
    for (path, level) in levels { onChange(path, level) }
  }

  /// Returns the level of the room of a kit, `silence` if it is off; nil if the kit has no room.
  package func level(of kit: Kit) -> Decibels? { kit.hasRoom ? own[kit.path] ?? kit.room : nil }

  /// Sets the level of the room of a kit; nil sets that of its file. Returns whether it was another one.
  @discardableResult
  package func set(_ level: Decibels?, of kit: Kit) -> Bool {
    let level = level == kit.room ? nil : level
    if level == own[kit.path] { return false }
    steps.record(Step(kit: kit, level: own[kit.path]))
    change(level, of: kit)
    return true
  }

  /// Gives the copy of a kit the level of that kit.
  func keep(roomOf kit: Kit?, in copy: Kit) {
    guard let kit, kit.path != copy.path, own[kit.path] != own[copy.path] else { return }
    change(own[kit.path], of: copy)
  }

  private func change(_ level: Decibels?, of kit: Kit) {
    own[kit.path] = level
    let path = kit.path
    file?.edit { KitRoomFile.set(level, of: path, in: &$0) }
    onChange(path, level)
  }

  /// Returns a level moved by a number of dB: below the lowest one it is off.
  package static func moved(_ level: Decibels, by step: Double) -> Decibels {
    let lowest = Decibels(Kit.roomLevels.lowerBound)
    if level < lowest { return step > 0 ? lowest : .silence }
    let moved = ((level.value + step) * 100).rounded() / 100
    if moved < lowest.value { return level > lowest ? lowest : .silence }
    return Decibels(min(moved, Kit.roomLevels.upperBound))
  }

  // MARK: Undo

  package func time(of direction: UndoDirection) -> ChangeTime? { steps.time(of: direction) }

  /// Undoes or redoes the last change. Returns its kit; nil if there is none.
  package func turn(_ direction: UndoDirection) -> Kit? {
    guard let step = steps.next(direction) else { return nil }
    steps.turn(direction, into: Step(kit: step.kit, level: own[step.kit.path]))
    change(step.level, of: step.kit)
    return step.kit
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
