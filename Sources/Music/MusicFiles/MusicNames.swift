import Documents
import SystemBase

/// Recognises music files and CUE sheets by their extensions.
package enum MusicNames {
  package static func isMusic(_ path: FilePath) -> Bool { extensions.contains(path.fileExtension) }

  /// Returns whether a name without folder is that of a music file, without allocation, for scans.
  package static func isMusic(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var word: UInt64 = 0
    for byte in name.suffix(8).reversed() {
      if byte == UInt8(ascii: ".") { return words.contains(word) }
      let small = (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
      word = word << 8 | UInt64(small)
    }
    return false
  }

  /// Returns whether a name is that of a CUE sheet, which describes the tracks of a file.
  package static func isSheet(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count > 4 && ASCIIText.lowercased(name.suffix(4)) == ".cue"
  }

  package static func isSheet(_ name: FilePath) -> Bool { name.bytes.withUnsafeBufferPointer { isSheet($0) } }

  /// The extensions as integers, the first letter in the lowest byte.
  private static let words = Set(
    extensions.map { $0.utf8.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } })

  private static let extensions: Set<String> = [
    "wav", "wave", "rf64", "w64", "bwf", "aiff", "aif", "aifc", "au", "snd", "caf",
    "flac", "ogg", "oga", "opus", "spx", "mp3", "mp2", "mpga", "m4a", "m4b", "mp4", "aac", "adts", "alac",
    "wv", "ape", "mpc", "mpp", "mp+", "tta", "wma", "ac3", "eac3", "ec3", "dts", "thd", "voc", "mp1",
    "dsf", "dff", "amr", "mka", "weba",
    "webm",
    "mod", "s3m", "it", "xm",
  ]
}
