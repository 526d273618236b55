import AudioBase
import SystemBase

extension TagEdit {
  private enum Kind: UInt8 {
    case restore, set, embed
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .set(let texts):
      writer.write(Kind.set.rawValue)
      writer.write(TagName.allCases.filter { texts[$0] != nil }) { writer, name in
        writer.write(name.rawValue)
        writer.write(texts[name] ?? "")
      }
    case .restore(let properties):
      writer.write(Kind.restore.rawValue)
      writer.write(properties) { $1.write(to: &$0) }
    case .embed(let properties, let picture):
      writer.write(Kind.embed.rawValue)
      writer.write(properties) { $1.write(to: &$0) }
      writer.write(picture) { $0.write($1.bytes) }
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch Kind(rawValue: try reader.byte()) {
    case .set:
      let texts = try reader.list { (reader) throws(ByteReader.Malformed) in try TagName.pair(from: &reader) }
      self = .set(Dictionary(texts) { first, _ in first })
    case .restore: self = .restore(try TagEdit.properties(from: &reader))
    case .embed:
      let properties = try TagEdit.properties(from: &reader)
      let picture = try reader.optional { (reader) throws(ByteReader.Malformed) in
        FilePath(bytes: try reader.content())
      }
      self = .embed(properties, pictureOf: picture)
    case nil: throw ByteReader.Malformed()
    }
  }

  private static func properties(from reader: inout ByteReader) throws(ByteReader.Malformed) -> [TagProperty]
  {
    try reader.list { (reader) throws(ByteReader.Malformed) in
      let key = try reader.text()
      let values = try reader.list { (reader) throws(ByteReader.Malformed) in try reader.text() }
      return TagProperty(key: key, values: values)
    }
  }
}

extension TagProperty {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(key)
    writer.write(values) { $0.write($1) }
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
    for name in TagName.allCases { writer.write(self[name]) }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    for name in TagName.allCases { self[name] = try reader.text() }
  }
}

extension TagEditResult {
  func write(to writer: inout ByteWriter) {
    inverse.write(to: &writer)
    writer.write(track) { $1.write(to: &$0) }
  }

  init(from reader: inout ByteReader, path: FilePath) throws(ByteReader.Malformed) {
    inverse = try TagEdit(from: &reader)
    track = try reader.optional { (reader) throws(ByteReader.Malformed) in
      try TrackInfo(from: &reader, path: path)
    }
  }
}
