import HostTools
import SystemBase
import Testing

@Suite struct FLACMetadataTests {
  private let streamInfo = [UInt8](repeating: 9, count: 34)
  private let audio: [UInt8] = [0xFF, 0xF8, 1, 2, 3]

  /// A file of a stream description, a comment and padding.
  private var file: [UInt8] {
    Array("fLaC".utf8) + [0, 0, 0, 34] + streamInfo + [4, 0, 0, 2, 7, 7] + [0x81, 0, 0, 3, 0, 0, 0] + audio
  }

  @Test func unchangedMetadataIsWrittenByteForByte() throws {
    #expect(try FLACMetadata(file, subject: "file").bytes == file)
  }

  @Test func newBlockReplacesTheBlockOfItsTypeAndPadding() throws {
    var metadata = try FLACMetadata(file, subject: "file")
    let long = [UInt8](repeating: 5, count: 700)
    metadata.replace(FLACMetadata.picture, with: long)
    metadata.replace(FLACMetadata.vorbisComment, with: [1, 2, 3])
    let head = Array("fLaC".utf8) + [0, 0, 0, 34] + streamInfo
    #expect(metadata.bytes == head + [6, 0, 0x02, 0xBC] + long + [0x84, 0, 0, 3, 1, 2, 3] + audio)
  }

  @Test func aFileCutShortOrOfAnotherKindIsRefused() {
    for damaged in [Array(file.prefix(30)), Array(file.dropFirst()), Array("fLaC".utf8), []] {
      #expect(throws: FileError.self) { try FLACMetadata(damaged, subject: "file") }
    }
  }

  @Test func writtenTagsAreReadBackAndATruncatedBlockIsRefused() {
    let comment = VorbisComment(vendor: "é", tags: [.init("TITLE", "a=b"), .init("EMPTY", "")])
    #expect(VorbisComment(comment.body) == comment)
    for length in 0..<comment.body.count { #expect(VorbisComment(Array(comment.body.prefix(length))) == nil) }
  }
}
