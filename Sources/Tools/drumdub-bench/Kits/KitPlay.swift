import AudioBase
import AudioFiles
import Glibc
import HostTools
import MixEngine
import Percussion
import SystemBase

/// Strikes 32 pads of a generated kit of 200 MB 50 times a second, with less memory than it needs, in blocks that are
/// rendered when they are due.
final class KitPlay {
  private static let padCount = 32
  private static let samplesPerPad = 4
  /// Frames of a sample: 8.5 s of 16-bit stereo, 200 MB for all of them.
  private static let sampleFrames = 408_000
  private static let hitsPerSecond = 50
  private static let seconds = 20
  private static let period = 256
  /// The limit of memory for samples.
  private static let memory = 128 << 20

  private let home: ScratchFolder

  init() throws(Failure) { home = try ScratchFolder() }

  func measure() throws(Failure) -> PartResult {
    let kit = try writeKit()
    let before = memoryInUse
    let loader = KitLoader(
      decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), memory: KitPlay.memory)
    let loaded = loader.load(kit, rate: .standard)
    if let warning = loaded.warnings.first { throw Failure(warning.error) }
    let streamed = loaded.program.filter { $0.layers[0].samples.contains(where: \.isStreamed) }.count
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: loaded.program))
    let device = OfflineDevice(engine)
    let first = onset(engine, device)
    let hits = drum(engine, device)
    let used = memoryInUse - before
    engine.control.silencePads()
    let later = onset(engine, device)
    let limit = Double(KitPlay.memory) / 1e6
    return PartResult(
      figures: [
        figure("memory of a 200 MB kit with kit-memory=128M", "MB", used, .atMost(limit)),
        figure(
          "its underruns in \(hits) hits", "underruns", Double(engine.control.sampleUnderruns), .atMost(0)),
        figure(
          "how much later the first strike sounds than a later one", "ms", (first - later) / 48, .atMost(0)),
      ], notes: ["kits: \(streamed) of \(KitPlay.padCount) pads have streamed samples"])
  }

  private func figure(_ what: String, _ unit: String, _ value: Double, _ goal: Goal) -> Figure {
    Figure(part: .kits, what: what, unit: unit, value: value, goal: goal)
  }

  private var memoryInUse: Double { RunningProcess(getpid()).memory ?? 0 }

  // MARK: The kit

  private func writeKit() throws(Failure) -> Kit {
    var random = SeededGenerator(seed: 32)
    let pads = try (1...KitPlay.padCount).map { (number) throws(Failure) in
      let paths = try (1...KitPlay.samplesPerPad).map { (sample) throws(Failure) in
        let path = FilePath(home.file("\(number)-\(sample).wav"))
        try write(path, &random)
        return path
      }
      var pad = Pad(number: number, name: "\(number)", layers: [SampleLayer(samples: paths)])
      pad.gain = Decibels(-20)
      if number % 2 == 0 { pad.retrigger = .overlap(limit: 2) }
      return pad
    }
    return Kit(name: "generated", path: FilePath(home.path), pads: pads)
  }

  private func write(_ path: FilePath, _ random: inout SeededGenerator) throws(Failure) {
    let frames = (0..<KitPlay.sampleFrames).map { index in
      let bits = random.next()
      let fall = 1 - Float(index) / Float(KitPlay.sampleFrames)
      return Frame(Float(bits & 0xFFFF) + 1, Float((bits >> 16) & 0xFFFF) + 1) / 65_536 * fall
    }
    do throws(FileError) {
      let writer = try SndfileWriter(path: path, sampleRate: .standard, encoding: .wav16)
      try frames.withUnsafeBufferPointer { (buffer) throws(FileError) in try writer.write(buffer) }
      try writer.close()
    } catch {
      throw Failure(error)
    }
  }

  // MARK: Playing

  /// Strikes the first pad in silence. Returns the frames until it sounds.
  private func onset(_ engine: AudioEngine, _ device: OfflineDevice) -> Double {
    _ = device.render(FrameCount(8192))
    strike(engine, device, 1)
    let out = device.render(FrameCount(4096), block: FrameCount(KitPlay.period))
    return Double(out.firstIndex { $0 != .zero } ?? out.count)
  }

  private func strike(_ engine: AudioEngine, _ device: OfflineDevice, _ pad: Int) {
    engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: 127, time: device.now))
  }

  /// Plays in real time. Returns the number of hits.
  private func drum(_ engine: AudioEngine, _ device: OfflineDevice) -> Int {
    let start = HostTime.now
    var hits = 0
    for block in 0..<(KitPlay.seconds * 48_000 / KitPlay.period) {
      let seconds = Double(block * KitPlay.period) / 48_000
      let early = start.advanced(bySeconds: seconds).seconds(since: .now)
      if early > 0 { usleep(UInt32(early * 1e6)) }
      if Double(hits) <= seconds * Double(KitPlay.hitsPerSecond) {
        strike(engine, device, hits % KitPlay.padCount + 1)
        hits += 1
      }
      _ = device.render(FrameCount(KitPlay.period))
      while engine.events.next() != nil {}
    }
    return hits
  }
}
