/// A picture inside a file, without its bytes.
package struct TrackPicture: Hashable, Sendable {
  /// The type by the numbers of ID3v2 and FLAC (RFC 9639, section 8.8): 0 other, 3 front cover, 4 back cover.
  package var type: Int
  /// The type by the picture's content if that is known, else as declared.
  package var mimeType: String?
  /// Pixels.
  package var width: Int?
  package var height: Int?
  /// The size of the picture's data.
  package var bytes: Int
  /// A hash of the content: pictures of the same hash and size are the same. 0 if it was not computed.
  package var hash: UInt64 = 0

  package init(type: Int, mimeType: String? = nil, width: Int? = nil, height: Int? = nil, bytes: Int) {
    (self.type, self.mimeType, self.width, self.height, self.bytes) = (type, mimeType, width, height, bytes)
  }

  package static let frontCover = 3
}

/// A picture inside a file with its data, coded as its MIME type states.
package struct PictureData: Hashable, Sendable {
  package var picture: TrackPicture
  package var bytes: [UInt8]

  package init(picture: TrackPicture, bytes: [UInt8]) { (self.picture, self.bytes) = (picture, bytes) }
}
