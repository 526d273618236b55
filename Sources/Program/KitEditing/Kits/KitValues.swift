import Percussion
import SystemBase

/// Values of kits: the usual ones, unless the user has set others, each of which is kept for its kit in a file. Changes can be
/// undone. Main thread; no function but `use` waits.
@MainActor
package final class KitValues<Value: Equatable & Sendable> {
  /// The value that the user has set for a kit; nil for the usual one.
  private struct Step {
    let kit: Kit
    let value: Value?
  }

  /// Returns the value of a kit for which the user has set none. The caller shows the change.
  package var usual: (Kit) -> Value { didSet { last = nil } }
  /// The last usual value, since each drawing of the list of pads asks for it.
  private var last: (kit: Kit, value: Value)?
  private var own: [FilePath: Value] = [:]
  private var steps = UndoStack<Step>(limit: 50)
  private let format: KitValueFile<Value>
  /// Whether a value that was set for a kit suits it as it is now.
  private let isPossible: (Value, Kit) -> Bool
  private var file: SavedFile?
  /// Called with the path of a kit for which another value is set; nil for the usual one.
  package var onChange: (FilePath, Value?) -> Void = { _, _ in }

  init(
    _ format: KitValueFile<Value>, isPossible: @escaping (Value, Kit) -> Bool = { _, _ in true },
    usual: @escaping (Kit) -> Value
  ) {
    (self.format, self.isPossible, self.usual) = (format, isPossible, usual)
  }

  /// Reads the values of a file, and stores others in it.
  ///
  /// - Throws: errors of reading, `notFound` among them. Others are stored all the same.
  package func use(_ file: SavedFile) throws(FileError) {
    self.file = file
    own = try format.values(at: file.path)
    for (path, value) in own { onChange(path, value) }
  }

  package func value(of kit: Kit) -> Value {
    if let own = own[kit.path], isPossible(own, kit) { return own }
    if let last, last.kit == kit { return last.value }
    let value = usual(kit)
    last = (kit, value)
    return value
  }

  /// Sets the value of a kit; nil sets the usual one. Returns whether it was another one.
  @discardableResult
  package func set(_ value: Value?, of kit: Kit) -> Bool {
    let value = value == usual(kit) ? nil : value
    if value == own[kit.path] { return false }
    steps.record(Step(kit: kit, value: own[kit.path]))
    change(value, of: kit.path)
    return true
  }

  /// Gives the copy of a kit the value of that kit.
  func keep(valueOf kit: Kit?, in copy: Kit) {
    guard let kit, kit.path != copy.path else { return }
    let value = value(of: kit)
    if value != self.value(of: copy) { change(value == usual(copy) ? nil : value, of: copy.path) }
  }

  private func change(_ value: Value?, of path: FilePath) {
    own[path] = value
    file?.edit { [format] in format.set(value, of: path, in: &$0) }
    onChange(path, value)
  }

  // MARK: Undo

  package func time(of direction: UndoDirection) -> ChangeTime? { steps.time(of: direction) }

  /// Undoes or redoes the last change. Returns its kit; nil if there is none.
  package func turn(_ direction: UndoDirection) -> Kit? {
    guard let step = steps.next(direction) else { return nil }
    steps.turn(direction, into: Step(kit: step.kit, value: own[step.kit.path]))
    change(step.value, of: step.kit.path)
    return step.kit
  }
}
