import AudioBase
import SystemBase

/// Signatures of tracks in the files of takes.
extension TakeFile {
  static func object(_ signature: TrackSignature) -> JSONObject {
    var object = JSONObject()
    object.append("version", .number(TrackSignature.version))
    object.append("fingerprint", .string(Base64.encode(bytes(of: signature.fingerprint))))
    object.append("starts", .integers(signature.excerpts.map(\.start)))
    object.append("signs", .string(Base64.encode(bytes(of: signature.excerpts.flatMap(\.signs)))))
    return object
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

  /// Returns the bytes of integers in little-endian order.
  private static func bytes<Integer: FixedWidthInteger>(of integers: [Integer]) -> [UInt8] {
    integers.flatMap { integer in
      stride(from: 0, to: Integer.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: integer >> $0) }
    }
  }

  private static func integers<Integer: FixedWidthInteger>(
    _ members: inout JSONMembers, _ name: String
  ) throws(FileError) -> [Integer] {
    let size = Integer.bitWidth / 8
    guard let bytes = Base64.decode(try members.text(name)), bytes.count % size == 0 else {
      throw members.error(name, "base 64 of whole numbers is expected")
    }
    return stride(from: 0, to: bytes.count, by: size).map { start in
      (0..<size).reduce(0) { $0 | Integer(bytes[start + $1]) << Integer($1 * 8) }
    }
  }
}

extension TrackReference {
  /// The valid offsets between two files of a recording, in seconds.
  package static let offsets = -3_600.0...3_600.0
}
