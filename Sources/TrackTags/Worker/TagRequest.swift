import SystemBase

/// What is asked of a tag worker: the same of several files.
package struct TagRequest: Hashable {
  package enum Subject: UInt8 {
    case track, picture
  }

  var subject: Subject
  var paths: [FilePath]

  /// More bytes of paths are not put into one request: two requests must fit into a pipe, which holds 64 KiB, so that
  /// sending never waits for a worker that itself waits to be heard.
  static let mostBytes = 16 << 10

  func write(to writer: inout ByteWriter) {
    writer.put(subject.rawValue)
    writer.put(paths) { $0.put($1.bytes) }
  }

  init(subject: Subject, paths: [FilePath]) {
    self.subject = subject
    self.paths = paths
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    guard let subject = Subject(rawValue: try reader.byte()) else { throw ByteReader.Malformed() }
    self.subject = subject
    paths = try reader.list { (reader) throws(ByteReader.Malformed) in FilePath(bytes: try reader.content()) }
  }
}
