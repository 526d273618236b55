import AudioBase
import SystemBase

extension TakeFile {
  static func signature(_ signature: TrackSignature) -> JSONObject {
    let signs = signature.excerpts.flatMap(\.signs)
    return [
      "version": TrackSignature.version,
      "fingerprint": Base64.encode(signature.fingerprint.flatMap(LittleEndian.bytes)),
      "starts": JSONValue.integers(signature.excerpts.map(\.start)),
      "signs": Base64.encode(signs.flatMap(LittleEndian.bytes)),
    ]
  }

  /// Reads the signature of a track; nil if there is none. A signature of another version stays in the unknown members.
  static func signature(_ track: inout JSONMembers) throws(FileError) -> TrackSignature? {
    var rest = track
    guard var members = try rest.object("signature") else { return nil }
    guard try members.integer("version") == TrackSignature.version else { return nil }
    track = rest
    let fingerprint: [UInt32] = try integers(&members, "fingerprint")
    let starts = try members.integers("starts")
    let signs: [UInt64] = try integers(&members, "signs")
    let words = TrackSignature.Excerpt.words
    guard fingerprint.count <= TrackSignature.mostItems, starts.count <= TrackSignature.mostExcerpts,
      signs.count == starts.count * words, starts.allSatisfy(HitColumns.frameRange.contains)
    else { throw members.error(nil, "its parts do not fit together") }
    let excerpts = starts.enumerated().map { index, start in
      TrackSignature.Excerpt(start: start, signs: Array(signs[(index * words)..<((index + 1) * words)]))
    }
    return TrackSignature(fingerprint: fingerprint, excerpts: excerpts)
  }

  private static func integers<Integer: FixedWidthInteger>(
    _ members: inout JSONMembers, _ name: String
  ) throws(FileError) -> [Integer] {
    guard let bytes = Base64.decode(try members.text(name)),
      let integers: [Integer] = LittleEndian.numbers(bytes[...], bytes.count / (Integer.bitWidth / 8))
    else { throw members.error(name, "base 64 of whole numbers is expected") }
    return integers
  }
}

extension TrackReference {
  /// The valid offsets between two files of a recording, in seconds.
  package static let offsets = -3_600.0...3_600.0
}
