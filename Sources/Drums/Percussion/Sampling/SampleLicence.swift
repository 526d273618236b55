import SystemBase

/// The file of a kit that names the songs that its samples were taken from.
enum SampleLicence {
  static let name = "LICENCE.txt"
  private static let largest = 1 << 20
  private static let heading = """
    Sounds of this kit were sampled from the songs below. The rights in a song belong to its owners: ask them before you
    publish its sound.

    """

  /// Adds the song of a sample to the licence file of a kit, which is created.
  static func add(_ sample: FilePath, from song: String) throws(FileError) {
    let file = sample.directory.appending(name)
    let former = file.exists ? try FileBytes.read(file, limit: largest) : []
    let start = former.isEmpty ? Array(heading.utf8) : former
    let gap = start.last == UInt8(ascii: "\n") ? "" : "\n"
    let line = "\(sample.lastComponent.shown): \(song.filter { $0 != "\n" && $0 != "\r" })\n"
    try AtomicFile.replace(file, with: start + Array("\(gap)\(line)".utf8))
  }
}
