import AudioBase
import SystemBase

/// A request to a tag worker: the same for several files.
struct TagRequest: Hashable {
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

  /// The limit of the paths of a request, in bytes. Two requests must fit into the buffer of the socket, so that
  /// sending does not block while the worker waits for its answers to be read.
  static let mostBytes = 16 << 10
}

extension TagRequest {
  func write(to writer: inout ByteWriter) {
    subject.write(to: &writer)
    writer.write(paths) { $0.write($1.bytes) }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    subject = try Subject(from: &reader)
    paths = try reader.list { (reader) throws(ByteReader.Malformed) in FilePath(bytes: try reader.content()) }
  }
}

extension TagRequest.Subject {
  /// The subjects by their numbers in messages; an edit has the number after them.
  private static let plain: [TagRequest.Subject] = [.track, .picture, .lyrics, .texts]

  func write(to writer: inout ByteWriter) {
    let plain = TagRequest.Subject.plain
    writer.write(UInt8(plain.firstIndex(of: self) ?? plain.count))
    if case .edit(let edit) = self { edit.write(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let (number, plain) = (Int(try reader.byte()), TagRequest.Subject.plain)
    guard number <= plain.count else { throw ByteReader.Malformed() }
    self = number < plain.count ? plain[number] : .edit(try TagEdit(from: &reader))
  }
}

/// The answer of a tag worker about a file.
package enum TagAnswer: Hashable, Sendable {
  case track(TrackInfo)
  /// The best picture; nil if the file has none.
  case picture(PictureData?)
  /// The lyrics, plain or in the LRC format; nil if the file has none.
  case lyrics(String?)
  /// The texts of the tags that can be changed.
  case texts(TagTexts)
  case edited(TagEditResult)
  case failed(FileError)
}

extension TagAnswer {
  private enum Kind: UInt8 {
    case track, picture, noPicture, failure, lyrics, texts, edited
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .track(let track):
      writer.write(Kind.track.rawValue)
      track.write(to: &writer)
    case .picture(nil): writer.write(Kind.noPicture.rawValue)
    case .picture(let data?):
      writer.write(Kind.picture.rawValue)
      data.picture.write(to: &writer)
      writer.write(data.bytes)
    case .lyrics(let text):
      writer.write(Kind.lyrics.rawValue)
      writer.write(text)
    case .texts(let texts):
      writer.write(Kind.texts.rawValue)
      texts.write(to: &writer)
    case .edited(let result):
      writer.write(Kind.edited.rawValue)
      result.write(to: &writer)
    case .failed(let error):
      writer.write(Kind.failure.rawValue)
      error.write(to: &writer)
    }
  }

  /// Reads the answer to a request.
  ///
  /// - Parameters:
  ///   - subject: the subject of the request; an answer about another subject is malformed.
  ///   - path: the path in the request, which is not part of the answer.
  init(
    from reader: inout ByteReader, _ subject: TagRequest.Subject, path: FilePath
  ) throws(ByteReader.Malformed) {
    switch (Kind(rawValue: try reader.byte()), subject) {
    case (.track, .track): self = .track(try TrackInfo(from: &reader, path: path))
    case (.noPicture, .picture): self = .picture(nil)
    case (.picture, .picture):
      let picture = try TrackPicture(from: &reader)
      self = .picture(PictureData(picture: picture, bytes: try reader.content()))
    case (.lyrics, .lyrics): self = .lyrics(try reader.optionalText())
    case (.texts, .texts): self = .texts(try TagTexts(from: &reader))
    case (.edited, .edit): self = .edited(try TagEditResult(from: &reader, path: path))
    case (.failure, _):
      self = .failed(try FileError(from: &reader, path: path))
    case (.track, _), (.picture, _), (.noPicture, _), (.lyrics, _), (.texts, _), (.edited, _), (nil, _):
      throw ByteReader.Malformed()
    }
  }
}

extension FileError {
  func write(to writer: inout ByteWriter) {
    writer.write(code.rawValue)
    writer.write(detail)
  }

  init(from reader: inout ByteReader, path: FilePath) throws(ByteReader.Malformed) {
    guard let code = FileError.Code(rawValue: try reader.byte()) else { throw ByteReader.Malformed() }
    self.init(code, path.shown, detail: try reader.optionalText())
  }
}
