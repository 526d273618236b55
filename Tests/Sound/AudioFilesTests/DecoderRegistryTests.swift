import AudioBase
import AudioFiles
import Glibc
import SystemBase
import TestSupport
import Testing

@Suite struct DecoderRegistryTests {
  private let folder: TemporaryFolder
  private let sound = TestSound.standard

  init() throws { folder = try TemporaryFolder() }

  private func code(_ path: FilePath) -> FileError.Code? {
    do {
      _ = try DecoderRegistry().open(path)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func decoderIsChosenByContentAndNotByFileName() throws {
    let frames = FrameCount(sound.frames)
    #expect(try Decoded(sound.flac(in: folder, "flac.mp3")).format.length == frames)
    #expect(try Decoded(sound.mp3(in: folder, "mp3.wav")).format.length == frames)
    #expect(try Decoded(sound.vorbis(in: folder, "vorbis")).format.length == frames)
    #expect(try Decoded(folder.write(sound.wav(), to: "wav.ogg")).format.length == frames)
  }

  @Test func fileWithANameThatIsNotUTF8IsDecoded() throws {
    let path = folder.path.appending(FilePath(bytes: [0x63, 0x61, 0x66, 0xE9]))
    let plain = try folder.write(sound.wav(), to: "plain.wav")
    #expect(plain.withCString { from in path.withCString { rename(from, $0) } } == 0)
    #expect(try Decoded(path).frames == sound.frames)
  }

  @Test func flacBehindAnID3TagIsDecodedAndSeeksExactly() throws {
    let flac = try fileBytes(sound.flac(in: folder))
    let path = try folder.write(id3Tag(size: 300_000) + flac, to: "tagged.flac")
    #expect(firstDifference(try Decoded(path).samples, sound.floats) == nil)
    #expect(try largestSeekError(path) == 0)
  }

  @Test func wavBehindAnID3TagIsDecoded() throws {
    let decoded = try Decoded(folder.write(id3Tag(size: 3_001) + sound.wav(), to: "tagged.wav"))
    #expect(firstDifference(decoded.samples, sound.floats) == nil)
    #expect(
      try code(folder.write(id3Tag(size: 300) + ascii("MThd") + [0, 0], to: "tagged.mid")) == .unsupported)
  }

  @Test func missingEmptyAndFolderPathsAreRefusedWithTheReason() throws {
    #expect(code(folder.file("missing.wav")) == .notFound)
    #expect(code(folder.file("missing/too.wav")) == .notFound)
    #expect(code(folder.path) == .isDirectory)
    #expect(try code(folder.write("", to: "empty.wav")) == .empty)
  }

  @Test func unreadableFileIsRefusedAsNotPermitted() async throws {
    let path = try folder.write(sound.wav(), to: "secret.wav")
    #expect(chmod(path.shown, 0) == 0 && chmod(folder.path.shown, 0o755) == 0)
    await #expect(processExitsWith: .success) { [path = path.shown as String] in
      // The superuser may read every file, so the test needs another user.
      if geteuid() == 0 { #expect(seteuid(65_534) == 0) }
      #expect { _ = try DecoderRegistry().open(FilePath(path)) } throws: {
        ($0 as? FileError)?.code == .notPermitted
      }
    }
  }

  @Test func pipesAndDevicesAreRefusedWithoutWaiting() throws {
    let pipe = folder.file("pipe.wav")
    #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
    #expect(code(pipe) == .isPipe)
    #expect(code(FilePath("/dev/zero")) == .notAudio)
  }

  @Test func noiseAndTextAreRefusedAsNotAudio() throws {
    var generator = SeededGenerator(seed: 3)
    let noise = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect(try code(folder.write(noise, to: "noise.mp3")) == .notAudio)
    #expect(try code(folder.write("Lakmé\n", to: "text.wav")) == .notAudio)
    #expect(try code(folder.write([UInt8](repeating: 0, count: 70_000), to: "zero.mp3")) == .notAudio)
    #expect(try code(folder.write([UInt8](repeating: 0xFF, count: 70_000), to: "ones.mp3")) == .notAudio)
    #expect(try code(folder.write([7], to: "byte.flac")) == .notAudio)
  }

  @Test func midiAndADIFAreRefusedAsUnsupported() throws {
    #expect(try code(folder.write(ascii("MThd") + [0, 0, 0, 6], to: "a.mid")) == .unsupported)
    #expect(try code(folder.write(ascii("ADIF") + [0, 0, 0, 6], to: "a.aac")) == .unsupported)
  }

  @Test func headersWithoutSoundAreRefusedAsDamaged() throws {
    #expect(try code(folder.write(ascii("fLaC"), to: "a.flac")) == .damaged)
    #expect(try code(folder.write(sound.wav().prefix(20), to: "a.wav")) == .damaged)
    #expect(try code(folder.write(id3Tag(size: 5_000).prefix(900), to: "a.mp3")) == .damaged)
    #expect(
      try code(folder.write(try fileBytes(sound.vorbis(in: folder)).prefix(60), to: "a.ogg")) == .damaged)
    #expect(try code(folder.write(try fileBytes(sound.opus(in: folder)).prefix(50), to: "a.opus")) != nil)
  }

  @Test func channelCountsAndRatesOutOfRangeAreRefusedAsDamaged() throws {
    #expect(try code(folder.write(TestSound(channels: 65, frames: 10).wav(), to: "many.wav")) == .damaged)
    #expect(try code(folder.write(TestSound(rate: 900, frames: 10).wav(), to: "slow.wav")) == .damaged)
    #expect(try code(folder.write(TestSound(rate: 800_000, frames: 10).wav(), to: "fast.wav")) == .damaged)
  }

  /// Runs in a separate process, since other tests open files in parallel.
  @Test func openedAndRefusedFilesLeakNoDescriptor() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let sound = TestSound(frames: 5_000)
      let paths = [
        try sound.flac(in: folder), try sound.mp3(in: folder), try sound.vorbis(in: folder),
        try sound.opus(in: folder), try folder.write(sound.wav(), to: "a.wav"),
        try folder.write("nothing", to: "text.wav"), try folder.write(ascii("fLaC"), to: "b.flac"),
        try folder.write(sound.wav().prefix(20), to: "b.wav"), try folder.write(ascii("OggS"), to: "b.ogg"),
        folder.path,
      ]
      let before = openDescriptors()
      for path in paths + paths {
        guard let decoder = try? DecoderRegistry().open(path) else { continue }
        _ = try? decoder.readSamples(upTo: 1_000)
        try? decoder.seek(to: FrameCount(2_000))
      }
      precondition(openDescriptors() == before)
    }
  }
}

/// An ID3v2 tag whose picture looks like MPEG frames.
func id3Tag(size: Int) -> [UInt8] {
  let digits = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
  return ascii("ID3") + [3, 0, 0] + digits + mpegLookalike(size)
}

/// Headers of MPEG frames, with nothing behind them.
func mpegLookalike(_ size: Int) -> [UInt8] { (0..<size).map { [0xFF, 0xFB, 0x90, 0x64][$0 % 4] } }

private func openDescriptors() -> Int { (0..<1_024).filter { fcntl(Int32($0), F_GETFD) >= 0 }.count }
