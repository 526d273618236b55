import SystemBase

/// A request to a tag worker: the same for several files.
struct TagRequest: Hashable {
  /// The requested information.
  enum Subject: UInt8 {
    case track, picture, lyrics
  }

  var subject: Subject
  var paths: [FilePath]

  /// The limit of the paths of a request, in bytes. Two requests must fit into a pipe of 64 KiB, so that
  /// sending does not block while the worker waits for its answers to be read.
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
