import MixEngine

/// What the metronome plays: the beats or parts of them, only those between the beats, and bars without any.
package struct ClickPattern: Hashable, Sendable {
  package static let barCounts = 1...32
  /// The linear gain of what is between the beats, if the beats are played too: −6 dB.
  private static let softGain: Float = 0.5

  /// The note value of what is played; nil for the beats.
  package var division: StepDivision?
  /// Whether the beats themselves are silent.
  package var isOffbeat = false
  /// The number of bars that are played before silent ones.
  package var sounding = 1
  /// The number of bars that are silent then; 0 if none are.
  package var silent = 0

  /// The beats.
  package init() {}

  /// Reads `beats`, or `1/8 offbeat bars 3 1`, of which each part may be left out; nil if the text is something else.
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

  /// The text that `init` reads as the same.
  package var text: String {
    let steps = division.map { $0.text + (isOffbeat ? " offbeat" : "") } ?? "beats"
    return silent > 0 ? "\(steps) bars \(sounding) \(silent)" : steps
  }

  /// Returns whether the pattern divides the beats of a time signature, and plays something.
  package func fits(_ signature: TimeSignature) -> Bool {
    guard let division else { return true }
    return parts(of: division, signature).map { $0 > 1 || !isOffbeat } ?? false
  }

  /// Returns the number of notes in a beat; nil if it is not whole.
  private func parts(of division: StepDivision, _ signature: TimeSignature) -> Int? {
    let notes = division.unit * (division.isTriplet ? 3 : 1)
    let length = signature.unit * (division.isTriplet ? 2 : 1)
    return notes >= length && notes % length == 0 ? notes / length : nil
  }

  /// The number of bars after which it repeats.
  var barCount: Int { silent > 0 ? sounding + silent : 1 }

  /// Whether a bar is silent, by its number from the beginning of the pattern.
  func isSilent(bar: Int) -> Bool {
    let place = bar % barCount
    return (place < 0 ? place + barCount : place) >= sounding
  }

  /// Returns the number of notes in a beat.
  package func count(in signature: TimeSignature) -> Int { notes(in: signature).count }

  /// Returns what is played of a beat, by the part of it that has passed. Of a beat that it does not divide, the beat.
  func notes(in signature: TimeSignature) -> [(place: Double, gain: Float)] {
    guard let division, fits(signature), let count = parts(of: division, signature) else { return [(0, 1)] }
    return ((isOffbeat ? 1 : 0)..<count).map { part in
      (Double(part) / Double(count), part == 0 || isOffbeat ? 1 : ClickPattern.softGain)
    }
  }
}

/// How the bars of a pattern are counted: from the start of a loop on, and on through its rounds.
package struct ClickBars: Hashable, Sendable {
  /// The first beat of the first bar.
  package var firstBeat = 0
  /// The number of bars of a round; 0 if nothing is repeated.
  package var length = 0
  /// The number of rounds before the one that is heard.
  package var round = 0
  /// The beat that is heard; those before it are heard in the next round.
  package var heardBeat = Int.min

  package init() {}

  /// Returns whether each round is silent in other bars than the one before.
  package func isMoving(_ click: ClickPattern) -> Bool { length % click.barCount != 0 }

  /// Notes the beat that is heard. One before the last one begins another round.
  package mutating func hear(_ beat: Int) {
    if beat < heardBeat { round += 1 }
    heardBeat = beat
  }

  /// Returns the number of the bar of a beat, from the beginning of the pattern.
  func bar(ofBeat beat: Int, _ signature: TimeSignature) -> Int {
    let bar = Int((Double(beat - firstBeat) / Double(signature.beats)).rounded(.down))
    return length > 0 ? bar + (round + (beat < heardBeat ? 1 : 0)) * length : bar
  }
}
