import Effects
import SystemBase

/// What a plug-in has saved, as the files of mixers hold it: a list of `{key, type, value}`, the value in Base64.
enum UnitStateFile {
  private static let mostProperties = 8192
  /// The most bytes of all values of a unit.
  private static let mostBytes = 1 << 20

  /// Reads the state of a unit; nil if it has none.
  ///
  /// - Throws: `damaged` with the place in the file if a value is not valid or the state is too large.
  static func read(_ members: inout JSONMembers) throws(FileError) -> UnitState? {
    guard let objects = try members.objectsIfPresent("state") else { return nil }
    guard objects.count <= mostProperties else {
      throw members.error("state", "at most \(mostProperties) values are possible")
    }
    var bytes = 0
    var state = UnitState(properties: [])
    for var object in objects {
      let (key, type) = (try object.text("key"), try object.text("type"))
      guard let value = Base64.decode(try object.text("value")) else {
        throw object.error("value", "Base64 is expected")
      }
      state.properties.append(UnitState.Property(key: key, type: type, bytes: value))
      bytes += value.count
      guard state.properties.last?.isValid == true else {
        throw object.error("value", "it is no value of the type \(FilePath(type).shown)")
      }
      guard bytes <= mostBytes else { throw members.error("state", "it is larger than \(mostBytes) bytes") }
    }
    return state.properties.isEmpty ? nil : state
  }

  static func value(_ state: UnitState) -> [JSONObject] {
    state.properties.map { property in
      ["key": property.key, "type": property.type, "value": Base64.encode(property.bytes)]
    }
  }
}
