import SystemBase

/// What a SoundFont contains: the names of its presets. Samples are not read.
///
/// Source: SoundFont Technical Specification 2.04, sections 4 and 7.2. Files of version 3 differ in the samples alone.
package struct SoundFont: Hashable, Sendable {
  /// A sound that plays notes.
  package struct Preset: Hashable, Sendable {
    package let name: String
    /// 0–127; 128 for drums, with a sound for each key.
    package let bank: Int
    /// 0–127.
    package let program: Int
  }

  /// The bank of drums.
  package static let drums = 128
  /// The endings of the names of files.
  package static let extensions = ["sf2", "sf3"]
  private static let largestList = 16 << 20
  private static let mostChunks = 64

  package let path: FilePath
  /// In the order of banks and programs.
  package let presets: [Preset]

  /// The name of the file without its ending.
  package var name: String { SoundFont.name(path) }

  static func name(_ path: FilePath) -> String { FilePath(path.lastComponent.stem).shown }

  /// Reads a file.
  ///
  /// - Throws: `unsupported` for another file; `endsEarly`; `damaged`; errors of reading.
  package init(_ path: FilePath) throws(FileError) {
    self.path = path
    let bytes = try SoundFont.presetData(path)
    presets = try SoundFont.presets(bytes, path).sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
  }

  /// Reads the chunks that describe presets, instruments and samples.
  ///
  /// - Throws: `unsupported` for another file; `endsEarly`; `damaged`; errors of reading.
  static func presetData(_ path: FilePath) throws(FileError) -> [UInt8] {
    let file = try RegularFile(path, otherwise: .unsupported)
    let header = try file.read(at: 0, count: 12)
    guard header.starts(with: "RIFF".utf8), header.dropFirst(8).elementsEqual("sfbk".utf8) else {
      throw FileError(.unsupported, path.shown, detail: "it is not a SoundFont")
    }
    let end = number(header[...], at: 4, bytes: 4) + 8
    guard file.size >= end else { throw FileError(.endsEarly, path.shown) }
    return try list("pdta", of: file, from: 12, to: end)
  }

  /// Returns the content of a list of chunks.
  private static func list(
    _ name: String, of file: borrowing RegularFile, from start: Int, to end: Int
  ) throws(FileError) -> [UInt8] {
    var offset = start
    for _ in 0..<mostChunks where offset + 12 <= end {
      let header = try file.read(at: offset, count: 12)
      guard header.count == 12 else { break }
      let size = number(header[...], at: 4, bytes: 4)
      if header[8...].elementsEqual(name.utf8), (4...largestList).contains(size) {
        return try file.read(at: offset + 12, count: size - 4)
      }
      offset += 8 + size + size % 2
    }
    throw FileError(.damaged, file.subject, detail: "it has no list of presets")
  }

  /// Reads the headers of the presets, of 38 bytes; the last one ends the list.
  private static func presets(_ list: [UInt8], _ path: FilePath) throws(FileError) -> [Preset] {
    guard let content = chunk("phdr", in: list), content.count >= 76, content.count % 38 == 0 else {
      throw FileError(.damaged, path.shown, detail: "it has no presets")
    }
    return stride(from: 0, to: content.count - 38, by: 38).map { offset in
      let header = content.dropFirst(offset)
      return Preset(
        name: text(header.prefix(20)), bank: number(header, at: 22, bytes: 2),
        program: number(header, at: 20, bytes: 2))
    }
  }

  /// Returns the content of a chunk; nil if it is not whole or missing.
  static func chunk(_ name: String, in list: [UInt8]) -> ArraySlice<UInt8>? {
    var offset = 0
    while offset + 8 <= list.count {
      let size = number(list[offset...], at: 4, bytes: 4)
      let content = list[(offset + 8)...].prefix(size)
      if content.count == size, list[offset...].starts(with: name.utf8) { return content }
      offset += 8 + size + size % 2
    }
    return nil
  }

  /// Returns a name of a record, which zeros fill.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    FilePath(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)).shown
  }

  /// Returns a number of one to four bytes at an offset from the start of a slice.
  static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, bytes count: Int) -> Int {
    (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[bytes.startIndex + offset + $1]) }
  }
}
