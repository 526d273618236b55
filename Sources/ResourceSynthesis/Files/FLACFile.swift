import AudioBase
import AudioFiles
import SystemBase

/// Writes a sound as a FLAC file with tags and an optional picture.
enum FLACFile {
  static func write(
    _ frames: [Frame], encoding: SndfileWriter.Encoding, tags: [VorbisComment.Tag], cover: FrontCover? = nil,
    to path: FilePath
  ) throws(FileError) {
    var metadata = try FLACMetadata(encode(frames, encoding, beside: path), subject: path.shown)
    let written = metadata.blocks.first { $0.type == FLACMetadata.vorbisComment }
    let vendor = written.flatMap { VorbisComment($0.body) }?.vendor ?? "DrumDub"
    let comment = VorbisComment(vendor: vendor, tags: tags)
    metadata.replace(FLACMetadata.vorbisComment, with: comment.body)
    if let cover { metadata.replace(FLACMetadata.picture, with: cover.body) }
    try FileBytes.replace(path, with: metadata.bytes)
  }

  /// Encodes into a temporary file and returns its bytes.
  private static func encode(
    _ frames: [Frame], _ encoding: SndfileWriter.Encoding, beside path: FilePath
  ) throws(FileError) -> [UInt8] {
    let plain = FilePath(bytes: path.bytes + Array(".plain".utf8))
    let writer = try SndfileWriter(path: plain, sampleRate: Signal.sampleRate, encoding: encoding)
    defer { FileBytes.remove(plain) }
    try frames.withUnsafeBufferPointer { buffer throws(FileError) in try writer.write(buffer) }
    try writer.close()
    return try FileBytes.read(plain, limit: 1 << 30)
  }
}
