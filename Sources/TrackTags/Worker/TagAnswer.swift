import AudioBase
import Synchronization
import SystemBase

/// What a tag worker says of one file.
package enum TagAnswer: Hashable, Sendable {
  case track(TrackInfo)
  /// nil where the file has none.
  case picture(PictureData?)
  case failed(FileError)
}

extension TagAnswer {
  private enum Kind: UInt8 {
    case track, picture, noPicture, failure
  }

  package func write(to writer: inout ByteWriter) {
    switch self {
    case .track(let track):
      writer.put(Kind.track.rawValue)
      track.write(to: &writer)
    case .picture(nil): writer.put(Kind.noPicture.rawValue)
    case .picture(let data?):
      writer.put(Kind.picture.rawValue)
      data.picture.write(to: &writer)
      writer.put(data.bytes)
    case .failed(let error):
      writer.put(Kind.failure.rawValue)
      writer.put(error.code.number)
      writer.put(error.detail)
    }
  }

  /// - Parameters:
  ///   - subject: what was asked for: an answer to something else is none.
  ///   - path: the file that was asked for: it is not sent back.
  package init(
    from reader: inout ByteReader, _ subject: TagRequest.Subject, path: FilePath
  ) throws(ByteReader.Malformed) {
    switch (Kind(rawValue: try reader.byte()), subject) {
    case (.track, .track): self = .track(try TrackInfo(from: &reader, path: path))
    case (.noPicture, .picture): self = .picture(nil)
    case (.picture, .picture):
      let picture = try TrackPicture(from: &reader)
      self = .picture(PictureData(picture: picture, bytes: try reader.content()))
    case (.failure, _):
      guard let code = FileError.Code(number: try reader.byte()) else { throw ByteReader.Malformed() }
      self = .failed(FileError(code, path.shown, detail: try reader.optionalText()))
    case (.track, .picture), (.picture, .track), (.noPicture, .track), (nil, _): throw ByteReader.Malformed()
    }
  }
}

extension FileError.Code {
  private static let numbered: [FileError.Code] = [
    .notFound, .notPermitted, .isDirectory, .empty, .notAudio, .unsupported, .damaged, .endsEarly,
    .noSpace, .writeFailed, .readFailed,
  ]

  /// By which the two sides of a pipe name it.
  fileprivate var number: UInt8 {
    UInt8(FileError.Code.numbered.firstIndex(of: self) ?? FileError.Code.numbered.count - 1)
  }

  fileprivate init?(number: UInt8) {
    guard number < FileError.Code.numbered.count else { return nil }
    self = FileError.Code.numbered[Int(number)]
  }
}

/// An answer that one thread waits for and another brings.
final class TagReply: Sendable {
  private let answer = Mutex<TagAnswer?>(nil)
  private let signal = WakeSignal()

  func put(_ answer: TagAnswer) {
    self.answer.withLock { $0 = answer }
    signal.wake()
  }

  func wait() -> TagAnswer {
    while true {
      if let answer = answer.withLock({ $0 }) { return answer }
      signal.wait(milliseconds: nil)
    }
  }
}
