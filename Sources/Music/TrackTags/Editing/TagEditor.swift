import AudioBase
import CTagLib
import Containers
import Glibc
import SystemBase

/// Changes the tags of music files.
///
/// A file is copied, the copy is changed and read again, and it replaces the file only if nothing else of it has changed.
/// Any thread; blocks on file access.
package enum TagEditor {
  /// Returns the texts of the tags that can be changed.
  ///
  /// - Throws: `unsupported` for kinds whose tags cannot be changed, and the errors of `TagReader.read`.
  package static func texts(of path: FilePath) throws(FileError) -> TagTexts {
    TagTexts(try TagInventory(of: path).values)
  }

  /// Changes tags of a file. If this throws, the file is unchanged.
  ///
  /// - Parameter beforeReplacing: called when the copy is complete; for tests.
  /// - Returns: the properties that the edit has changed, with their former values.
  /// - Throws: `readOnly` and `notPermitted` before anything is written, `unsupported` for a kind whose tags cannot be
  ///   changed or for a value that its tags cannot hold, `noSpace`, `writeFailed`, and the errors of `TagReader.read`.
  package static func apply(
    _ edit: TagEdit, to path: FilePath, beforeReplacing: () -> Void = {}
  ) throws(FileError) -> [TagProperty] {
    if let wide = try WideTags(of: path) {
      return try apply(edit, to: path, wide, beforeReplacing: beforeReplacing)
    }
    let before = try TagInventory(of: path, readsKey: true)
    let copy = try FileCopy(of: path)
    if let pieces = try FilePiece.clean(of: path) { try copy.write(pieces) }
    let former = try change(copy, edit, before)
    beforeReplacing()
    try copy.commit()
    return former
  }

  /// Changes the tags of an RF64 or BW64 file, which TagLib does not read, in a WAVE file that has nothing else.
  private static func apply(
    _ edit: TagEdit, to path: FilePath, _ wide: WideTags, beforeReplacing: () -> Void
  ) throws(FileError) -> [TagProperty] {
    let key = try TrackKeyReader.key(of: path)
    let copy = try FileCopy(of: path)
    try copy.write(wide.alone)
    guard try FilePiece.clean(of: copy.temporary) == nil else {
      throw FileError(.unsupported, path.shown, detail: "its tags are damaged")
    }
    let former = try change(copy, edit, TagInventory(of: copy.temporary, readsKey: true))
    try copy.write(wide.pieces(withTagsOf: copy.temporary))
    guard try TrackKeyReader.key(of: copy.temporary) == key else {
      throw FileError(.unsupported, path.shown, detail: "the sound would be changed")
    }
    beforeReplacing()
    try copy.commit()
    return former
  }

  /// Changes a copy that has the tags of `before`. Returns the properties that are changed, with their former values.
  private static func change(
    _ copy: borrowing FileCopy, _ edit: TagEdit, _ before: TagInventory
  ) throws(FileError) -> [TagProperty] {
    let properties = edit.properties(in: before.values, before.kind)
    let keys = Set(properties.map(\.key))
    let kept = before.rewritten.subtracting(keys).sorted().map {
      TagProperty(key: $0, values: before.values[$0] ?? [])
    }
    let picture = try edit.picture
    let handle = try TagEditHandle(properties + kept, picture)
    for item in before.info.items(for: properties + kept) { handle.setInfo(item) }
    try handle.apply(to: copy, as: before.writer)
    let after = try TagInventory(of: copy.temporary, readsKey: true)
    if let loss = before.loss(in: after, except: keys, replacedPicture: picture) {
      throw FileError(.unsupported, copy.subject, detail: "\(loss) would be changed")
    }
    try check(edit, in: after, copy.subject)
    return properties.map { TagProperty(key: $0.key, values: before.values[$0.key] ?? []) }
  }

  /// Compares the written tags with the wanted ones.
  ///
  /// - Throws: `unsupported` if the tags do not have the values of the edit.
  private static func check(
    _ edit: TagEdit, in after: TagInventory, _ subject: String
  ) throws(FileError) {
    guard case .set(let texts) = edit else { return }
    let written = TagTexts(after.values)
    for (name, text) in texts where name.comparable(written[name]) != name.comparable(text) {
      // MP4 holds whole numbers.
      if name == .bpm, after.kind == .mp4, Double(written[name]) == Double(text)?.rounded() { continue }
      throw FileError(.unsupported, subject, detail: "its tags cannot hold \(name.name) \(text)")
    }
  }
}

extension TagEdit {
  /// The picture that replaces those of the file; nil keeps them.
  fileprivate var picture: PictureData? {
    get throws(FileError) {
      switch self {
      case .set, .restore, .embed(_, pictureOf: nil): nil
      case .embed(_, pictureOf: let source?): try TagReader.picture(of: source)
      }
    }
  }
}

extension TagName {
  /// Returns a text in which equal values are equal: `03/0` is `3`.
  fileprivate func comparable(_ text: String) -> String {
    switch self {
    case .title, .album, .date, .comment: TagFields.trimmed(text)
    case .artist, .albumArtist, .genre, .composer, .other:
      text.split(separator: TagTexts.separator).map { TagFields.trimmed(String($0)) }
        .filter { !$0.isEmpty }.joined(separator: TagTexts.separator)
    case .track, .disc:
      text.split(separator: "/").compactMap { Int($0) }.filter { $0 > 0 }.map(String.init)
        .joined(separator: "/")
    case .bpm: Double(text).map { "\($0)" } ?? ""
    case .rating: text == "0" ? "" : text
    }
  }
}

/// Owns the new values of properties for TagLib.
private struct TagEditHandle: ~Copyable {
  private let raw: OpaquePointer

  init(_ properties: [TagProperty], _ picture: PictureData?) throws(FileError) {
    guard let raw = drumdub_tags_edit_create() else {
      throw FileError(.writeFailed, "tags", detail: "out of memory")
    }
    self.raw = raw
    for property in properties {
      drumdub_tags_edit_remove(raw, property.key)
      for value in property.values { drumdub_tags_edit_add(raw, property.key, value) }
    }
    guard let picture else { return }
    picture.bytes.withUnsafeBufferPointer { bytes in
      drumdub_tags_edit_set_picture(
        raw,
        drumdub_tags_picture(
          type: Int32(picture.picture.type), width: Int32(clamping: picture.picture.width ?? 0),
          height: Int32(clamping: picture.picture.height ?? 0), mime: nil, mime_length: 0,
          bytes: bytes.baseAddress, length: bytes.count),
        picture.picture.mimeType ?? "image/")
    }
  }

  deinit { drumdub_tags_edit_destroy(raw) }

  func setInfo(_ item: InfoList.Item) {
    let raw = raw
    item.bytes.withUnsafeBufferPointer {
      drumdub_tags_edit_set_info(raw, item.name, $0.baseAddress, $0.count)
    }
  }

  func apply(to copy: borrowing FileCopy, as kind: drumdub_tags_kind) throws(FileError) {
    let result = drumdub_tags_edit_apply(raw, try copy.duplicate(), kind)
    switch result {
    case 0: return
    case EBADMSG: throw FileError(.damaged, copy.subject, detail: "TagLib cannot change its tags")
    default: throw FileError(errno: result, copy.subject, call: "pwrite", writing: true)
    }
  }
}
