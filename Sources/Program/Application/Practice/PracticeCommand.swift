import Dubbing
import Player

extension Command {
  /// Acts on the open statistics of practice.
  package enum PracticeScreen: CommandArea {
    case pass

    package static var group: CommandGroup { .drum }
    package static var screen: ScreenName? { .practice }

    package var row: CommandRow {
      switch self {
      // Shows the details of the whole pass, or those of the last bars.
      case .pass: row("practice-pass", "practice: pass or last bars", like: .list(.activate))
      }
    }
  }
}

/// A command that changes the statistics of practice.
package enum PracticeCommand: Hashable, Sendable {
  /// Clears the statistics, and compares hits with this number of subdivisions of a beat.
  case parts(Int)
  /// Shows the statistics of this number of last bars.
  case bars(Int)
  /// Prints a line for this number of bars in the plain mode; nil: none.
  case lines(bars: Int?)
  /// Clears the statistics.
  case clear

  /// Reads `parts 3`, `bars 8`, `lines on`, `lines 4` or `clear`; nil if the text is not valid.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    switch (words.first, words.dropFirst().first, words.count) {
    case ("parts", let number?, 2):
      guard let number = Int(number), HitTiming.divisions.contains(number) else { return nil }
      self = .parts(number)
    case ("bars", let number?, 2):
      guard let number = Int(number), PracticeLog.bars.contains(number) else { return nil }
      self = .bars(number)
    case ("lines", "on", 2): self = .lines(bars: 1)
    case ("lines", "off", 2): self = .lines(bars: nil)
    case ("lines", let number?, 2):
      guard let number = Int(number), PracticeLog.bars.contains(number) else { return nil }
      self = .lines(bars: number)
    case ("clear", nil, 1): self = .clear
    default: return nil
    }
  }

  /// The text from which `init(_:)` creates the same command.
  package var text: String {
    switch self {
    case .parts(let number): "parts \(number)"
    case .bars(let number): "bars \(number)"
    case .lines(let bars): "lines \(bars.map { $0 == 1 ? "on" : "\($0)" } ?? "off")"
    case .clear: "clear"
    }
  }
}

/// The statistics of completed bars in a row, of which each has hits.
package struct PracticeBars: Hashable, Sendable {
  /// The numbers of the first and the last bar of the track, from 1. The first is later if a loop lies between them.
  package var first: Int
  package var last: Int
  package var timing: HitTiming
}

package enum PracticeNotice: Hashable, Sendable {
  case parts(Int)
  case bars(Int)
  /// A line is printed for this number of bars; nil: none.
  case lines(bars: Int?)
  case cleared
  /// The trainer has started.
  ///
  /// - Parameter hasLoop: whether a loop or a repeated track is set, without which the speed does not change.
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
