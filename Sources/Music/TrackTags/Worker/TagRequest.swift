import SystemBase

/// A request to a tag worker: the same for several files.
struct TagRequest: Hashable {
  /// The requested information.
  enum Subject: Hashable {
    case track, picture, lyrics
    /// The texts of the tags that can be changed.
    case texts
    /// A change of the tags; the file is named alone.
    case edit(TagEdit)

    /// Whether it changes files: it must not be sent twice.
    var isEdit: Bool { if case .edit = self { true } else { false } }
  }

  var subject: Subject
  var paths: [FilePath]

  /// The limit of the paths of a request, in bytes. Two requests must fit into a pipe of 64 KiB, so that
  /// sending does not block while the worker waits for its answers to be read.
  static let mostBytes = 16 << 10

  func write(to writer: inout ByteWriter) {
    subject.write(to: &writer)
    writer.write(paths) { $0.write($1.bytes) }
  }

  init(subject: Subject, paths: [FilePath]) {
    self.subject = subject
    self.paths = paths
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    subject = try Subject(from: &reader)
    paths = try reader.list { (reader) throws(ByteReader.Malformed) in FilePath(bytes: try reader.content()) }
  }
}

extension TagRequest.Subject {
  private enum Kind: UInt8 {
    case track, picture, lyrics, texts, edit
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .track: writer.write(Kind.track.rawValue)
    case .picture: writer.write(Kind.picture.rawValue)
    case .lyrics: writer.write(Kind.lyrics.rawValue)
    case .texts: writer.write(Kind.texts.rawValue)
    case .edit(let edit):
      writer.write(Kind.edit.rawValue)
      edit.write(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch Kind(rawValue: try reader.byte()) {
    case .track: self = .track
    case .picture: self = .picture
    case .lyrics: self = .lyrics
    case .texts: self = .texts
    case .edit: self = .edit(try TagEdit(from: &reader))
    case nil: throw ByteReader.Malformed()
    }
  }
}
