import SystemBase

/// A file of the values that the user has set for kits, an entry each: `{kits:[{path,…}]}`.
package struct KitValueFile<Value: Sendable>: Sendable {
  let name: String
  /// Returns the value of an entry; nil if it has none.
  let value: @Sendable (inout JSONMembers) -> Value?
  let entry: @Sendable (Value) -> JSONObject

  /// Reads the values by the paths of the kits. Entries without a value are left out.
  ///
  /// - Throws: errors of reading, `notFound` among them; `damaged`.
  package func values(at path: FilePath) throws(FileError) -> [FilePath: Value] {
    try decode(try FileBytes.read(path, limit: 1 << 20))
  }

  func decode(_ bytes: [UInt8]) throws(FileError) -> [FilePath: Value] {
    var members = try JSONMembers(bytes, subject: name)
    var values: [FilePath: Value] = [:]
    for var entry in try members.objects("kits") {
      guard let path = try? entry.path("path"), let value = value(&entry) else { continue }
      values[path] = value
    }
    return values
  }

  /// Sets or (nil) removes the value of a kit. A file that cannot be read stays as it is; what others have added is kept.
  package func set(_ value: Value?, of kit: FilePath, in bytes: inout [UInt8]) {
    var kits: [JSONObject] = []
    var unknown = JSONObject()
    if !bytes.isEmpty {
      guard var members = try? JSONMembers(bytes, subject: name),
        let entries = try? members.objects("kits")
      else { return }
      for var entry in entries {
        let whole = entry.rest
        if (try? entry.path("path")) != kit { kits.append(whole) }
      }
      unknown = members.rest
    }
    if var entry = value.map(entry) {
      entry.append(path: kit)
      kits.append(entry)
    }
    bytes = JSONWriter.bytes(of: .object(JSONObject(["kits": kits], unknown: unknown)))
  }
}
