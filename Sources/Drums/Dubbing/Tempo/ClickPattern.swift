/// The pattern of the metronome: beats, subdivisions or off-beats, with optional silent bars.
package struct ClickPattern: Hashable, Sendable {
  package static let barCounts = 1...32
  /// The linear gain of subdivisions between audible beats: −6 dB.
  private static let softGain: Float = 0.5

  /// The note value of the clicks; nil for the beats.
  package var division: StepDivision?
  package var isOffbeat = false
  package var sounding = 1
  /// The number of silent bars; 0 for none.
  package var silent = 0

  /// Creates the pattern that plays each beat.
  package init() {}

  /// Reads `beats`, or `1/8 offbeat bars 3 1`, in which each part is optional; nil if the text is not valid.
  package init?(_ text: String) {
    var words = text.split(separator: " ").map(String.init)[...]
    if words.first == "beats" {
      words.removeFirst()
    } else if let division = words.first.flatMap({ StepDivision($0) }) {
      self.division = division
      words.removeFirst()
      isOffbeat = words.first == "offbeat"
      if isOffbeat { words.removeFirst() }
    } else if words.first != "bars" {
      return nil
    }
    guard !words.isEmpty else { return }
    let counts = words.dropFirst().compactMap { Int($0) }
    guard words.first == "bars", words.count == 3, counts.count == 2,
      counts.allSatisfy(ClickPattern.barCounts.contains)
    else { return nil }
    (sounding, silent) = (counts[0], counts[1])
  }

  /// The text from which `init(_:)` creates the same pattern.
  package var text: String {
    let steps = division.map { $0.text + (isOffbeat ? " offbeat" : "") } ?? "beats"
    return silent > 0 ? "\(steps) bars \(sounding) \(silent)" : steps
  }

  /// Returns whether the pattern divides the beats of a time signature and has at least one click.
  package func fits(_ signature: TimeSignature) -> Bool {
    guard let division else { return true }
    return parts(of: division, signature).map { $0 > 1 || !isOffbeat } ?? false
  }

  /// Returns the number of notes in a beat; nil if it is not an integer.
  private func parts(of division: StepDivision, _ signature: TimeSignature) -> Int? {
    let notes = division.unit * (division.isTriplet ? 3 : 1)
    let length = signature.unit * (division.isTriplet ? 2 : 1)
    return notes >= length && notes % length == 0 ? notes / length : nil
  }

  /// The number of bars after which the pattern repeats.
  package var barCount: Int { silent > 0 ? sounding + silent : 1 }

  /// Returns whether a bar is silent. Bars are counted from the start of the pattern.
  func isSilent(bar: Int) -> Bool {
    let place = bar % barCount
    return (place < 0 ? place + barCount : place) >= sounding
  }

  package func count(in signature: TimeSignature) -> Int { notes(in: signature).count }

  /// Returns the places, from 0 to 1, and gains of the clicks of a beat: one if the pattern does not divide the beat.
  func notes(in signature: TimeSignature) -> [(place: Double, gain: Float)] {
    guard let division, fits(signature), let count = parts(of: division, signature) else { return [(0, 1)] }
    return ((isOffbeat ? 1 : 0)..<count).map { part in
      (Double(part) / Double(count), part == 0 || isOffbeat ? 1 : ClickPattern.softGain)
    }
  }
}

/// Counts the bars of a pattern from the start of a loop, across its repetitions.
package struct ClickBars: Hashable, Sendable {
  package var firstBeat = 0
  /// The number of bars of a repetition; 0 without a loop.
  package var length = 0
  package var round = 0
  /// The current beat. Earlier beats belong to the next repetition.
  package var heardBeat = Int.min

  package init() {}

  /// Returns whether the silent bars differ between repetitions.
  package func isMoving(_ click: ClickPattern) -> Bool { length % click.barCount != 0 }

  /// Sets the current beat. A beat before the former one begins the next repetition.
  package mutating func hear(_ beat: Int) {
    if beat < heardBeat { round += 1 }
    heardBeat = beat
  }

  /// Returns the bar of a beat, counted from the start of the pattern.
  func bar(ofBeat beat: Int, _ signature: TimeSignature) -> Int {
    let bar = Int((Double(beat - firstBeat) / Double(signature.beats)).rounded(.down))
    return length > 0 ? bar + (round + (beat < heardBeat ? 1 : 0)) * length : bar
  }
}
