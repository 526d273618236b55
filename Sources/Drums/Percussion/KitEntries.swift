import SystemBase

/// A file of what the user has chosen for kits, an entry each: `{kits:[{path,…}]}`.
enum KitEntries {
  /// Returns the values by the paths of the kits. Entries without a value are left out.
  ///
  /// - Throws: `damaged`.
  static func decode<Value>(
    _ bytes: [UInt8], subject: String, _ value: (inout JSONMembers) -> Value?
  ) throws(FileError) -> [FilePath: Value] {
    var members = try JSONMembers(bytes, subject: subject)
    var values: [FilePath: Value] = [:]
    for var entry in try members.objects("kits") {
      guard let path = try? entry.path("path"), let value = value(&entry) else { continue }
      values[path] = value
    }
    return values
  }

  /// Sets or (nil) removes the entry of a kit. A file that cannot be read stays as it is; what others have added is kept.
  static func set(_ entry: JSONObject?, of kit: FilePath, in bytes: inout [UInt8], subject: String) {
    var kits: [JSONObject] = []
    var unknown = JSONObject()
    if !bytes.isEmpty {
      guard var members = try? JSONMembers(bytes, subject: subject),
        let entries = try? members.objects("kits")
      else { return }
      for var entry in entries {
        let whole = entry.rest
        if (try? entry.path("path")) != kit { kits.append(whole) }
      }
      unknown = members.rest
    }
    if var entry {
      entry.append(path: kit)
      kits.append(entry)
    }
    bytes = JSONWriter.bytes(of: .object(JSONObject(["kits": kits], unknown: unknown)))
  }
}
