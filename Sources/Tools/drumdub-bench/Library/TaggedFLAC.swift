import AudioBase
import AudioFiles
import SystemBase

/// Makes FLAC files (RFC 9639) of a short tone with given comments and picture.
enum TaggedFLAC {
  /// Returns the sound with its STREAMINFO block, as libsndfile writes it.
  static func sound() throws(Failure) -> [UInt8] {
    let home = try ScratchFolder()
    let path = FilePath(home.file("tone.flac"))
    let frames = (0..<22_050).map { Frame(repeating: Float($0 % 100 < 50 ? 0.1 : -0.1)) }
    do throws(FileError) {
      let writer = try SndfileWriter(path: path, sampleRate: SampleRate(44_100), encoding: .flac16)
      try frames.withUnsafeBufferPointer(writer.write)
      try writer.close()
      return try FileBytes.read(path, limit: 1 << 20)
    } catch {
      throw Failure(error)
    }
  }

  static func bytes(_ tags: TrackTags, _ picture: [UInt8], sound: [UInt8]) -> [UInt8] {
    // The signature and the first block: a header of 4 bytes and 34 bytes of content.
    var bytes = Array(sound[..<42])
    bytes[4] &= 0x7F
    let comments = VorbisComments.bytes(tags)
    bytes += block(4, comments, isLast: picture.isEmpty)
    if !picture.isEmpty {
      let mime = Array("image/jpeg".utf8)
      let head =
        big(3) + big(mime.count) + mime + big(0) + big(8) + big(8) + big(24) + big(0) + big(picture.count)
      bytes += block(6, head + picture, isLast: true)
    }
    return bytes + sound[audioStart(sound)...]
  }

  private static func audioStart(_ sound: [UInt8]) -> Int {
    var offset = 4
    while true {
      let isLast = sound[offset] & 0x80 != 0
      offset += 4 + Int(sound[offset + 1]) << 16 + Int(sound[offset + 2]) << 8 + Int(sound[offset + 3])
      if isLast { return offset }
    }
  }

  private static func block(_ kind: UInt8, _ content: [UInt8], isLast: Bool) -> [UInt8] {
    [kind | (isLast ? 0x80 : 0)] + big(content.count)[1...] + content
  }

  private static func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
}

/// Encodes the comments of FLAC and Ogg (Vorbis I specification, section 5).
enum VorbisComments {
  static func bytes(_ tags: TrackTags) -> [UInt8] {
    let vendor = Array("drumdub-bench".utf8)
    let comments = tags.comments.map { Array($0.utf8) }
    return little(vendor.count) + vendor + little(comments.count) + comments.flatMap { little($0.count) + $0 }
  }

  static func little(_ number: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(number >> $0 & 0xFF) } }
}
