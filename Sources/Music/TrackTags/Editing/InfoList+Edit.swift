import Containers
import Documents
import SystemBase

extension InfoList {
  /// Returns the items that have the values of properties, as UTF-8 or in the code page of the file; an item without
  /// bytes is to be removed. A list has one item for several values.
  func items(for properties: [TagProperty]) -> [Item] {
    properties.flatMap { property -> [Item] in
      let names = InfoList.names[property.key] ?? []
      let present = names.filter { name in items.contains { $0.name == name } }
      let bytes = encoded(property.values.joined(separator: ", "))
      return (present.isEmpty ? Array(names.suffix(1)) : present).map { Item(name: $0, bytes: bytes) }
    }
  }

  private func encoded(_ text: String) -> [UInt8] {
    let utf8 = Array(text.utf8)
    guard let encoding = codePage.flatMap(TextEncoding.init(codePage:)),
      let bytes = CharsetConverter.bytes(of: utf8, in: encoding),
      // What is valid UTF-8 is read as such.
      bytes == utf8 || String(validating: bytes, as: UTF8.self) == nil
    else { return utf8 }
    return bytes
  }
}
