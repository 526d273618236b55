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
      TagName.write(texts, to: &writer)
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
      self = .set(try TagName.texts(from: &reader))
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
      let values = try reader.texts()
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
  fileprivate static func write(_ texts: [TagName: String], to writer: inout ByteWriter) {
    writer.write(texts.sorted { $0.key.name < $1.key.name }) { writer, pair in
      writer.write(pair.key.name)
      writer.write(pair.value)
    }
  }

  fileprivate static func texts(
    from reader: inout ByteReader
  ) throws(ByteReader.Malformed) -> [TagName: String] {
    let texts = try reader.list { (reader) throws(ByteReader.Malformed) in
      let name = try reader.text()
      return (TagName(usual: name) ?? .other(name), try reader.text())
    }
    return Dictionary(texts) { first, _ in first }
  }
}

extension TagTexts {
  func write(to writer: inout ByteWriter) { TagName.write(texts, to: &writer) }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(texts: try TagName.texts(from: &reader))
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
