import AudioBase

/// The note value of the steps of a grid.
package struct StepDivision: Hashable, Sendable, CaseIterable {
  package static let allCases = [4, 8, 16, 32].flatMap {
    [StepDivision(unit: $0, isTriplet: false), StepDivision(unit: $0, isTriplet: true)]
  }
  package static let sixteenth = StepDivision(unit: 16, isTriplet: false)

  /// 4 for quarter notes, 8, 16 or 32.
  package let unit: Int
  /// Whether three steps have the length of two.
  package let isTriplet: Bool

  private init(unit: Int, isTriplet: Bool) { (self.unit, self.isTriplet) = (unit, isTriplet) }

  /// Reads `1/16`, or `1/16t` for triplets; nil if the text is neither.
  package init?(_ text: String) {
    guard let division = StepDivision.allCases.first(where: { $0.text == text }) else { return nil }
    self = division
  }

  /// `1/16`, `1/16t`
  package var text: String { "1/\(unit)\(isTriplet ? "t" : "")" }
}

/// The steps between the beats of a grid. They count from the beginning of each bar, so that a bar begins with a step.
///
/// Steps are numbered from the first bar; numbers before it are negative.
package struct StepGrid: Hashable, Sendable {
  package static let swings = 50.0...75.0
  /// The largest deviation of a hit that is meant for a step, in seconds.
  private static let window = 0.05

  package let beats: BeatGrid
  /// The place of the second of two steps, in percent of the length of both; 50 if they are even.
  package let swing: Double
  private let beatsPerStep: Double
  package let stepsPerBar: Int

  package init(_ beats: BeatGrid, _ division: StepDivision, swing: Double = 50) {
    self.beats = beats
    self.swing = min(max(swing, StepGrid.swings.lowerBound), StepGrid.swings.upperBound)
    let length = Double(beats.signature.unit) / Double(division.unit)
    beatsPerStep = division.isTriplet ? length * 2 / 3 : length
    stepsPerBar = max(Int((Double(beats.signature.beats) / beatsPerStep - 1e-9).rounded(.up)), 1)
  }

  package func place(ofStep step: Int) -> (bar: Int, step: Int) {
    let bar = Int(saturating: (Double(step) / Double(stepsPerBar)).rounded(.down))
    return (bar, step - bar * stepsPerBar)
  }

  /// Returns the frame of a step; negative before the start of the track.
  package func frame(ofStep step: Int) -> Double {
    let (bar, number) = place(ofStep: step)
    var place = Double(number) * beatsPerStep
    if number % 2 == 1 { place += (swing - 50) / 50 * beatsPerStep }
    // The second of two steps may be the last one of its bar.
    let last = Double(beats.signature.beats) - beatsPerStep / 4
    return beats.frame(atPlace: Double(bar * beats.signature.beats) + min(place, last))
  }

  /// Returns the step that is nearest to a frame; of two, the earlier one.
  package func step(nearest frame: Int) -> Int {
    let step = step(at: frame)
    let (before, after) = (self.frame(ofStep: step), self.frame(ofStep: step + 1))
    return Double(frame) - before <= after - Double(frame) ? step : step + 1
  }

  /// Returns by how many frames a hit is later than the nearest step; 0 if it is too far away to be meant for it.
  package func lateness(of frame: Int) -> Int {
    let lateness = frame - Int(saturating: self.frame(ofStep: step(nearest: frame)).rounded())
    return abs(FrameCount(lateness).seconds(at: beats.rate)) <= StepGrid.window ? lateness : 0
  }

  /// Returns the last step that is not after a frame.
  package func step(at frame: Int) -> Int {
    let place = beats.place(atFrame: Double(frame) + 0.5)
    let signature = Double(beats.signature.beats)
    let bar = (place / signature).rounded(.down)
    let number = min(Int((place - bar * signature) / beatsPerStep), stepsPerBar - 1)
    var step = Int(bar) * stepsPerBar + number
    while self.frame(ofStep: step).rounded() > Double(frame) { step -= 1 }
    while self.frame(ofStep: step + 1).rounded() <= Double(frame) { step += 1 }
    return step
  }
}

/// Finds the steps of frames that ascend, most of which are in the step of the one before or in the next step.
struct StepCursor {
  private let grid: StepGrid
  private var step = 0
  /// The frames of the step and of the next one.
  private var (start, end) = (0.0, 0.0)
  private var (first, last) = (Int.max, Int.min)

  init(_ grid: StepGrid) { self.grid = grid }

  /// Returns the step that is nearest to a frame, as `StepGrid.step(nearest:)` does, and its frame.
  mutating func step(nearest frame: Int) -> (step: Int, frame: Int) {
    if first <= frame && last <= frame { set(step + 1, from: end) }
    if frame < first || last <= frame {
      let step = grid.step(at: frame)
      set(step, from: grid.frame(ofStep: step))
    }
    let place = Double(frame)
    return place - start <= end - place ? (step, first) : (step + 1, last)
  }

  private mutating func set(_ step: Int, from start: Double) {
    (self.step, self.start, end) = (step, start, grid.frame(ofStep: step + 1))
    (first, last) = (Int(saturating: start.rounded()), Int(saturating: end.rounded()))
  }
}

extension BeatGrid {
  /// Returns the frame at a beat and a part of it, the inverse of `place(atFrame:)`.
  package func frame(atPlace place: Double) -> Double {
    let beat = place.rounded(.down)
    let start = frame(ofBeat: Int(beat))
    return start + (place - beat) * (frame(ofBeat: Int(beat) + 1) - start)
  }

  /// Returns the number of the bar at a frame, from 0 for the first one.
  package func bar(atFrame frame: Int) -> Int {
    bar(ofBeat: beat(atFrame: frame))
  }

  package func bar(ofBeat beat: Int) -> Int {
    Int(saturating: (Double(beat) / Double(signature.beats)).rounded(.down))
  }

  package func frame(ofBar bar: Int) -> Double { frame(ofBeat: bar * signature.beats) }
}
