import SystemBase

/// Reads the names of the stems in an MP4 file of five sound tracks: their mix, then the stems (Native Instruments, Stem
/// format). The box `moov/udta/stem` has them as JSON.
package enum MP4Stems {
  /// The limit in bytes of the box.
  private static let limit = 1 << 20

  /// Returns the index of the sound track that is the mix; nil if the file has no stems.
  package static func mix(of file: borrowing RegularFile) throws(FileError) -> Int? {
    try box(of: file) == nil ? nil : 0
  }

  /// Returns the names of the sound tracks after the first one; nil if the file has no stems. A name that is not stated is
  /// empty.
  package static func names(of file: borrowing RegularFile) throws(FileError) -> [String]? {
    guard let content = try box(of: file)?.content else { return nil }
    let bytes = try file.read(at: content.lowerBound, count: min(content.count, limit))
    guard case .object(let members)? = try? JSONReader.read(Array(bytes.prefix { $0 != 0 })),
      case .array(let stems)? = members["stems"]
    else { return [] }
    return stems.map { stem in
      if case .object(let members) = stem, case .string(let name)? = members["name"] { name } else { "" }
    }
  }

  private static func box(of file: borrowing RegularFile) throws(FileError) -> MP4Box? {
    try file.box("moov", "udta", "stem", in: 0..<file.size)
  }
}
