/// Where a chunked file keeps its samples, and how many bytes of them its header claims.
package struct SoundChunk {
  /// The file offset of the first sample.
  package var start: Int
  /// As the header has it; nil where it leaves that open, as a stream's does.
  package var claimedBytes: Int?
  /// One frame's; nil where the samples are packed in a way that only a decoder can count.
  package var bytesPerFrame: Int?
  /// The WAVE format tag, 0 elsewhere.
  package var formatTag = 0
  /// Where the claim stands, and what would stand there if it told what is there.
  package var correction: (offset: Int, bytes: [UInt8])?

  /// Whether the file ends before the claim does.
  package func isCut(fileSize: Int) -> Bool {
    guard let claimedBytes else { return false }
    return claimedBytes > fileSize - start
  }

  package var claimedFrames: Int? {
    guard let claimedBytes, let bytesPerFrame, bytesPerFrame > 0 else { return nil }
    return claimedBytes / bytesPerFrame
  }
}
