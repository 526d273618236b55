/// A picture inside a file, without its bytes.
package struct TrackPicture: Hashable, Sendable {
  /// As ID3v2 and FLAC number them (RFC 9639, section 8.8): 0 other, 3 front cover, 4 back cover.
  package var type: Int
  /// By the picture's content where it is known, else as declared.
  package var mimeType: String?
  /// Pixels.
  package var width: Int?
  package var height: Int?
  /// The length of the picture's data.
  package var bytes: Int
  /// Names the content: pictures of the same hash and length are the same; 0 where it was not worked out.
  package var hash: UInt64 = 0

  package init(type: Int, mimeType: String? = nil, width: Int? = nil, height: Int? = nil, bytes: Int) {
    self.type = type
    self.mimeType = mimeType
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  package static let frontCover = 3
}

/// As reports print it: the hash is the index's own.
extension TrackPicture: Encodable {
  private enum CodingKeys: String, CodingKey { case type, mimeType, width, height, bytes }
}

/// A picture inside a file with its bytes, coded as its MIME type says.
package struct PictureData: Hashable, Sendable {
  package var picture: TrackPicture
  package var bytes: [UInt8]

  package init(picture: TrackPicture, bytes: [UInt8]) {
    self.picture = picture
    self.bytes = bytes
  }
}
