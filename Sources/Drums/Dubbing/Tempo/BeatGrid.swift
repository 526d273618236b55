import AudioBase
import MixEngine

/// The beats, bars and changes of the tempo of a track or of a take, by their frames.
///
/// Beats are numbered from the first known one, which begins a bar. Before it they have the distance of the first two
/// known ones; after the last one they continue at the tempo of the map.
package struct BeatGrid: Hashable, Sendable {
  /// Frames of known beats in ascending order, never empty.
  let beats: [Double]
  let firstNumber: Int
  /// Frames of a beat before the first known one.
  private let before: Double
  /// Frames of a beat after the last known one.
  let after: Double
  package let signature: TimeSignature
  /// Beats per minute after the last known one.
  private let bpm: Double
  package let rate: SampleRate

  /// Creates the grid of a tempo; without one, of 120 beats a minute. `signature` is that of a tempo which has none.
  package init(_ tempo: TempoMap?, rate: SampleRate, signature: TimeSignature = .common) {
    let speeds = TempoMap.speeds
    let bpm = min(max(tempo?.bpm ?? Metronome.usualTempo, speeds.lowerBound), speeds.upperBound)
    let period = 60 / bpm * Double(rate.hertz)
    let known = BeatGrid.ascending((tempo?.beats ?? []).map(Double.init), shortest: period / 8)
    self.init(
      known.isEmpty ? [0] : known, bpm: bpm, rate: rate, signature: tempo?.signature ?? signature)
  }

  /// Creates the grid of an even tempo whose first bar begins at frame 0.
  package init(bpm: Double, rate: SampleRate, signature: TimeSignature = .common) {
    self.init([0], bpm: bpm, rate: rate, signature: signature)
  }

  private init(
    _ beats: [Double], bpm: Double, rate: SampleRate, signature: TimeSignature, firstNumber: Int = 0
  ) {
    (self.beats, self.bpm, self.rate, self.signature) = (beats, bpm, rate, signature)
    self.firstNumber = firstNumber
    after = 60 / bpm * Double(rate.hertz)
    before = beats.count > 1 ? beats[1] - beats[0] : after
  }

  /// Leaves out beats that are too near to the one before.
  private static func ascending(_ beats: [Double], shortest: Double) -> [Double] {
    beats.reduce(into: []) { list, beat in
      if beat >= (list.last.map { $0 + shortest } ?? 0) { list.append(beat) }
    }
  }

  /// Returns the same beats by frames of another sample rate.
  package func converted(to rate: SampleRate) -> BeatGrid {
    let ratio = Double(rate.hertz) / Double(self.rate.hertz)
    return BeatGrid(
      beats.map { $0 * ratio }, bpm: bpm, rate: rate, signature: signature, firstNumber: firstNumber)
  }

  // MARK: Places

  /// Returns the number of the beat at a frame, and the part of the beat that has passed there.
  package func place(atFrame frame: Double) -> Double {
    if frame < beats[0] { return Double(firstNumber) + (frame - beats[0]) / before }
    let index = index(atFrame: frame)
    return Double(firstNumber + index) + (frame - beats[index]) / length(at: index)
  }

  /// Returns the index of the last known beat that is not after a frame.
  private func index(atFrame frame: Double) -> Int { max(beats.partitioningIndex { $0 > frame } - 1, 0) }

  /// Returns the frames from a known beat to the next one.
  private func length(at index: Int) -> Double {
    index + 1 < beats.count ? beats[index + 1] - beats[index] : after
  }

  /// Returns the number of the beat at a frame, or of the last beat before it.
  package func beat(atFrame frame: Int) -> Int {
    // Frames are rounded beats: half a frame before a beat belongs to it.
    Int(saturating: place(atFrame: Double(frame) + 0.5).rounded(.down))
  }

  /// Returns the frame of a beat; negative before the start of the track.
  package func frame(ofBeat beat: Int) -> Double {
    let index = beat - firstNumber
    if index < 0 { return beats[0] + Double(index) * before }
    if index < beats.count { return beats[index] }
    return beats[beats.count - 1] + Double(index - beats.count + 1) * after
  }

  /// Returns the whole frame that is nearest to a beat.
  func nearestFrame(ofBeat beat: Int) -> Int { Int(saturating: frame(ofBeat: beat).rounded()) }

  package func beat(nearestTo frame: Int) -> Int {
    let beat = beat(atFrame: frame)
    let (last, next) = (self.frame(ofBeat: beat), self.frame(ofBeat: beat + 1))
    return Double(frame) - last <= next - Double(frame) ? beat : beat + 1
  }

  package func frame(ofBeatNear frame: Int) -> Int { nearestFrame(ofBeat: beat(nearestTo: frame)) }

  /// Returns the beats within a range and at its end, by their frames behind its beginning.
  package func beats(in range: Range<Int>) -> [Int] {
    let (first, last) = (beat(atFrame: range.lowerBound), beat(atFrame: range.upperBound))
    let frames = (first...max(first, last)).map { nearestFrame(ofBeat: $0) - range.lowerBound }
    return frames.filter { (0...range.count).contains($0) }
  }

  package func bpm(atFrame frame: Int) -> Double {
    let index = beat(atFrame: frame) - firstNumber
    if beats.count < 2 || index >= beats.count - 1 { return bpm }
    return 60 * Double(rate.hertz) / (index < 0 ? before : length(at: index))
  }

  // MARK: Beats of the metronome

  /// Returns the metronome clicks of a range of beats. Clicks before frame 0 are left out.
  package func hits(
    ofBeats range: Range<Int>, _ click: ClickPattern = ClickPattern(), bars: ClickBars = ClickBars()
  ) -> [PlannedHit] {
    let notes = click.notes(in: signature)
    return range.flatMap { beat in
      click.isSilent(bar: bars.bar(ofBeat: beat, signature))
        ? [] : notes.compactMap { hit(ofBeat: beat, place: $0.place, gain: $0.gain) }
    }
  }

  private func hit(ofBeat beat: Int, place: Double, gain: Float) -> PlannedHit? {
    let frame = frame(atPlace: Double(beat) + place)
    // Rounding may put the first beat a little before the start.
    guard frame >= -0.5 else { return nil }
    return PlannedHit(
      frame: max(0, Int(saturating: frame.rounded())),
      kind: place == 0 ? signature.kind(ofBeat: beat) : .beat, gain: gain)
  }

  /// Returns the metronome clicks from frame 0 up to a frame.
  package func hits(
    before end: Int, _ click: ClickPattern = ClickPattern(), bars: ClickBars = ClickBars()
  ) -> [PlannedHit] {
    let last = Int(saturating: place(atFrame: Double(end)).rounded(.up))
    return hits(ofBeats: beat(atFrame: 0)..<max(last, beat(atFrame: 0)), click, bars: bars)
  }

  /// Returns the endless clicks from frame 0, or a little before the first beat of a damaged file. The last bars repeat.
  package func endlessSequence(_ click: ClickPattern = ClickPattern()) -> HitSequence {
    let first = max(beat(atFrame: 0), firstNumber - Int(BeatGrid.longestStart))
    let last = firstNumber + beats.count - 1
    let bar = last + (signature.beats - signature.place(ofBeat: last)) % signature.beats
    // Whole, as the frames of the hits are, so that the first beat of the bar is in it.
    let lead = frame(ofBeat: bar).rounded()
    let count = signature.beats * click.barCount
    return HitSequence(
      hits(ofBeats: first..<(bar + count), click), lead: lead, period: Double(count) * after)
  }
}

extension BeatGrid {
  /// The most beats before the first known one; a tempo that begins later is left out.
  private static let longestStart = 65_536.0

  /// The same grid with a known beat at frame 0. The beat there is shorter or longer than the others.
  var beginningAtZero: BeatGrid {
    let first = beats[0]
    if first == 0 { return self }
    guard first < before * BeatGrid.longestStart else {
      return BeatGrid(bpm: bpm, rate: rate, signature: signature)
    }
    // Whole beats before the first known one, of which the earliest takes what is left.
    let count = max(1, Int(saturating: (first / before).rounded()))
    let earlier = (1..<count).reversed().map { first - Double($0) * before }
    return BeatGrid(
      [0] + earlier + beats, bpm: bpm, rate: rate, signature: signature, firstNumber: firstNumber - count)
  }
}
