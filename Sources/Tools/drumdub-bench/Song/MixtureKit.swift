import AudioBase
import AudioFiles
import MixEngine
import Percussion
import SystemBase

/// A stroke of a drummer: a note of General MIDI.
struct Stroke {
  var frame: Int
  var note: Int
  var velocity: Int
}

/// A kind of drum, which kits have by their names, since many state no notes.
enum DrumVoice: Hashable {
  case kick, snare, closedHat, openHat, pedalHat, tom, crash, ride

  /// The voice that plays a note of General MIDI; nil for other percussion.
  init?(note: Int) {
    switch note {
    case 35, 36: self = .kick
    case 38, 40: self = .snare
    case 42: self = .closedHat
    case 44: self = .pedalHat
    case 46: self = .openHat
    case 41, 43, 45, 47, 48, 50: self = .tom
    case 49, 52, 55, 57: self = .crash
    case 51, 53, 59: self = .ride
    default: return nil
    }
  }

  init?(name: String) {
    let name = name.lowercased()
    func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
    if has("snare") {
      self = .snare
    } else if has("kick", "bass") {
      self = .kick
    } else if has("hat", "hh") {
      self = has("open", " op") ? .openHat : has("pedal") ? .pedalHat : .closedHat
    } else if has("tom") {
      self = .tom
    } else if has("ride") {
      self = .ride
    } else if has("crash", "splash", "china", "cymbal") {
      self = .crash
    } else {
      return nil
    }
  }

  var drum: SongDrum {
    switch self {
    case .kick: .kick
    case .snare: .snare
    case .closedHat, .openHat, .pedalHat: .hat
    case .tom, .crash, .ride: .other
    }
  }
}

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
