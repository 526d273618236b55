import AudioBase
import CTagLib
import Containers
import SystemBase

/// All that an edit must keep of a file: its properties, its pictures and its sound.
struct TagInventory {
  let kind: FileKind
  let writer: drumdub_tags_kind
  /// The values of the properties by TagLib's names, in order.
  let values: [String: [String]]
  /// The properties that an edit writes as they are shown: TagLib would drop some of their values, or their encoding was
  /// guessed from other properties, which the edit may change. Items of MP4 keep their bytes otherwise.
  let rewritten: Set<String>
  /// The texts in the chunks of a WAVE file.
  let info: InfoList
  private let pictures: [TrackPicture]
  /// The key; nil if none can be computed.
  private var key: TrackKey?

  /// Reads all tags of a file.
  ///
  /// - Throws: `unsupported` for kinds whose tags cannot be changed, and the errors of `TagReader.read`.
  init(of path: FilePath, readsKey: Bool = false) throws(FileError) {
    let file = try RegularFile(withContent: path)
    let content = try FileContent(of: file)
    kind = content.kind
    // The tags of these files are changed in a WAVE file.
    let isWide = [.rf64, .bw64].contains(kind)
    guard let writer = isWide ? DRUMDUB_TAGS_WAV : kind.tagLib, !kind.isModule else {
      throw FileError(.unsupported, path.shown)
    }
    self.writer = writer
    let raw = try RawTags.fields(of: file, content)
    let others = try RawTags.chunks(of: file, content)
    let fields: [TagField]
    let guessedKeys: Set<String>
    if let handle = try TagReader.handle(file, content) {
      fields = handle.fields(raw, ifMissing: others)
      guessedKeys = handle.guessedKeys
      pictures = handle.pictures
    } else if isWide {
      fields = EncodingRepair.repaired(others).flatMap(\.parted)
      guessedKeys = []
      pictures = []
    } else {
      throw FileError(.damaged, path.shown)
    }
    var values: [String: [String]] = [:]
    for field in fields {
      values[field.key, default: []].append(TagFields.trimmed(field.value))
    }
    self.values = values.filter { !$0.value.allSatisfy(\.isEmpty) }
    info = try InfoList(of: file, kind)
    let guessed = others.filter {
      $0.isLatin1 && values[$0.key]?.contains(TagFields.trimmed($0.value)) == false
    }
    let dropped = kind == .mp4 ? raw.filter(\.isLatin1) : raw
    rewritten = Set((dropped + guessed).map(\.key)).union(guessedKeys)
    key = readsKey ? try? TrackKeyReader.key(of: path) : nil
  }

  /// Returns what an edit has lost or changed by mistake: the first such part, or nil.
  ///
  /// - Parameters:
  ///   - edited: the properties that may differ.
  ///   - replacedPicture: the only picture of the edited file; nil if it must have the same pictures.
  func loss(
    in other: TagInventory, except edited: Set<String>, replacedPicture: PictureData? = nil
  ) -> String? {
    if key != other.key { return "the sound" }
    if let replacedPicture {
      if other.pictures.map(\.bytes) != [replacedPicture.bytes.count] { return "the pictures" }
    } else if pictures != other.pictures {
      return "the pictures"
    }
    let keys = Set(values.keys).union(other.values.keys).subtracting(edited)
    return keys.sorted().first { values[$0] != other.values[$0] }
  }
}
