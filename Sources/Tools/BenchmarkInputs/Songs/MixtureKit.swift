import AudioBase
import AudioFiles
import MixEngine
import Percussion
import SystemBase

/// A kit that plays the drums of mixtures.
struct MixtureKit {
  private let pads: [PadProgram.Pad]
  private let numbers: [DrumVoice: [Int]]

  /// Returns nil for a kit without kick, snare and hat.
  init?(_ folder: FilePath) throws(FileError) {
    let kit = try KitReader.read(folder).kit
    var numbers: [DrumVoice: [Int]] = [:]
    for pad in kit.pads where !pad.layers.isEmpty {
      if let voice = DrumVoice(name: pad.name) { numbers[voice, default: []].append(pad.number) }
    }
    if numbers[.kick] == nil || numbers[.snare] == nil || numbers[.closedHat] == nil { return nil }
    self.numbers = numbers
    let loader = KitLoader(
      decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), memory: nil)
    pads = loader.load(kit, rate: SongMixture.rate).program
  }

  /// Returns the hits that strokes are; those of voices that the kit does not have are left out.
  func hits(_ strokes: [Stroke]) -> [SongMixture.Hit] {
    strokes.compactMap { stroke in
      guard let voice = DrumVoice(note: stroke.note), let pads = numbers[voice] else { return nil }
      return SongMixture.Hit(
        frame: stroke.frame, velocity: stroke.velocity, drum: voice.drum, pad: pads[stroke.note % pads.count])
    }
  }

  /// Returns the sound of hits in mono.
  func sound(of hits: [SongMixture.Hit], frames: Int) -> [Float] {
    let engine = AudioEngine(sampleRate: SongMixture.rate, program: PadProgram(pads: pads))
    let device = OfflineDevice(engine)
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 256)
    block.initialize(repeating: .zero)
    defer { block.deallocate() }
    // Softly, below the threshold of the limiter.
    let planned = hits.map {
      PlannedHit(frame: $0.frame, pad: $0.pad, velocity: $0.velocity, gain: 0.25)
    }
    _ = engine.control.startFree(HitSequence(planned))
    var samples: [Float] = []
    samples.reserveCapacity(frames + block.count)
    while samples.count < frames {
      device.render(into: block)
      samples += block.map { ($0.x + $0.y) / 2 }
      while engine.events.next() != nil {}
    }
    return Array(samples.prefix(frames))
  }
}
