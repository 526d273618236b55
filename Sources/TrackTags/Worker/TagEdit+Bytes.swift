import AudioBase
import SystemBase

extension TagEdit {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .set(let texts):
      writer.put(true)
      writer.put(TagName.allCases.filter { texts[$0] != nil }) { writer, name in
        writer.put(name.rawValue)
        writer.put(texts[name] ?? "")
      }
    case .restore(let properties):
      writer.put(false)
      writer.put(properties) { writer, property in
        writer.put(property.key)
        writer.put(property.values) { $0.put($1) }
      }
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    guard try reader.flag() else {
      self = .restore(
        try reader.list { (reader) throws(ByteReader.Malformed) in
          let key = try reader.text()
          let values = try reader.list { (reader) throws(ByteReader.Malformed) in try reader.text() }
          return TagProperty(key: key, values: values)
        })
      return
    }
    let texts = try reader.list { (reader) throws(ByteReader.Malformed) in try TagName.pair(from: &reader) }
    self = .set(Dictionary(texts) { first, _ in first })
  }
}

extension TagName {
  fileprivate static func pair(
    from reader: inout ByteReader
  ) throws(ByteReader.Malformed) -> (TagName, String) {
    guard let name = TagName(rawValue: try reader.text()) else { throw ByteReader.Malformed() }
    return (name, try reader.text())
  }
}

extension TagTexts {
  func write(to writer: inout ByteWriter) {
    for name in TagName.allCases { writer.put(self[name]) }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    for name in TagName.allCases { self[name] = try reader.text() }
  }
}

extension TagEditResult {
  func write(to writer: inout ByteWriter) {
    inverse.write(to: &writer)
    writer.put(track) { $1.write(to: &$0) }
  }

  init(from reader: inout ByteReader, path: FilePath) throws(ByteReader.Malformed) {
    inverse = try TagEdit(from: &reader)
    track = try reader.optional { (reader) throws(ByteReader.Malformed) in
      try TrackInfo(from: &reader, path: path)
    }
  }
}
