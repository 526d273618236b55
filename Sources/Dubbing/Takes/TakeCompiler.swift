import AudioBase
import MixEngine

/// Makes of takes and beats what the engine plays.
package enum TakeCompiler {
  /// The hits of the layers that sound.
  ///
  /// - Parameters:
  ///   - ids: of the layers that count.
  ///   - knowsSamples: false leaves the choice of samples to the pads: the kit is another.
  package static func hits(
    of take: Take, layers ids: some RangeExpression<Int> = 0..., knowsSamples: Bool = true
  ) -> [PlannedHit] {
    var list: [PlannedHit] = []
    for layer in take.layers where ids.contains(layer.id) && take.sounds(layer) {
      let gain = layer.settings.gain.factor
      list.reserveCapacity(list.count + layer.hits.count)
      for index in 0..<layer.hits.count {
        let hit = layer.hits[index]
        list.append(
          PlannedHit(
            frame: hit.frame, pad: hit.pad, velocity: hit.velocity, sample: knowsSamples ? hit.sample : -1,
            gain: gain, length: hit.length))
      }
    }
    return list
  }

  /// The hits of a free take, by the output's frames from its beginning on; those of a track's take without its music.
  package static func freeHits(
    of take: Take, rate: SampleRate, after start: Int = 0, knowsSamples: Bool = true
  ) -> [PlannedHit] {
    let ratio = Double(rate.hertz) / Double((take.rate ?? take.track?.sampleRate ?? .standard).hertz)
    func scaled(_ frames: Int) -> Int { Int((Double(frames) * ratio).rounded()) }
    return hits(of: take, knowsSamples: knowsSamples).map { hit in
      var hit = hit
      hit.frame = start + scaled(hit.frame)
      hit.length = scaled(hit.length)
      return hit
    }
  }

  /// The beats from a track's beginning to its end.
  package static func beats(_ tempo: TempoMap, frames: Int, rate: SampleRate) -> [PlannedHit] {
    let length = 60 / tempo.bpm * Double(rate.hertz)
    let anchor = Double(tempo.beats.first ?? 0)
    let first = -Int((anchor / length).rounded(.down))
    var list: [PlannedHit] = []
    var beat = first
    while case let frame = anchor + Double(beat) * length, frame < Double(frames) {
      let isAccent = ((beat % Metronome.beatsPerBar) + Metronome.beatsPerBar) % Metronome.beatsPerBar == 0
      list.append(PlannedHit(frame: max(0, Int(frame.rounded())), kind: isAccent ? .accent : .beat))
      beat += 1
    }
    return list
  }
}

/// The metronome's figures.
package enum Metronome {
  /// Until the tempo is known.
  package static let usualTempo = 120.0
  package static let beatsPerBar = 4
  package static let countIns = 0...8

  /// So many beats from now on, by the output's frames.
  package static func beats(_ count: Int, bpm: Double, rate: SampleRate) -> [PlannedHit] {
    (0..<count).map { beat in
      PlannedHit(
        frame: length(of: beat, bpm: bpm, rate: rate), kind: beat % beatsPerBar == 0 ? .accent : .beat)
    }
  }

  /// How long so many beats last, in output frames.
  package static func length(of beats: Int, bpm: Double, rate: SampleRate) -> Int {
    Int((Double(beats) * 60 / bpm * Double(rate.hertz)).rounded())
  }
}
