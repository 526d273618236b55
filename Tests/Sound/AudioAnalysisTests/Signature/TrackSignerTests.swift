import AudioAnalysis
import AudioBase
import AudioFiles
import HeardSound
import SystemBase
import TestSupport
import Testing

@Suite struct TrackSignerTests {
  private static let song = SyntheticSong(seed: 1, seconds: 12).samples

  /// Songs in memory, by their names.
  private struct Songs: DecoderOpening {
    var songs: [String: (samples: [Float], rate: SampleRate)]

    func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
      guard let song = songs[path.shown] else { throw FileError(.notFound, path.shown) }
      return MemoryDecoder(frames: song.samples.map { Frame(repeating: $0) }, sampleRate: song.rate)
    }
  }

  private static func signer(_ songs: [String: [Float]]) -> TrackSigner {
    TrackSigner(
      decoders: Songs(songs: songs.mapValues { ($0, SyntheticSong.rate) }),
      converters: SampleRateConverterMaker())
  }

  private static func track(_ name: String) -> TrackLocation { TrackLocation(path: FilePath(name)) }

  private static func signature(_ samples: [Float]) throws -> TrackSignature {
    try #require(try signer(["song": samples]).signature(of: track("song")))
  }

  private static func match(_ samples: [Float], _ other: [Float]) throws -> SignatureMatch {
    try #require(try signer(["song": other]).compare(track("song"), with: signature(samples)))
  }

  private static func offset(_ match: SignatureMatch) -> Double? {
    if case .same(let offset, _) = match { offset } else { nil }
  }

  @Test func signatureOfASongHasAFingerprintAndTenExcerpts() throws {
    let signature = try TrackSignerTests.signature(TrackSignerTests.song)
    #expect(signature.fingerprint.count > 50)
    #expect(signature.excerpts.count == 10)
    #expect(zip(signature.excerpts, signature.excerpts.dropFirst()).allSatisfy { $0.start < $1.start })
  }

  @Test func sameSongWithACutOrALongerBeginningIsFoundAtItsOffset() throws {
    let song = TrackSignerTests.song
    let cut = try TrackSignerTests.match(song, Array(song.dropFirst(6_042)))
    #expect(abs((TrackSignerTests.offset(cut) ?? 9) + 0.137) < 0.000_1)
    let late = try TrackSignerTests.match(song, Array(repeating: 0, count: 92_610) + song)
    #expect(abs((TrackSignerTests.offset(late) ?? 9) - 2.1) < 0.000_1)
  }

  @Test(arguments: [4.0, 6, 8]) func shortSoundIsFoundAndAnotherOneIsNot(seconds: Double) throws {
    let sound = SyntheticSong(seed: 3, seconds: seconds).samples
    let match = try TrackSignerTests.match(sound, Array(sound.dropFirst(3_000)))
    #expect(abs((TrackSignerTests.offset(match) ?? 9) + 3_000 / 44_100) < 0.000_1, "\(match)")
    for seed in UInt64(4)...8 {
      let other = try TrackSignerTests.match(sound, SyntheticSong(seed: seed, seconds: seconds).samples)
      #expect(TrackSignerTests.offset(other) == nil, "\(other)")
    }
  }

  @Test func otherSongsAreDifferent() throws {
    let song = TrackSignerTests.song
    for seed in UInt64(2)...6 {
      let match = try TrackSignerTests.match(song, SyntheticSong(seed: seed, seconds: 12).samples)
      guard case .different(let figures) = match else {
        Issue.record("song \(seed): \(match)")
        continue
      }
      #expect(figures.found <= 1 && figures.similarity < 0.66)
    }
  }

  @Test func songWithAnotherSecondHalfIsDoubtful() throws {
    let song = TrackSignerTests.song
    let other = song.prefix(song.count / 2) + SyntheticSong(seed: 5, seconds: 6).samples
    guard case .doubtful(let offset, let figures) = try TrackSignerTests.match(song, Array(other)) else {
      Issue.record("it is not doubtful")
      return
    }
    #expect(abs(offset) < 0.001 && figures.found == 5)
  }

  @Test func silentAndShortTracksHaveNoExcerpts() throws {
    #expect(try TrackSignerTests.signature([Float](repeating: 0, count: 44_100)).excerpts.isEmpty)
    #expect(try TrackSignerTests.signature([0.5, -0.5]) == TrackSignature(fingerprint: [], excerpts: []))
    guard case .different = try TrackSignerTests.match(TrackSignerTests.song, [0.5, -0.5]) else {
      Issue.record("a track of two samples is not the song")
      return
    }
  }

  @Test func cancelledSignatureIsNil() throws {
    let signer = TrackSignerTests.signer(["song": TrackSignerTests.song])
    #expect(try signer.signature(of: TrackSignerTests.track("song"), isCancelled: { true }) == nil)
  }

  /// Encodes the song as a program does.
  private enum Encoding: String, CaseIterable {
    case flac, mp3, variableMP3, opus, vorbis, aac, resampled

    func make(_ wav: FilePath, in folder: TemporaryFolder) throws -> FilePath {
      let path = folder.file("song.\(self == .aac ? "m4a" : rawValue)")
      switch self {
      case .flac: try Tool.run("flac", ["-s", wav.shown, "-o", path.shown])
      case .mp3: try Tool.run("lame", ["--quiet", "-b", "128", wav.shown, path.shown])
      case .variableMP3: try Tool.run("lame", ["--quiet", "-V", "5", wav.shown, path.shown])
      case .opus: try Tool.run("opusenc", ["--quiet", "--bitrate", "96", wav.shown, path.shown])
      case .vorbis: try Tool.run("oggenc", ["-Q", wav.shown, "-o", path.shown])
      case .aac: try Tool.run("ffmpeg", ["-v", "error", "-i", wav.shown, "-c:a", "aac", path.shown])
      case .resampled: try Tool.run("sox", [wav.shown, "-t", "wav", "-r", "48000", path.shown])
      }
      return path
    }
  }

  @Test(arguments: Encoding.allCases)
  private func encodedSongIsAlignedWithinATenthOfAMillisecond(_ encoding: Encoding) throws {
    let folder = try TemporaryFolder()
    let wav = folder.file("song.wav")
    let writer = try SndfileWriter(path: wav, sampleRate: SyntheticSong.rate, encoding: .wav16)
    let frames = TrackSignerTests.song.map { Frame(repeating: $0) }
    try frames.withUnsafeBufferPointer { try writer.write($0) }
    try writer.close()
    let path = try encoding.make(wav, in: folder)
    let signer = TrackSigner(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    let signature = try #require(try signer.signature(of: TrackLocation(path: wav)))
    let match = try #require(try signer.compare(TrackLocation(path: path), with: signature))
    #expect(abs(TrackSignerTests.offset(match) ?? 9) < 0.000_1, "\(match)")
  }
}
