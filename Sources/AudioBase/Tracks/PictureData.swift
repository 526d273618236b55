/// A picture inside a file with its bytes, coded as its MIME type says.
package struct PictureData: Hashable, Sendable {
  package var picture: TrackPicture
  package var bytes: [UInt8]

  package init(picture: TrackPicture, bytes: [UInt8]) {
    self.picture = picture
    self.bytes = bytes
  }
}
