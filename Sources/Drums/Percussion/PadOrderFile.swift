import SystemBase

/// The file of the orders of pads that the user has made, each kept for its kit: `{kits:[{path,pads}]}`, where `pads` are the
/// numbers of the pads at the places from 1.
package enum PadOrderFile {
  private static let subject = "pad-orders.json"

  /// Returns the orders by the paths of the kits. Entries that are no order are left out.
  ///
  /// - Throws: `damaged`.
  package static func decode(_ bytes: [UInt8]) throws(FileError) -> [FilePath: PadOrder] {
    try KitEntries.decode(bytes, subject: subject) { entry in
      (try? entry.integers("pads")).flatMap { PadOrder($0) }
    }
  }

  /// Sets or (nil) removes the order of a kit. A file that cannot be read stays as it is; what others have added is kept.
  package static func set(_ order: PadOrder?, of kit: FilePath, in bytes: inout [UInt8]) {
    KitEntries.set(order.map { ["pads": $0.numbers] }, of: kit, in: &bytes, subject: subject)
  }
}
