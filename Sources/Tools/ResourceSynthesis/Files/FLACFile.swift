import AudioBase
import AudioFiles
import SystemBase

/// Writes a sound as a FLAC file with tags and an optional picture.
enum FLACFile {
  /// Writes a stereo file.
  static func write(
    _ frames: [Frame], encoding: SndfileWriter.Encoding, tags: [VorbisComment.Tag], cover: FrontCover? = nil,
    to path: FilePath
  ) throws(FileError) {
    let file = try encode(encoding, isMono: false, beside: path) { (writer) throws(FileError) in
      try frames.withUnsafeBufferPointer { buffer throws(FileError) in try writer.write(buffer) }
    }
    try write(file, tags: tags, cover: cover, to: path)
  }

  /// Writes a mono file.
  static func write(
    mono samples: [Float], encoding: SndfileWriter.Encoding, tags: [VorbisComment.Tag], to path: FilePath
  ) throws(FileError) {
    let file = try encode(encoding, isMono: true, beside: path) { (writer) throws(FileError) in
      try samples.withUnsafeBufferPointer { buffer throws(FileError) in try writer.write(mono: buffer) }
    }
    try write(file, tags: tags, cover: nil, to: path)
  }

  /// Writes an encoded file with other metadata.
  private static func write(
    _ file: [UInt8], tags: [VorbisComment.Tag], cover: FrontCover?, to path: FilePath
  ) throws(FileError) {
    var metadata = try FLACMetadata(file, subject: path.shown)
    let written = metadata.blocks.first { $0.type == FLACMetadata.vorbisComment }
    let vendor = written.flatMap { VorbisComment($0.body) }?.vendor ?? "DrumDub"
    let comment = VorbisComment(vendor: vendor, tags: tags)
    metadata.replace(FLACMetadata.vorbisComment, with: comment.body)
    if let cover { metadata.replace(FLACMetadata.picture, with: cover.body) }
    try AtomicFile.replace(path, with: metadata.bytes)
  }

  /// Encodes into a temporary file and returns its bytes.
  private static func encode(
    _ encoding: SndfileWriter.Encoding, isMono: Bool, beside path: FilePath,
    body: (SndfileWriter) throws(FileError) -> Void
  ) throws(FileError) -> [UInt8] {
    let plain = FilePath(bytes: path.bytes + Array(".plain".utf8))
    let writer = try SndfileWriter(
      path: plain, sampleRate: Signal.sampleRate, encoding: encoding, isMono: isMono)
    defer { FileBytes.remove(plain) }
    try body(writer)
    try writer.close()
    return try FileBytes.read(plain, limit: 1 << 30)
  }
}
