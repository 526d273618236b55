import Glibc
import SystemBase

/// Makes a library of tiny tagged files: albums of twelve tracks in MP3, FLAC and Opus, a third of them with a picture.
/// The files are the same in each run.
struct LibraryMaker {
  private static let words = [
    "Night", "River", "Static", "Golden", "Paper", "Engines", "Winter", "Signal", "Glass", "Hollow", "Summer",
    "Machine", "Größe", "Señor", "Ночь", "Сигнал", "夜", "東京", "Velvet", "Stations",
  ]

  private let flac: [UInt8]
  private var random = SeededGenerator(seed: 4)

  init() throws(Failure) { flac = try TaggedFLAC.sound() }

  /// Creates music files.
  ///
  /// - Parameter folder: is created for the files.
  mutating func make(_ count: Int, in folder: String) throws(Failure) {
    var made = 0
    while made < count {
      let album = AlbumTags(number: made / 12, words: LibraryMaker.words, using: &random)
      let place = "\(folder)/\(album.artist)/\(made / 12) \(album.title)"
      do throws(FileError) {
        try FileBytes.makeFolder(FilePath(place))
      } catch {
        throw Failure(error)
      }
      for track in 1...min(12, count - made) {
        let tags = album.track(track, words: LibraryMaker.words, using: &random)
        let (ending, bytes) = file(album.number, tags, album.picture)
        try LibraryMaker.write(bytes, to: "\(place)/\(track) \(tags.title).\(ending)")
      }
      made += min(12, count - made)
    }
  }

  /// Makes hard links to all files of a folder in another folder.
  static func link(_ folder: String, to other: String) throws(Failure) {
    guard let copier = ProgramFinder.find("cp") else { throw Failure("cp is not installed") }
    let code = try Child(copier, ["-rl", "--", folder, other], environment: []).waitForEnd()
    guard code == 0 else { throw Failure("cp -rl \(folder) \(other): exit code \(code)") }
  }

  private func file(_ album: Int, _ tags: TrackTags, _ picture: [UInt8]) -> (ending: String, bytes: [UInt8]) {
    switch album % 10 {
    case 0..<5: ("mp3", MP3File.bytes(tags, picture))
    case 5..<8: ("flac", TaggedFLAC.bytes(tags, picture, sound: flac))
    default: ("opus", OpusFile.bytes(tags))
    }
  }

  /// Writes a file without syncing it, as cp(1) does.
  private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure("\(path): \(SystemError.text)") }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Failure("\(path): \(SystemError.text)")
    }
  }
}
