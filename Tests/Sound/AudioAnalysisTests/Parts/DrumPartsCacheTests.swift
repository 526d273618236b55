import AudioBase
import AudioFiles
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import AudioAnalysis

@Suite struct DrumPartsCacheTests {
  private let folder: TemporaryFolder
  private let key = TrackKey(high: 1, low: 2)

  init() throws { folder = try TemporaryFolder() }

  private func cache(limit: Int = 1 << 30) -> DrumPartsCache {
    DrumPartsCache(folder: folder.file("parts"), limit: limit, decoders: DecoderRegistry()) {
      path, rate throws(FileError) in
      try SndfileWriter(path: path, sampleRate: rate, encoding: .flac16)
    }
  }

  /// Writes samples to a WAV file of 24 bits.
  private func song(_ samples: [Float], _ name: String = "song.wav") throws -> TrackLocation {
    let path = folder.file(name)
    let writer = try SndfileWriter(path: path, sampleRate: HitMixture.rate, encoding: .wav24)
    try samples.map { Frame(repeating: $0) }.withUnsafeBufferPointer { try writer.write($0) }
    try writer.close()
    return TrackLocation(path: path)
  }

  private func names() -> [String] {
    FolderReader.names(in: folder.file("parts")).map(\.shown).sorted()
  }

  private func frames(_ path: FilePath) throws -> [Frame] {
    let decoder = try DecoderRegistry().open(path)
    var frames: [Frame] = []
    var buffer = [Float](repeating: 0, count: 1 << 15)
    while true {
      let count = try buffer.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
      if count == 0 { return frames }
      frames += (0..<count).map { Frame(buffer[2 * $0], buffer[2 * $0 + 1]) }
    }
  }

  @Test func drumsAreMadeOnceAndKeptForEachStrength() throws {
    let mixture = HitMixture(seconds: 10)
    let track = try song(mixture.samples)
    #expect(cache().cached(key, .usual) == nil)
    var parts: [Double] = []
    var files: [DrumPartFile] = []
    let result = try cache().make(
      track, key, .usual, hits: nil, heard: { 0 }, isCancelled: { false }
    ) { part, file in
      parts.append(part)
      if let file { files.append(file) }
    }
    guard case .parts(let made) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(made.isComplete && made.prepared == [0..<mixture.samples.count])
    #expect(names() == [made.path.lastComponent.shown])
    #expect(parts == parts.sorted() && parts.last == 1)
    #expect(files.last?.prepared == made.prepared)
    #expect(files.allSatisfy { !$0.isComplete && $0.path != made.path })
    let drums = try frames(made.path)
    #expect(drums.count == mixture.samples.count)
    let (all, power) = (
      mixture.samples.reduce(0) { $0 + $1 * $1 }, drums.reduce(Float(0)) { $0 + $1.x * $1.x }
    )
    // Both sides are the same but for the rounding.
    #expect(power > 0.3 * all && power < all && drums.allSatisfy { abs($0.x - $0.y) <= 2 / 32_768 })
    #expect(cache().cached(key, .usual) == made && cache().cached(key, .strong) == nil)
    let again = try cache().make(
      track, key, .usual, hits: nil, heard: { 0 }, isCancelled: { true }, progress: { _, _ in })
    #expect(again == .parts(made))
  }

  @Test func knownHitsAreUsedAndACancelledSeparationLeavesNothing() throws {
    let track = try song(HitMixture(seconds: 6).samples)
    let hits = SongHits(
      [SongHit(frame: 44_100, drum: .kick, velocity: 90, certainty: 1)], rate: HitMixture.rate)
    var calls = 0
    let cancelled = try cache().make(
      track, key, .usual, hits: hits, heard: { 0 },
      isCancelled: {
        calls += 1
        return calls > 20
      }, progress: { _, _ in })
    #expect(cancelled == .cancelled && names().isEmpty)
    let searched = try cache().make(
      track, key, .usual, hits: nil, heard: { 0 }, isCancelled: { true }, progress: { _, _ in })
    #expect(searched == .cancelled && names().isEmpty)
  }

  @Test func leastRecentlyUsedFilesAreRemovedAndThoseOfKilledPrograms() throws {
    let track = try song(HitMixture(seconds: 6).samples)
    let hits = SongHits(
      [SongHit(frame: 44_100, drum: .kick, velocity: 90, certainty: 1)], rate: HitMixture.rate)
    func make(_ number: UInt64, limit: Int) throws -> DrumPartsResult {
      try cache(limit: limit).make(
        track, TrackKey(high: 3, low: number), .usual, hits: hits, heard: { 0 }, isCancelled: { false },
        progress: { _, _ in })
    }
    _ = try make(1, limit: 1 << 30)
    let left = try folder.write([1, 2, 3], to: "parts/left.part")
    var old = timespec(tv_sec: 1_000_000, tv_nsec: 0)
    for path in [left, folder.file("parts").appending(names().first { $0.hasSuffix(".flac") } ?? "")] {
      old.tv_sec += 1
      let times = [old, old]
      #expect(path.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
    }
    // A minute of this rate is the least that fits.
    _ = try make(2, limit: 6 * 44_100 * 3)
    #expect(names() == ["\(TrackKey(high: 3, low: 2))-1.3.flac"])
  }

  /// Writes noise at a low rate, at which the separation takes little time.
  private func noise(seconds: Int) throws -> (track: TrackLocation, hits: SongHits) {
    try noise(frames: seconds * 8_000)
  }

  private func noise(frames: Int) throws -> (track: TrackLocation, hits: SongHits) {
    let rate = SampleRate(8_000)
    var random = SeededGenerator(seed: 4)
    let noise = (0..<frames).map { _ in
      Frame(repeating: .random(in: -0.2...0.2, using: &random))
    }
    let path = folder.file("long.wav")
    let writer = try SndfileWriter(path: path, sampleRate: rate, encoding: .wav24)
    try noise.withUnsafeBufferPointer { try writer.write($0) }
    try writer.close()
    let hits = (1..<frames / rate.hertz - 1).map {
      SongHit(frame: $0 * rate.hertz, drum: .kick, velocity: 90, certainty: 1)
    }
    return (TrackLocation(path: path), SongHits(hits, rate: rate))
  }

  @Test func firstThirtySecondsAreThereBeforeTheRestIsSeparated() throws {
    let (track, hits) = try noise(seconds: 40)
    var files: [DrumPartFile] = []
    let result = try cache().make(
      track, key, .usual, hits: hits, heard: { 0 }, isCancelled: { false }
    ) { _, file in
      if let file { files.append(file) }
    }
    #expect(files.count == 2 && files.allSatisfy { !$0.isComplete && $0.path == files[0].path })
    let first = try #require(files.first?.prepared.first)
    #expect(first.lowerBound == 0 && (29 * 8_000...31 * 8_000).contains(first.upperBound))
    #expect(files.last?.prepared == [0..<40 * 8_000])
    guard case .parts(let made) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(made.prepared == [0..<40 * 8_000] && made.isComplete)
  }

  @Test func whatIsHeardIsSeparatedFirstAndTheFileIsTheSame() throws {
    let (track, hits) = try noise(seconds: 70)
    let (end, rate) = (70 * 8_000, 8_000)
    func make(_ key: TrackKey, heard: [Int]) throws -> (frames: [Frame], files: [DrumPartFile]) {
      var files: [DrumPartFile] = []
      let result = try cache().make(
        track, key, .usual, hits: hits, heard: { heard[min(files.count, heard.count - 1)] },
        isCancelled: { false }
      ) { _, file in
        guard let file else { return }
        files.append(file)
        // What is not prepared is silent.
        let frames = (try? frames(file.path)) ?? []
        #expect(frames.count == end)
        for second in [15, 45, 65] {
          let isThere = file.prepared.contains { $0.contains(second * rate) }
          let range = second * rate - rate / 2..<second * rate + rate / 2
          let isHeard = frames[range].contains { $0 != .zero }
          #expect(isHeard == isThere)
        }
      }
      guard case .parts(let made) = result else {
        Issue.record("\(result)")
        return ([], files)
      }
      return (try self.frames(made.path), files)
    }
    let (plain, _) = try make(key, heard: [0])
    // The last part first.
    let (last, files) = try make(TrackKey(high: 1, low: 3), heard: [65 * rate])
    #expect(last == plain && plain.count == end)
    #expect(files.map(\.prepared.count) == [1, 2, 1])
    #expect(files.first?.prepared.first?.contains(65 * rate) == true)
    #expect(files.first?.prepared.first?.contains(50 * rate) == false)
    // A seek after the first part.
    let (middle, others) = try make(TrackKey(high: 1, low: 4), heard: [0, 65 * rate])
    #expect(middle == plain && others.map(\.prepared.count) == [1, 2, 1])
    #expect(names().count == 3 && names().allSatisfy { $0.hasSuffix(".flac") })
  }

  @Test func trackThatEndsBeforeItsStatedLengthIsSeparatedToItsEnd() throws {
    let (track, hits) = try noise(seconds: 70)
    let bytes = try FileBytes.read(track.path, limit: 1 << 24)
    try FileBytes.write(Array(bytes[..<(bytes.count - 39 * 8_000 * 6)]), to: track.path)
    var ends: [Int] = []
    for heard in [0, 65 * 8_000] {
      let result = try cache().make(
        track, TrackKey(high: 2, low: UInt64(heard)), .usual, hits: hits, heard: { heard },
        isCancelled: { false }, progress: { _, _ in })
      if case .parts(let made) = result { ends += made.prepared.map(\.upperBound) }
    }
    #expect(ends.count == 2 && ends.allSatisfy { (30 * 8_000...31 * 8_000).contains($0) })
  }

  /// The track ends with the last frame that the first part needs, or within what is decoded with it.
  @Test(arguments: [0, 100])
  func trackThatEndsWithTheFramesOfAPartIsSeparatedToItsEnd(behind: Int) throws {
    let none = SongHits([], rate: SampleRate(8_000))
    let separation = DrumSeparation(none.rate, channels: 2, hits: none, strength: .usual)
    let count = separation.surroundings(of: 0).upperBound + behind
    let (track, hits) = try noise(frames: count)
    let result = try cache().make(
      track, key, .usual, hits: hits, heard: { 0 }, isCancelled: { false }, progress: { _, _ in })
    guard case .parts(let made) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(made.prepared == [0..<count])
    #expect(try frames(made.path).count == count)
  }

  @Test func trackOfUnstatedLengthIsNotLongWhereItsEndIsPassed() throws {
    let unstated = DrumPartsCache(folder: folder.file("parts"), decoders: UnstatedDecoders()) {
      path, rate throws(FileError) in
      try SndfileWriter(path: path, sampleRate: rate, encoding: .flac16)
    }
    let hits = SongHits(
      (1..<39).map { SongHit(frame: $0 * 8_000, drum: .kick, velocity: 90, certainty: 1) },
      rate: SampleRate(8_000))
    // Two hours are the longest track.
    let result = try unstated.make(
      TrackLocation(path: FilePath("song")), key, .usual, hits: hits, heard: { 125 * 60 * 8_000 },
      isCancelled: { false }, progress: { _, _ in })
    guard case .parts(let made) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(made.prepared == [0..<UnstatedDecoder.frames])
  }

  @Test func fullDiskLeavesNothing() throws {
    let track = try song(HitMixture(seconds: 6).samples)
    let hits = SongHits(
      [SongHit(frame: 44_100, drum: .kick, velocity: 90, certainty: 1)], rate: HitMixture.rate)
    let error = FileError(.noSpace, "parts", detail: "full")
    let full = DrumPartsCache(folder: folder.file("parts"), decoders: DecoderRegistry()) {
      _, _ throws(FileError) in FullWriter(error)
    }
    #expect(throws: error) {
      try full.make(
        track, key, .usual, hits: hits, heard: { 0 }, isCancelled: { false }, progress: { _, _ in })
    }
    #expect(names().isEmpty && full.cached(key, .usual) == nil)
  }

  @Test func damagedFileIsMadeAgain() throws {
    let track = try song(HitMixture(seconds: 6).samples)
    let hits = SongHits(
      [SongHit(frame: 44_100, drum: .kick, velocity: 90, certainty: 1)], rate: HitMixture.rate)
    let result = try cache().make(
      track, key, .usual, hits: hits, heard: { 0 }, isCancelled: { false }, progress: { _, _ in })
    guard case .parts(let made) = result else {
      Issue.record("\(result)")
      return
    }
    try FileBytes.write([], to: made.path)
    #expect(cache().cached(key, .usual) == nil && names().isEmpty)
  }

  @Test func whatCannotBeSeparatedIsRefused() throws {
    let stream = TrackLocation(path: FilePath("http://radio.invalid/live"))
    func result(_ track: TrackLocation, limit: Int = 1 << 30) throws -> DrumPartsResult {
      try cache(limit: limit).make(
        track, key, .usual, hits: nil, heard: { 0 }, isCancelled: { false }, progress: { _, _ in })
    }
    #expect(try result(stream) == .refused(.stream))
    let silence = try song([Float](repeating: 0, count: 8 * 44_100), "silence.wav")
    #expect(try result(silence) == .refused(.noDrums(.silent)))
    let short = try song(HitMixture(seconds: 1).samples, "short.wav")
    #expect(try result(short) == .refused(.noDrums(.short)))
    let long = try song([Float](repeating: 0, count: 61 * 44_100), "long.wav")
    #expect(try result(long, limit: 1) == .refused(.long(most: 1)))
    #expect(throws: FileError.self) { try result(TrackLocation(path: folder.file("gone.wav"))) }
    #expect(names().isEmpty)
  }

  @Test func tracksOfManyChannelsHoursOrRatesBeyondFLACAreRefused() throws {
    let (rate, day) = (SampleRate(48_000), FrameCount(24 * 3_600 * 48_000))
    let formats: [(StreamFormat, DrumPartsResult.Refusal)] = [
      (StreamFormat(sampleRate: rate, channels: 8, length: day), .channels(8)),
      (StreamFormat(sampleRate: rate, channels: 2, length: day), .long(most: 120)),
      (StreamFormat(sampleRate: SampleRate(768_000), channels: 1, length: nil), .rate(SampleRate(768_000))),
    ]
    for (format, refusal) in formats {
      let cache = DrumPartsCache(folder: folder.file("parts"), decoders: FormatDecoders(format: format)) {
        path, rate throws(FileError) in
        throw FileError(.writeFailed, path.shown)
      }
      let result = try cache.make(
        TrackLocation(path: FilePath("song")), key, .usual, hits: nil, heard: { 0 }, isCancelled: { false },
        progress: { _, _ in })
      #expect(result == .refused(refusal))
    }
  }
}

/// Writes to a full disk.
private final class FullWriter: AudioFileWriter {
  private let error: FileError

  init(_ error: FileError) { self.error = error }

  func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) { throw error }

  func updateHeader() {}

  func close() throws(FileError) {}
}

/// Opens files without frames.
private struct FormatDecoders: DecoderOpening {
  let format: StreamFormat

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder { FormatDecoder(format) }
}

private final class FormatDecoder: AudioDecoder {
  let format: StreamFormat

  init(_ format: StreamFormat) { self.format = format }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int { 0 }

  func seek(to frame: FrameCount) throws(FileError) {}
}

/// Opens tracks whose length is not stated.
private struct UnstatedDecoders: DecoderOpening {
  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder { UnstatedDecoder() }
}

/// Decodes a tone of 40 s.
private final class UnstatedDecoder: AudioDecoder {
  static let frames = 40 * 8_000

  let format = StreamFormat(sampleRate: SampleRate(8_000), channels: 1, length: nil)
  private var place = 0

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    let count = min(buffer.count, UnstatedDecoder.frames - place)
    for index in 0..<count { buffer[index] = (place + index) % 16 < 8 ? 0.1 : -0.1 }
    place += count
    return count
  }

  func seek(to frame: FrameCount) throws(FileError) { place = min(frame.value, UnstatedDecoder.frames) }
}
