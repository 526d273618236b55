import Dubbing

/// What is done with the figures of practice, besides showing them.
package enum PracticeCommand: Hashable, Sendable {
  /// Begins figures of so many parts of a beat.
  case parts(Int)
  /// Shows the figures of so many last bars.
  case bars(Int)
  /// Tells the figures of each bar in the plain mode, or no longer.
  case lines(Bool)
  /// Begins the figures again.
  case clear

  /// Reads `parts 3`, `bars 8`, `lines on`, `clear`; nil if the text is none of them.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    switch (words.first, words.dropFirst().first, words.count) {
    case ("parts", let number?, 2):
      guard let number = Int(number), HitTiming.divisions.contains(number) else { return nil }
      self = .parts(number)
    case ("bars", let number?, 2):
      guard let number = Int(number), PracticeLog.bars.contains(number) else { return nil }
      self = .bars(number)
    case ("lines", "on", 2): self = .lines(true)
    case ("lines", "off", 2): self = .lines(false)
    case ("clear", nil, 1): self = .clear
    default: return nil
    }
  }

  /// The text that `init` reads as the same.
  package var text: String {
    switch self {
    case .parts(let number): "parts \(number)"
    case .bars(let number): "bars \(number)"
    case .lines(let isOn): "lines \(isOn ? "on" : "off")"
    case .clear: "clear"
    }
  }
}

/// The figures of a bar that has ended.
package struct PracticeBar: Hashable, Sendable {
  /// The number of the bar of the track, from 1.
  package var number: Int
  package var timing: HitTiming

  package init(number: Int, timing: HitTiming) { (self.number, self.timing) = (number, timing) }
}

/// A message about practice, as data.
package enum PracticeNotice: Hashable, Sendable {
  case parts(Int)
  case bars(Int)
  case lines(Bool)
  case cleared
  /// The trainer has begun.
  ///
  /// - Parameter hasLoop: whether there are rounds after which the music becomes faster.
  case trainer(TrainerPlan, hasLoop: Bool)
  case trainerEnded(speed: Double)
  case trainerIsOff

  var severity: Severity {
    switch self {
    case .trainer(_, hasLoop: false): .warning
    case .parts, .bars, .lines, .cleared, .trainer, .trainerEnded, .trainerIsOff: .info
    }
  }
}
