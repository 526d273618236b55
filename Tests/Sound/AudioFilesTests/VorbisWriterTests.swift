import AudioBase
import AudioFiles
import SystemBase
import TestSupport
import Testing

/// Ogg Vorbis that is written while it is heard.
@Suite struct VorbisWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ frames: [Frame], to writer: VorbisWriter) throws {
    for start in stride(from: 0, to: frames.count, by: 12_000) {
      let part = frames[start..<min(start + 12_000, frames.count)]
      try part.withUnsafeBufferPointer { (part) throws(FileError) in try writer.write(part) }
    }
  }

  /// The pages of silence are small, so that libsndfile writes one for five seconds.
  @Test(arguments: [false, true]) func fileOfAKilledProgramHasAllSilenceButASecond(isMono: Bool) throws {
    let path = folder.file("a.ogg")
    let writer = try VorbisWriter(path: path, sampleRate: .standard, isMono: isMono)
    let length = 6 * 48_000
    try write([Frame](repeating: .zero, count: length), to: writer)
    let copy = try folder.write(fileBytes(path), to: "copy.ogg")
    let decoded = try Decoded(copy)
    #expect(decoded.format.channels == (isMono ? 1 : 2))
    #expect(decoded.frames > length - 40_000 && decoded.frames <= length, "\(decoded.frames)")
    try writer.close()
    #expect(try Decoded(path).frames == length)
  }

  @Test func closedFileHasAllSound() throws {
    let sound = TestSound(rate: 48_000)
    let floats = sound.floats
    let frames = (0..<sound.frames).map { Frame(floats[2 * $0], floats[2 * $0 + 1]) }
    let path = folder.file("a.ogg")
    let writer = try VorbisWriter(path: path, sampleRate: .standard)
    try write(frames, to: writer)
    try writer.close()
    let decoded = try Decoded(path)
    #expect(decoded.format.length == FrameCount(sound.frames) && decoded.frames == sound.frames)
    let endedEarly = decoded.endedEarly
    #expect(!endedEarly)
    #expect(signalToNoise(floats, decoded.samples) > 15)
  }

  @Test func fileThatCannotBeCreatedThrowsAnError() {
    #expect(throws: FileError.self) {
      try VorbisWriter(path: folder.file("missing/a.ogg"), sampleRate: .standard)
    }
  }
}
