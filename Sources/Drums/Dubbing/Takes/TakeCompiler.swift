import AudioBase
import MixEngine

package enum TakeCompiler {
  /// Returns the hits of the layers that sound, with samples of the kit or, if it is another, of the pads' choice.
  package static func hits(
    of take: Take, layers ids: some RangeExpression<Int> = 0..., knowsSamples: Bool = true,
    played: (Layer) -> HitColumns = { $0.playedHits }
  ) -> [PlannedHit] {
    var list: [PlannedHit] = []
    for layer in take.layers where ids.contains(layer.id) && take.sounds(layer) {
      let gain = layer.settings.gain.factor
      list += played(layer).map { PlannedHit($0, gain: gain, knowsSamples: knowsSamples) }
    }
    return list
  }

  /// Returns the hits of a free take, or of a track's take without its music, by the output's frames from its beginning.
  package static func freeHits(
    of take: Take, rate: SampleRate, after start: Int = 0, knowsSamples: Bool = true,
    played: (Layer) -> HitColumns = { $0.playedHits }
  ) -> [PlannedHit] {
    scaled(hits(of: take, knowsSamples: knowsSamples, played: played), of: take, rate: rate, after: start)
  }

  /// Converts hits by frames of a take to hits by the output's frames from its beginning on.
  static func scaled(_ hits: [PlannedHit], of take: Take, rate: SampleRate, after start: Int = 0)
    -> [PlannedHit]
  {
    let ratio = ratio(of: take, rate: rate)
    func scaled(_ frames: Int) -> Int { Int(saturating: (Double(frames) * ratio).rounded()) }
    return hits.map { hit in
      var hit = hit
      hit.frame = start + scaled(hit.frame)
      hit.length = scaled(hit.length)
      return hit
    }
  }

  /// Returns the frames of the output for each frame of a take whose track is not heard.
  static func ratio(of take: Take, rate: SampleRate) -> Double {
    Double(rate.hertz) / Double((take.rate ?? take.track?.sampleRate ?? .standard).hertz)
  }
}

extension PlannedHit {
  /// The number of the pad or of the note, as `TakeHit.pad` has it.
  var number: Int {
    switch kind {
    case .note: TakeNote(key: pad, string: sample).number
    case .control: TakeControl(controller: pad, value: sample).number
    case .pad, .beat, .accent: pad
    }
  }

  /// Creates the planned hit of a hit of a layer with a linear gain. Without `knowsSamples`, the pad chooses the sample.
  package init(_ hit: TakeHit, gain: Float, knowsSamples: Bool) {
    if let note = hit.note {
      self.init(
        frame: hit.frame, kind: .note, pad: note.key, velocity: hit.velocity, sample: note.string, gain: gain,
        length: hit.length)
    } else if let control = hit.control {
      self.init(frame: hit.frame, kind: .control, pad: control.controller, sample: control.value)
    } else {
      self.init(
        frame: hit.frame, pad: hit.pad, velocity: hit.velocity, sample: knowsSamples ? hit.sample : -1,
        gain: gain, length: hit.length)
    }
  }
}
