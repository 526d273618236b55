import AudioBase
import Glibc
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import AudioAnalysis

@Suite struct WaveformTests {
  private static func build(_ seconds: Double, _ sample: (Int) -> Float) -> Waveform {
    var builder = WaveformBuilder(sampleRate: SampleRate(8_000), channels: 2)
    let frames = Int(seconds * 8_000)
    let samples = (0..<frames).flatMap { [sample($0), sample($0)] }
    for start in stride(from: 0, to: samples.count, by: 1_000) {
      samples[start..<min(start + 1_000, samples.count)].withUnsafeBufferPointer { builder.add($0) }
    }
    return builder.waveform
  }

  @Test(arguments: [0.001, 0.5, 17, 100]) func waveformHasABoundedNumberOfPartsForTheWholeLength(
    seconds: Double
  ) {
    let waveform = Self.build(seconds) { _ in 0.5 }
    #expect(waveform.parts.count <= WaveformBuilder.mostParts && !waveform.parts.isEmpty)
    #expect(seconds < 20 || waveform.parts.count >= WaveformBuilder.mostParts / 2)
    #expect(abs(waveform.duration - seconds) < 0.001)
    #expect(waveform.parts.allSatisfy { $0.high == 63 && $0.low == 0 && (126...128).contains($0.rms) })
  }

  @Test func waveformKeepsThePlacesOfLoudAndSilentSound() {
    let waveform = Self.build(60) { (200_000..<300_000).contains($0) ? ($0 % 2 == 0 ? 0.9 : -0.8) : 0 }
    let count = waveform.parts.count
    for (index, part) in waveform.parts.enumerated() {
      let place = Double(index) / Double(count) * 480_000
      if place > 201_000 && place < 298_000 { #expect(part.high == 114 && part.low == -101) }
      if place < 199_000 || place > 301_000 { #expect(part.high == 0 && part.low == 0) }
    }
  }

  @Test(arguments: [(60.0, 0), (700, 1), (3_500, 2)]) func waveformShowsTheStrongestBandOfATone(
    hertz: Double, band: Int
  ) {
    let waveform = Self.build(2) { Float(sin(2 * .pi * hertz * Double($0) / 8_000)) }
    #expect(waveform.parts.filter { $0.bands[band] == 255 }.count > waveform.parts.count * 9 / 10)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 3e38, -3e38])
  func nonFiniteAndHugeSamplesAreSilenceInTheWaveform(value: Float)
    throws
  {
    let frames =
      Array(repeating: Frame(value, value), count: 64) + Array(repeating: Frame(0.5, 0.5), count: 64)
    let made = try Waveform.of(
      FilePath("a.wav"), decoders: CountingDecoders(frames: frames) {}, isCancelled: { false })
    let parts = try #require(made).waveform.parts
    #expect(parts[0] == Waveform.Part(low: 0, high: 0, rms: 0, bands: .zero))
    #expect(parts[1].high == 63 && parts[1].rms == 127)
  }

  @Test func writtenWaveformIsReadBackAndOtherBytesAreRefused() {
    let waveform = Self.build(3) { Float($0 % 100) / 100 - 0.5 }
    #expect(Waveform(bytes: waveform.bytes) == waveform)
    for bad in [[], Array(waveform.bytes.dropLast()), Array("something else, and long enough".utf8)] {
      #expect(Waveform(bytes: bad) == nil)
    }
  }

  @Test func storeComputesAWaveformOnceAndCachesTheResultInAFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("sound".utf8), to: "a.wav")
    let frames = (0..<48_000).map { _ in Frame(0.25, 0.25) }
    for round in 0..<2 {
      let opened = Mutex(0)
      let changes = Mutex(0)
      let decoders = CountingDecoders(frames: frames) { opened.withLock { $0 += 1 } }
      let store = WaveformStore(folder: folder.file("cache"), decoders: decoders, key: { _ in nil }) {
        changes.withLock { $0 += 1 }
      }
      #expect(store.waveform(of: path) == nil)
      try Wait.until("the waveform") { changes.withLock { $0 } == 1 }
      #expect(store.waveform(of: path)?.duration == 1)
      #expect(opened.withLock { $0 } == (round == 0 ? 1 : 0))
      store.stop()
    }
  }

  @Test func damagedCacheFileIsRefusedOrReadAsAShowableWaveform() {
    let whole = Self.build(1) { $0 % 2 == 0 ? 0.9 : -0.8 }
    for bytes in DamagedBytes.variants(of: whole.bytes, count: 1_000) {
      guard let waveform = Waveform(bytes: bytes) else { continue }
      #expect(waveform.duration >= 0 && waveform.duration < 1e12)
      #expect(waveform.bytes.count == bytes.count)
    }
  }
}

extension WaveformTests {
  @Test func waveformOfAMovedFileIsFoundByTheTrackKey() throws {
    let folder = try TemporaryFolder()
    let frames = (0..<4_800).map { _ in Frame(0.25, 0.25) }
    let opened = Mutex(0)
    for (name, key) in [("a", 1), ("b", 1), ("c", 2)] as [(String, UInt64)] {
      let path = try folder.write(Array(name.utf8), to: name)
      let changes = Mutex(0)
      let decoders = CountingDecoders(frames: frames) { opened.withLock { $0 += 1 } }
      let store = WaveformStore(
        folder: folder.file("cache"), decoders: decoders, key: { _ in TrackKey(high: 7, low: key) }
      ) { changes.withLock { $0 += 1 } }
      _ = store.waveform(of: path)
      try Wait.until("the waveform") { changes.withLock { $0 } == 1 }
      #expect(store.waveform(of: path) != nil)
      store.stop()
    }
    #expect(opened.withLock { $0 } == 2)
  }
}

private struct CountingDecoders: DecoderOpening {
  let frames: [Frame]
  let onOpen: @Sendable () -> Void

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    onOpen()
    return MemoryDecoder(frames: frames)
  }
}

@Suite struct SpectrumTests {
  private static let rate = SampleRate(48_000)

  private func sine(_ hertz: Double, _ level: Double = 1) -> [Float] {
    (0..<SpectrumAnalyser.length).map { Float(level * sin(2 * .pi * hertz * Double($0) / 48_000)) }
  }

  @Test(arguments: [100.0, 440, 1_000, 5_000, 12_000]) func sineIsLoudestInTheBandOfTheFrequency(
    hertz: Double
  ) {
    let bands = SpectrumAnalyser(Self.rate).bands(sine(hertz), count: 24)
    let loudest = bands.indices.max { bands[$0] < bands[$1] }
    let expected = Int(log2(hertz / 40) / log2(16_000.0 / 40) * 24)
    #expect(abs((loudest ?? -9) - expected) <= 1)
    #expect(abs(bands[loudest ?? 0]) < 1.5)
  }

  @Test func spectrumIsQuieterForAQuieterSound() {
    let analyser = SpectrumAnalyser(Self.rate)
    let (loud, soft) = (analyser.bands(sine(1_000), count: 12), analyser.bands(sine(1_000, 0.1), count: 12))
    #expect(abs((loud.max() ?? 0) - (soft.max() ?? 0) - 20) < 0.1)
  }

  @Test func spectrumOfSilenceOrFewSamplesIsDefined() {
    let analyser = SpectrumAnalyser(Self.rate)
    #expect(analyser.bands([], count: 8).allSatisfy { $0 == -120 })
    #expect(analyser.bands([1, 2, 3], count: 200).count == 200)
    #expect(analyser.bands(sine(100), count: 0).isEmpty)
  }
}
