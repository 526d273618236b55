import AudioBase
import MixEngine

/// The beats of the metronome.
package enum Metronome {
  /// The tempo until another one is known, in beats per minute.
  package static let usualTempo = 120.0
  package static let countIns = 0...8

  /// Returns this many beats from now on, in output frames.
  package static func beats(
    _ count: Int, bpm: Double, rate: SampleRate, signature: TimeSignature = .common
  ) -> [PlannedHit] {
    (0..<count).map { beat in
      PlannedHit(frame: length(of: beat, bpm: bpm, rate: rate), kind: signature.kind(ofBeat: beat))
    }
  }

  /// Returns the duration of this many beats in output frames.
  package static func length(of beats: Int, bpm: Double, rate: SampleRate) -> Int {
    Int((Double(beats) * 60 / bpm * Double(rate.hertz)).rounded())
  }

  /// Returns a bar that repeats, in output frames.
  package static func bar(bpm: Double, rate: SampleRate, signature: TimeSignature) -> HitPlan {
    HitPlan(
      beats(signature.beats, bpm: bpm, rate: rate, signature: signature),
      period: Double(signature.beats) * 60 / bpm * Double(rate.hertz))
  }

  /// Returns the beats of a track from its start to its end, in frames of the track.
  package static func beats(
    of tempo: TempoMap, frames: Int, rate: SampleRate, signature: TimeSignature = .common
  ) -> [PlannedHit] {
    var list: [PlannedHit] = []
    var beat = tempo.beat(atFrame: 0, rate: rate)
    while case let frame = tempo.frame(ofBeat: beat, rate: rate), frame < Double(frames) {
      // The last beat before the start is left out, unless rounding alone puts it there.
      if frame >= -0.5 {
        list.append(PlannedHit(frame: max(0, Int(frame.rounded())), kind: signature.kind(ofBeat: beat)))
      }
      beat += 1
    }
    return list
  }
}

/// The time signature of the metronome. The tempo counts its beats.
package struct TimeSignature: Hashable, Sendable {
  package static let common = TimeSignature(beats: 4, unit: 4)

  /// The number of beats of a bar, 1 to 16.
  package let beats: Int
  /// The note value of a beat: 1, 2, 4, 8 or 16.
  package let unit: Int

  private init(beats: Int, unit: Int) { (self.beats, self.unit) = (beats, unit) }

  /// Reads `6/8`; nil if the text is not a time signature.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let beats = Int(parts[0]), let unit = Int(parts[1]), (1...16).contains(beats),
      [1, 2, 4, 8, 16].contains(unit)
    else { return nil }
    self.init(beats: beats, unit: unit)
  }

  /// `6/8`
  package var text: String { "\(beats)/\(unit)" }

  /// Returns the place of a beat in its bar, from 0.
  ///
  /// - Parameter beat: counted from the first beat of a bar; may be negative.
  package func place(ofBeat beat: Int) -> Int { ((beat % beats) + beats) % beats }

  func kind(ofBeat beat: Int) -> PlannedHit.Kind { place(ofBeat: beat) == 0 ? .accent : .beat }
}

/// The beats of a track, numbered from the first one that was found or tapped.
extension TempoMap {
  /// Returns the number of the beat at a frame of the track, or of the last beat before it.
  package func beat(atFrame frame: Int, rate: SampleRate) -> Int {
    let beats = (Double(frame) - anchor) / beatFrames(rate)
    // Frames are rounded beats: half a frame before a beat belongs to it.
    return Int((beats + 0.5 / beatFrames(rate)).rounded(.down))
  }

  /// Returns the frame of a beat; negative before the start of the track.
  package func frame(ofBeat beat: Int, rate: SampleRate) -> Double {
    anchor + Double(beat) * beatFrames(rate)
  }

  /// Returns the frame of the beat that is nearest to a frame.
  package func frame(ofBeatNear frame: Int, rate: SampleRate) -> Int {
    let beat = ((Double(frame) - anchor) / beatFrames(rate)).rounded()
    return Int((anchor + beat * beatFrames(rate)).rounded())
  }

  private var anchor: Double { Double(beats.first ?? 0) }
  private func beatFrames(_ rate: SampleRate) -> Double { 60 / bpm * Double(rate.hertz) }
}
