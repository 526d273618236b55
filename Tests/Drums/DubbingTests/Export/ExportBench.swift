import AudioBase
import Dubbing
import Glibc
import MixEngine
import Synchronization
import SystemBase
import TestSupport

/// Exports of takes from memory to memory.
struct ExportBench {
  /// One second of noise at 0.3, so that no two places are alike and the limiter does not work.
  static let music: [Frame] = {
    var random = SeededGenerator(seed: 7)
    return (0..<48_000).map { _ in
      Frame(.random(in: -0.3...0.3, using: &random), .random(in: -0.3...0.3, using: &random))
    }
  }()

  var take: Take
  var pads: [PadProgram.Pad]
  var hasTrack = true
  var music = ExportBench.music
  var change: (inout TakeExport) -> Void = { _ in }
  var stretchers: (any TimeStretcherMaking)?

  /// Pads 1 and 2 choke each other; pad 3 has three samples.
  static let pads: [PadProgram.Pad] = [
    pad([(0.2, 5_000)], group: 1), pad([(0.1, 9_000)], group: 1),
    pad([(0.05, 2_000), (0.06, 2_000), (0.07, 2_000)]),
  ]

  private static func pad(_ samples: [(Float, Int)], group: Int? = nil) -> PadProgram.Pad {
    let buffers = samples.map { level, length in
      PCMBuffer(
        frames: (0..<length).map { Frame(repeating: level * (1 - Float($0) / Float(length))) },
        sampleRate: .standard)
    }
    return PadProgram.Pad(
      layers: [PadProgram.Layer(samples: buffers)], chokeGroup: group, chokeFade: FrameCount(200))
  }

  /// Two layers, one of them 6 dB lower; hits that choke, that repeat, and that take turns with samples.
  static func take(hasTrack: Bool = true) -> Take {
    let reference = TrackReference(
      key: Sample.key, path: FilePath("music"), sampleRate: .standard, frames: FrameCount(48_000))
    var take = Take(id: "t1", name: "take 1", track: hasTrack ? reference : nil, created: 0)
    func hit(_ frame: Int, _ pad: Int, _ sample: Int = 0) -> TakeHit {
      TakeHit(frame: frame, pad: pad, velocity: 127, sample: sample)
    }
    take.addLayer(hits: HitColumns([hit(1_000, 1), hit(3_000, 3, 2), hit(20_000, 1), hit(47_000, 2)]))
    let second = take.addLayer(hits: HitColumns([hit(2_500, 2), hit(3_001, 3, 1), hit(20_100, 1)]))
    take.change(second) { $0.gain = Decibels(-6) }
    return take
  }

  init(_ take: Take = ExportBench.take(), pads: [PadProgram.Pad] = ExportBench.pads) {
    (self.take, self.pads) = (take, pads)
    hasTrack = take.track != nil
  }

  /// Renders one export.
  func run(
    stems: Bool = false, loudness: Double? = nil, isCancelled: @escaping () -> Bool = { false },
    report: @escaping (Double) -> Void = { _ in }
  ) throws -> (result: ExportResult, files: [MixPart: [Frame]]) {
    let folder = try TemporaryFolder()
    var output = ExportOutput(
      path: folder.file("mix.wav"), encoding: try Self.float())
    (output.wantsStems, output.loudness) = (stems, loudness)
    let memory = MemoryWriters()
    var tools = memory.tools(music)
    tools.stretchers = stretchers
    var exporter = TakeExporter(
      export, to: output, pads: pads, tools: tools, report: report,
      isCancelled: isCancelled)
    let result = try exporter.run()
    let files = result.files.map { ($0.part, memory.frames(of: $0.path)) }
    return (result, Dictionary(files) { first, _ in first })
  }

  func mix() throws -> [Frame] { try run().files[.mix] ?? [] }

  var export: TakeExport {
    var export = TakeExport(
      take, track: hasTrack ? TrackLocation(path: FilePath("music")) : nil, rate: .standard)
    change(&export)
    return export
  }

  static func float() throws -> AudioEncoding {
    guard let encoding = AudioEncoding(.wav, samples: .float) else { throw FileError(.unsupported, "float") }
    return encoding
  }

  /// The largest difference between the sum of stems and the mix in dB.
  static func difference(ofParts parts: [MixPart], _ files: [MixPart: [Frame]]) -> Double {
    let mix = files[.mix] ?? []
    let sum = parts.compactMap { files[$0] }.reduce([Frame](repeating: .zero, count: mix.count)) {
      zip($0, $1).map { $0 + $1 }
    }
    return difference(sum, mix)
  }

  /// The largest difference of two signals in dB; silence where one is shorter.
  static func difference(_ one: [Frame], _ other: [Frame]) -> Double {
    var largest: Float = 0
    for index in 0..<max(one.count, other.count) {
      let a = index < one.count ? one[index] : .zero
      let b = index < other.count ? other[index] : .zero
      largest = max(largest, abs(a.x - b.x), abs(a.y - b.y))
    }
    return 20 * log10(Double(largest))
  }
}

/// Writers that write a small file and keep the frames.
final class MemoryWriters: AudioWriterMaking, Sendable {
  private let written = Mutex<[FilePath: [Frame]]>([:])

  /// The frames of a file by its final name.
  func frames(of path: FilePath) -> [Frame] {
    written.withLock { files in files.first { $0.key.bytes.starts(with: path.bytes + [0x2E]) }?.value ?? [] }
  }

  func tools(_ music: [Frame]) -> ExportTools {
    ExportTools(
      decoders: MemoryDecodersOfExports(music: music, writers: self), converters: NoConversion(),
      writers: self, meters: { _ in PowerMeter() })
  }

  func makeWriter(
    _ path: FilePath, _ encoding: AudioEncoding, rate: SampleRate, length: FrameCount?, texts: FileTexts
  ) throws(FileError) -> any AudioFileWriter {
    try FileBytes.write([], to: path)
    return Writer { frames in self.written.withLock { $0[path, default: []] += frames } }
  }

  fileprivate func decoder(_ path: FilePath) -> MemoryDecoder? {
    written.withLock { $0[path] }.map { MemoryDecoder(frames: $0) }
  }

  private final class Writer: AudioFileWriter {
    private let append: ([Frame]) -> Void

    init(_ append: @escaping ([Frame]) -> Void) { self.append = append }

    func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) { append(Array(frames)) }
    func updateHeader() {}
    func close() throws(FileError) {}
  }
}

/// The power of all samples in dB in the place of the loudness.
private final class PowerMeter: LoudnessMeasuring {
  private var (sum, count, largest) = (0.0, 0.0, 0.0)

  func add(_ samples: UnsafeBufferPointer<Float>) throws(FileError) {
    for sample in samples {
      sum += Double(sample) * Double(sample)
      largest = max(largest, Double(abs(sample)))
    }
    count += Double(samples.count)
  }

  var loudness: Double? {
    get throws(FileError) { count > 0 ? 10 * log10(sum / count) : nil }
  }

  var peak: Double {
    get throws(FileError) { largest }
  }
}

/// Opens the music, and what was written before.
private struct MemoryDecodersOfExports: DecoderOpening {
  let music: [Frame]
  let writers: MemoryWriters

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    if path == FilePath("music") { return MemoryDecoder(frames: music) }
    guard let decoder = writers.decoder(path) else { throw FileError(.notFound, path.shown) }
    return decoder
  }
}
