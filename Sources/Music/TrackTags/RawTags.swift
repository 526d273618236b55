import AudioBase
import Containers
import Documents
import SystemBase

/// Reads the fields that TagLib drops: texts that are not UTF-8 where UTF-8 is required, items of MP4 that are
/// repeated or have another type than UTF-8, and texts in chunks.
enum RawTags {
  /// Returns all values of each field of which TagLib drops a value.
  ///
  /// - Parameter all: whether to return every field, for a file that TagLib cannot open.
  static func fields(
    of file: borrowing RegularFile, _ content: FileContent, all: Bool = false
  ) throws(FileError) -> [TagField] {
    let texts = try content.tagTexts(of: file)
    var names: Set<String> = []
    var seen: Set<String> = []
    for text in texts {
      let isRepeated = !seen.insert(text.name).inserted && content.kind == .mp4
      if all || isRepeated || text.isDropped { names.insert(text.name) }
    }
    if names.isEmpty { return [] }
    return texts.filter { names.contains($0.name) }.map { field($0) }
  }

  /// Returns the texts in the chunks of a file: the list INFO of WAVE, and the name and the author of AIFF (Apple,
  /// "Audio Interchange File Format", section 11).
  static func chunks(of file: borrowing RegularFile, _ content: FileContent) throws(FileError) -> [TagField] {
    if content.kind == .aiff { return try ChunkText.aiff(of: file).map { field($0) } }
    let list = try InfoList(of: file, content.kind)
    return list.texts.map { field($0, encoding: list.codePage.flatMap(TextEncoding.init(codePage:))) }
  }

  /// Converts a text; decodes bytes that are neither UTF-8 nor valid in an encoding as Latin-1, which `EncodingRepair`
  /// corrects later.
  private static func field(_ text: RawTagText, encoding: TextEncoding? = nil) -> TagField {
    if let value = String(validating: text.bytes, as: UTF8.self) {
      return TagField(key: text.name, value: value)
    }
    if let encoding, let value = CharsetConverter.text(text.bytes, encoding) {
      return TagField(key: text.name, value: value)
    }
    var value = String.UnicodeScalarView()
    for byte in text.bytes { value.append(Unicode.Scalar(byte)) }
    return TagField(key: text.name, value: String(value), isLatin1: true)
  }
}
