import Application
import AudioBase
import Glibc
import SystemBase

/// The level of the input as text, and a light for samples that have reached full scale.
struct InputMeter: Hashable {
  struct Reading: Hashable {
    /// The text, such as `input ██████░░ −12 dB`.
    var text: String
    var isClipped = false
  }

  /// Seconds between two readings.
  private static let interval = 0.2
  /// Seconds for which the light stays on.
  private static let clipTime = 2.0
  /// The number of cells, each of which is 6 dB.
  private static let cells = 8

  /// The reading; nil while the input is off.
  private(set) var reading: Reading?
  /// The time at which the next reading is due; nil while the input is off.
  private(set) var next: HostTime?
  private var clippedUntil: HostTime?

  /// Reads the level if that is due.
  @MainActor
  mutating func follow(_ input: InputController?, at now: HostTime) {
    guard let input, input.isOn else { return self = InputMeter() }
    if let next, now < next { return }
    next = now.advanced(bySeconds: InputMeter.interval)
    switch input.state {
    case .off, .opening: reading = Reading(text: "input is opened")
    case .waiting: reading = Reading(text: "input is lost")
    case .on where input.isCalibrating: reading = Reading(text: "input is calibrated")
    case .on: show(input.takeLevels() ?? InputLevels(), at: now)
    }
  }

  mutating func show(_ levels: InputLevels, at now: HostTime) {
    if levels.isClipped { clippedUntil = now.advanced(bySeconds: InputMeter.clipTime) }
    let isClipped = clippedUntil.map { now < $0 } ?? false
    reading = Reading(text: InputMeter.text(max(levels.left, levels.right)), isClipped: isClipped)
  }

  private static func text(_ peak: Float) -> String {
    let level = peak > 0.001 ? Int((20 * log10(Double(peak))).rounded()) : -60
    let bar = ShownText.bar((level + 6 * cells + 5) / 6, of: cells)
    let value = level <= -60 ? "silent" : "\(level < 0 ? "−" : "")\(abs(level)) dB"
    return "input \(bar) \(value)"
  }
}
