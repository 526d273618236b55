import AudioBase
import Glibc
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import AudioAnalysis

@Suite struct PeakPyramidTests {
  private let folder: TemporaryFolder
  private var random = SeededGenerator(seed: 8)

  init() throws { folder = try TemporaryFolder() }

  /// Writes the pyramid of mono sound at 8 kHz.
  private func pyramid(_ samples: [Float], _ name: String = "a.peaks") throws -> FilePath {
    var builder = WaveformBuilder(sampleRate: SampleRate(8_000), channels: 1)
    for start in stride(from: 0, to: samples.count, by: 777) {
      samples[start..<min(start + 777, samples.count)].withUnsafeBufferPointer { builder.add($0) }
    }
    return try folder.write(try #require(builder.finish().pyramid), to: name)
  }

  private func sound(_ count: Int, seed: UInt64 = 1) -> [Float] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
  }

  @Test(arguments: [1, 63, 64, 65, 4_096, 4_097, 100_000])
  func columnsHaveTheExtremesOfTheirFramesAtEveryScale(count: Int) throws {
    let samples = sound(count, seed: UInt64(count))
    let pyramid = try #require(PeakPyramid(try pyramid(samples)))
    #expect(pyramid.frames == count && pyramid.sampleRate == SampleRate(8_000))
    for length in [16.0, 64, 300, 1_024, 5_000] {
      let columns = Int(Double(count) / length) + 1
      for (index, part) in pyramid.parts(from: 0, length: length, count: columns).enumerated() {
        let (first, end) = (Int(Double(index) * length), Int((Double(index + 1) * length).rounded(.up)))
        guard first < count else { continue }
        let own = samples[first..<min(end, count)]
        // A column has whole parts, so it may have more than its own frames.
        #expect(
          Float(part.high) + 1 >= (own.max() ?? 0) * 127 && Float(part.low) - 1 <= (own.min() ?? 0) * 127)
      }
    }
  }

  @Test func columnsOfWholePartsAreExact() throws {
    let samples = sound(1 << 16)
    let pyramid = try #require(PeakPyramid(try pyramid(samples)))
    for length in [64, 256, 4_096] {
      let parts = pyramid.parts(from: 0, length: Double(length), count: samples.count / length)
      for (index, part) in parts.enumerated() {
        let own = samples[index * length..<(index + 1) * length]
        let squares = own.reduce(0) { $0 + $1 * $1 } / Float(length)
        #expect(part.high == Int8((own.max() ?? 0) * 127) && part.low == Int8((own.min() ?? 0) * 127))
        #expect(abs(Float(part.rms) - squares.squareRoot() * 255) <= 2)
      }
    }
  }

  @Test(arguments: [1, 2, 3]) func partsAreAlikeHoweverManyFramesAreAddedAtOnce(channels: Int) throws {
    // A bass and a treble that take turns, with noise.
    let samples = (0..<20_000 * channels).map { index in
      let frame = Float(index / channels)
      return sin(frame * (index / channels % 4_000 < 2_000 ? 0.01 : 1.4)) * 0.6 + Float(index % 7) / 50
    }
    func parts(_ length: Int) throws -> [Waveform.Part] {
      var builder = WaveformBuilder(sampleRate: SampleRate(44_100), channels: channels)
      for start in stride(from: 0, to: samples.count, by: length * channels) {
        samples[start..<min(start + length * channels, samples.count)].withUnsafeBufferPointer {
          builder.add($0)
        }
      }
      let path = try folder.write(try #require(builder.finish().pyramid), to: "\(length).peaks")
      return try #require(PeakPyramid(path)).parts(from: 0, length: 64, count: 312)
    }
    // Fewer than 64 frames are added one after the other, 512 at once.
    let expected = try parts(61)
    for length in [512, 5_000] {
      for (index, (part, single)) in zip(try parts(length), expected).enumerated() {
        #expect(part.low == single.low && part.high == single.high)
        #expect(abs(Int(part.rms) - Int(single.rms)) <= 1, "\(index)")
        for band in 0..<3 { #expect(abs(Int(part.bands[band]) - Int(single.bands[band])) <= 20, "\(index)") }
      }
    }
  }

  @Test func framesBesideTheTrackAreSilent() throws {
    let pyramid = try #require(PeakPyramid(try pyramid(sound(1_000))))
    let parts = pyramid.parts(from: -1_000, length: 500, count: 6)
    #expect(parts.map { $0 == .silent } == [true, true, false, false, true, true])
  }

  @Test func damagedFilesAreRefusedOrShowable() throws {
    let path = try pyramid(sound(20_000))
    let whole = try FileBytes.read(path, limit: 1 << 20)
    for (index, bytes) in DamagedBytes.variants(of: whole, count: 500).enumerated() {
      let path = try folder.write(bytes, to: "\(index)")
      guard let pyramid = PeakPyramid(path) else { continue }
      #expect(bytes.count == whole.count)
      #expect(pyramid.parts(from: -10, length: 33, count: 2_000).count == 2_000)
    }
    let empty = try folder.write([], to: "empty")
    #expect(PeakPyramid(folder.file("none")) == nil && PeakPyramid(empty) == nil)
  }

  @Test func storeRebuildsABrokenPyramidAndRemovesTheOldestBeyondTheLimit() throws {
    let frames = (0..<64_000).map { _ in Frame(0.25, 0.25) }
    let opened = Mutex(0)
    /// Asks for the waveform of a file. Returns whether there is a pyramid.
    func make(_ name: String, limit: Int) throws -> Bool {
      let path = try folder.write(Array(name.utf8), to: name)
      let changes = Mutex(0)
      let decoders = MemoryFrames(frames: frames) { opened.withLock { $0 += 1 } }
      let store = WaveformStore(
        folder: folder.file("cache"), decoders: decoders, limit: limit,
        key: { TrackKey(high: 1, low: UInt64($0.bytes.last ?? 0)) }
      ) { changes.withLock { $0 += 1 } }
      defer { store.stop() }
      _ = store.waveform(of: path)
      try Wait.until("the waveform") { changes.withLock { $0 } == 1 }
      return store.pyramid(of: path) != nil
    }
    func files() throws -> [FilePath] {
      try FolderReader(folder.file("cache")).names().filter { $0.shown.hasSuffix(".peaks") }
    }
    #expect(try make("a", limit: 1 << 20))
    #expect(try make("a", limit: 1 << 20))
    #expect(opened.withLock { $0 } == 1, "the second time it is mapped")
    let file = folder.file("cache").appending(try #require(try files().first))
    try FileBytes.write(Array("broken".utf8), to: file)
    #expect(try make("a", limit: 1 << 20))
    #expect(opened.withLock { $0 } == 2)
    // There is room for one.
    #expect(try make("b", limit: 10_000))
    #expect(try files().count == 1)
  }
}

private struct MemoryFrames: DecoderOpening {
  let frames: [Frame]
  let onOpen: @Sendable () -> Void

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    onOpen()
    return MemoryDecoder(frames: frames)
  }
}
