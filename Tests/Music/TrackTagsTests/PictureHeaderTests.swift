import SystemBase
import TestSupport
import Testing

@testable import TrackTags

@Suite struct PictureHeaderTests {
  @Test(arguments: [
    (TestPictures.png, "image/png"), (TestPictures.jpeg, "image/jpeg"), (TestPictures.gif, "image/gif"),
    (TestPictures.bmp, "image/bmp"), (TestPictures.webPExtended, "image/webp"),
    (TestPictures.webPLossless, "image/webp"), (TestPictures.webPLossy, "image/webp"),
  ])
  func kindAndSizeAreReadFromTheFirstBytes(bytes: [UInt8], mimeType: String) {
    let header = PictureHeader(bytes.span)
    #expect(header?.mimeType == mimeType)
    #expect(header?.width == 2)
    #expect(header?.height == 3)
  }

  @Test func unknownBytesAreNoPicture() {
    for bytes in [Array("nothing".utf8), []] {
      let header = PictureHeader(bytes.span)
      #expect(header == nil)
    }
  }

  @Test func truncatedAndRandomHeadersAreReadWithoutACrash() {
    var random = SeededGenerator(seed: 7)
    let all = [
      TestPictures.png, TestPictures.jpeg, TestPictures.gif, TestPictures.bmp, TestPictures.webPExtended,
      TestPictures.webPLossless, TestPictures.webPLossy,
    ]
    for picture in all {
      for length in 0...picture.count { _ = PictureHeader(Array(picture.prefix(length)).span) }
      for _ in 0..<300 {
        var bytes = picture + (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
        for _ in 0..<3 {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        let header = PictureHeader(bytes.span)
        #expect((header?.width == nil) == (header?.height == nil))
      }
    }
  }
}
