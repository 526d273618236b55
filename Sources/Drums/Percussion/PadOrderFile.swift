import SystemBase

/// The file of the orders of pads that the user has made, each kept for its kit: `{kits:[{path,pads}]}`, where `pads` are the
/// numbers of the pads at the places from 1.
package enum PadOrderFile {
  private static let subject = "pad-orders.json"

  /// Returns the orders by the paths of the kits. Entries that are no order are left out.
  ///
  /// - Throws: `damaged`.
  package static func decode(_ bytes: [UInt8]) throws(FileError) -> [FilePath: PadOrder] {
    var members = try JSONMembers(bytes, subject: subject)
    var orders: [FilePath: PadOrder] = [:]
    for var entry in try members.objects("kits") {
      guard let path = try? entry.path("path"), let numbers = try? entry.integers("pads"),
        let order = PadOrder(numbers)
      else { continue }
      orders[path] = order
    }
    return orders
  }

  /// Sets or (nil) removes the order of a kit. A file that cannot be read stays as it is; what others have added is kept.
  package static func set(_ order: PadOrder?, of kit: FilePath, in bytes: inout [UInt8]) {
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
    if let order {
      var entry: JSONObject = ["pads": order.numbers]
      entry.append(path: kit)
      kits.append(entry)
    }
    bytes = JSONWriter.bytes(of: .object(JSONObject(["kits": kits], unknown: unknown)))
  }
}
