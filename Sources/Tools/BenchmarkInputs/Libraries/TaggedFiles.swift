import AudioBase
import AudioFiles
import HostTools
import SystemBase

/// Makes the same library of tiny tagged files each time: albums in MP3, a third with a picture, and FLAC.
package struct TaggedFiles {
  private static let words = [
    "Night", "River", "Static", "Golden", "Paper", "Engines", "Winter", "Signal", "Glass", "Hollow", "Summer",
    "Machine", "Größe", "Señor", "Ночь", "Сигнал", "夜", "東京", "Velvet", "Stations",
  ]

  /// A FLAC file of a short tone, as libsndfile writes it.
  private let flac: FLACMetadata
  private var random = SeededGenerator(seed: 4)

  package init() throws(FileError) {
    let folder = try Scratch.makeFolder(for: "bench")
    defer { FileBytes.removeFolder(folder) }
    let path = folder.appending("tone.flac")
    let writer = try SndfileWriter(path: path, sampleRate: SampleRate(44_100), encoding: .flac16)
    let frames = (0..<22_050).map { Frame(repeating: Float($0 % 100 < 50 ? 0.1 : -0.1)) }
    try frames.withUnsafeBufferPointer { buffer throws(FileError) in try writer.write(buffer) }
    try writer.close()
    flac = try FLACMetadata(try FileBytes.read(path, limit: 1 << 20), subject: path.shown)
  }

  /// Writes this number of files into a folder.
  package func make(_ count: Int, in folder: String) throws(FileError) {
    var copy = self
    for number in 0..<(count + 11) / 12 {
      try copy.makeAlbum(number, tracks: min(12, count - number * 12), in: folder)
    }
  }

  private mutating func makeAlbum(_ number: Int, tracks: Int, in folder: String) throws(FileError) {
    let words = TaggedFiles.words
    let artist = "\(words[number / 3 % words.count]) \(words[number / 7 % words.count])"
    let album = phrase()
    let genre = ["Rock", "Electronic", "Jazz", "Classical", "Folk"][number % 5]
    // The signature of a JPEG file, then noise.
    let picture: [UInt8] =
      number % 3 > 0
      ? [] : [0xFF, 0xD8, 0xFF, 0xE0] + (0..<30_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let place = "\(folder)/\(artist)/\(number) \(album)"
    try FileBytes.makeFolder(FilePath(place))
    for track in 1...tracks {
      let title = phrase()
      let tags = [
        ("TITLE", "TIT2", title), ("ARTIST", "TPE1", artist), ("ALBUM", "TALB", album),
        ("TRACKNUMBER", "TRCK", "\(track)"), ("DATE", "TDRC", "\(1955 + number % 70)"),
        ("GENRE", "TCON", genre),
      ]
      let (kind, bytes) =
        number % 5 < 3
        ? ("mp3", TaggedFiles.mp3(tags.map { ($0.1, $0.2) }, picture))
        : ("flac", flac(tags.map { VorbisComment.Tag($0.0, $0.2) }))
      // Without syncing it, as cp(1) does.
      try FileBytes.write(bytes, to: FilePath("\(place)/\(track) \(title).\(kind)"))
    }
  }

  private mutating func phrase() -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      TaggedFiles.words[Int.random(in: 0..<TaggedFiles.words.count, using: &random)]
    }.joined(separator: " ")
  }

  /// Returns an MP3 file of a silent second: an ID3v2.4 tag and 38 frames of 128 kbit/s at 44.1 kHz (ISO 11172-3).
  private static func mp3(_ tags: [(name: String, text: String)], _ picture: [UInt8]) -> [UInt8] {
    // Four bytes of seven bits.
    func size(_ size: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) } }
    func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + size(content.count) + [0, 0] + content
    }
    var frames = tags.flatMap { frame($0.name, [3] + Array($0.text.utf8)) }
    if !picture.isEmpty { frames += frame("APIC", [0] + Array("image/jpeg".utf8) + [0, 3, 0] + picture) }
    let sound = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
    return Array("ID3".utf8) + [4, 0, 0] + size(frames.count) + frames + (0..<38).flatMap { _ in sound }
  }

  /// Returns a FLAC file of the tone with tags.
  private func flac(_ tags: [VorbisComment.Tag]) -> [UInt8] {
    var file = flac
    let comment = VorbisComment(vendor: "drumdub-bench", tags: tags)
    file.replace(FLACMetadata.vorbisComment, with: comment.body)
    return file.bytes
  }
}
