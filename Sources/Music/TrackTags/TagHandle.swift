import AudioBase
import CTagLib
import Containers
import Glibc
import SystemBase

/// Owns a file that TagLib has read.
struct TagHandle: ~Copyable {
  private let raw: OpaquePointer

  /// Fails if TagLib does not recognise the file as one of that kind.
  init?(_ file: borrowing RegularFile, kind: drumdub_tags_kind, offset: Int = 0) throws(FileError) {
    let extra = try TagHandle.extraTags(of: file, kind, offset)
    let size = Int64(file.size)
    var (opened, code): (OpaquePointer?, Int32) = (nil, 0)
    try file.withDescriptor { descriptor, known in
      let blocks = known.map { block in
        drumdub_tags_block(
          start: Int64(block.start), bytes: block.bytes.bindMemory(to: UInt8.self).baseAddress,
          length: block.bytes.count)
      }
      blocks.withUnsafeBufferPointer { blocks in
        extra.id3.withUnsafeBufferPointer { id3 in
          opened = drumdub_tags_open(
            drumdub_tags_file(
              descriptor: descriptor, size: size, blocks: blocks.baseAddress, block_count: blocks.count),
            kind, Int64(offset),
            drumdub_tags_extra(
              id3: id3.baseAddress, id3_length: id3.count, ape_footer: Int64(extra.apeFooter ?? -1)))
          code = errno
        }
      }
    }
    guard let raw = opened else {
      guard code == ENOMEM else { return nil }
      throw FileError(.damaged, file.subject, detail: "its tags need too much memory")
    }
    self.raw = raw
  }

  deinit { drumdub_tags_close(raw) }

  private static func extraTags(
    of file: borrowing RegularFile, _ kind: drumdub_tags_kind, _ offset: Int
  ) throws(FileError) -> ExtraTags {
    switch kind {
    case DRUMDUB_TAGS_ID3V2: try ExtraTags(at: offset, of: file)
    case DRUMDUB_TAGS_WAV: try ExtraTags(inChunksOf: file, .wav)
    case DRUMDUB_TAGS_AIFF: try ExtraTags(inChunksOf: file, .aiff)
    case _: try ExtraTags(before: file)
    }
  }

  var stream: drumdub_tags_stream { drumdub_tags_get_stream(raw) }

  /// Returns the tags, with wrong encodings corrected.
  ///
  /// - Parameters:
  ///   - dropped: fields that TagLib left out; they replace those of the same name.
  ///   - others: fields that are added if there is none of the same name.
  func fields(_ dropped: [TagField] = [], ifMissing others: [TagField] = []) -> [TagField] {
    let names = Set(dropped.map(\.key))
    let read = names.isEmpty ? rawFields : rawFields.filter { !names.contains($0.key) }
    let known = others.isEmpty ? [] : names.union(read.map(\.key))
    let added = others.filter { !known.contains($0.key) }
    return EncodingRepair.repaired(read + dropped + added).flatMap(\.parted)
  }

  /// The names of the fields whose text is not in the encoding that the file declares.
  var guessedKeys: Set<String> {
    let fields = rawFields
    return Set(
      zip(fields, EncodingRepair.repaired(fields)).compactMap { $0.value == $1.value ? nil : $0.key })
  }

  private var rawFields: [TagField] {
    (0..<drumdub_tags_field_count(raw)).map { index in
      let field = drumdub_tags_get_field(raw, index)
      return TagField(
        key: TagHandle.text(field.key, field.key_length),
        value: TagHandle.text(field.value, field.value_length), isLatin1: field.latin1 != 0,
        hasSlashes: field.slashes != 0)
    }
  }

  var pictures: [TrackPicture] {
    (0..<drumdub_tags_picture_count(raw)).map { index in
      let picture = drumdub_tags_get_picture(raw, index)
      let header = PictureHeader(UnsafeBufferPointer(start: picture.bytes, count: picture.length).span)
      var found = TrackPicture(
        type: Int(picture.type & 0xFF),
        mimeType: header?.mimeType ?? TagHandle.declared(TagHandle.text(picture.mime, picture.mime_length)),
        width: header?.width ?? (picture.width > 0 ? Int(picture.width) : nil),
        height: header?.height ?? (picture.height > 0 ? Int(picture.height) : nil),
        bytes: picture.length)
      found.hash = PictureHash.of(UnsafeRawBufferPointer(start: picture.bytes, count: picture.length))
      return found
    }
  }

  func pictureBytes(_ index: Int) -> [UInt8] {
    let picture = drumdub_tags_get_picture(raw, index)
    return Array(UnsafeBufferPointer(start: picture.bytes, count: picture.length))
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    UnsafeBufferPointer(start: start, count: length).withMemoryRebound(to: UInt8.self) {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func declared(_ mimeType: String) -> String? {
    switch mimeType.lowercased() {
    case "", "image/": nil
    case "image/jpg", "jpg", "jpeg": "image/jpeg"
    case "png": "image/png"
    case let other: other
    }
  }
}
