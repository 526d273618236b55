import AudioBase
import AudioFiles
import HostTools
import SystemBase

/// Writes a sound as a 16-bit FLAC file with tags and an optional picture.
enum FLACFile {
  static func write(
    _ frames: [Frame], tags: [VorbisComment.Tag], cover: FrontCover? = nil, to path: FilePath
  ) throws(FileError) {
    try write(tags, cover, to: path, .flac16, isMono: false) { (writer) throws(FileError) in
      try frames.withUnsafeBufferPointer { buffer throws(FileError) in try writer.write(buffer) }
    }
  }

  /// Writes one channel; or two, at the highest level of compression.
  static func write(
    channels: [[Float]], tags: [VorbisComment.Tag], to path: FilePath
  ) throws(FileError) {
    if channels.count == 1 { return try write(mono: channels[0], tags: tags, to: path) }
    let frames = zip(channels[0], channels[1]).map { Frame($0, $1) }
    try write(tags, nil, to: path, .smallestFLAC16, isMono: false) { (writer) throws(FileError) in
      try frames.withUnsafeBufferPointer { buffer throws(FileError) in try writer.write(buffer) }
    }
  }

  private static func write(mono samples: [Float], tags: [VorbisComment.Tag], to path: FilePath)
    throws(FileError)
  {
    try write(tags, nil, to: path, .flac16, isMono: true) { (writer) throws(FileError) in
      try samples.withUnsafeBufferPointer { buffer throws(FileError) in try writer.write(mono: buffer) }
    }
  }

  /// Encodes into a temporary file, and writes it with other metadata.
  private static func write(
    _ tags: [VorbisComment.Tag], _ cover: FrontCover?, to path: FilePath,
    _ encoding: SndfileWriter.Encoding, isMono: Bool,
    _ body: (SndfileWriter) throws(FileError) -> Void
  ) throws(FileError) {
    let plain = FilePath(bytes: path.bytes + Array(".plain".utf8))
    let writer = try SndfileWriter(
      path: plain, sampleRate: Signal.sampleRate, encoding: encoding, isMono: isMono)
    defer { FileBytes.remove(plain) }
    try body(writer)
    try writer.close()
    var metadata = try FLACMetadata(try FileBytes.read(plain, limit: 1 << 30), subject: path.shown)
    let written = metadata.blocks.first { $0.type == FLACMetadata.vorbisComment }
    let vendor = written.flatMap { VorbisComment($0.body) }?.vendor ?? "DrumDub"
    metadata.replace(FLACMetadata.vorbisComment, with: VorbisComment(vendor: vendor, tags: tags).body)
    if let cover { metadata.replace(FLACMetadata.picture, with: cover.body) }
    try AtomicFile.replace(path, with: metadata.bytes)
  }
}

/// A PNG picture as the front cover block of a FLAC file. Source: RFC 9639, section 8.8.
struct FrontCover {
  let png: [UInt8]
  let width: Int
  let height: Int

  var body: [UInt8] {
    let frontCover = 3
    let bitsPerPixel = 24
    let mimeType = Array("image/png".utf8)
    let description = Array("Front cover".utf8)
    var body = FrontCover.number(frontCover) + FrontCover.number(mimeType.count) + mimeType
    body += FrontCover.number(description.count) + description
    for value in [width, height, bitsPerPixel, 0, png.count] { body += FrontCover.number(value) }
    return body + png
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
