import Application
import AudioBase
import Dubbing
import Glibc
import SystemBase
import TerminalKit

/// The current take as values for drawing.
package struct TakeContent: Hashable, Sendable {
  package enum Light: Hashable, Sendable { case off, armed, recording }

  package var name: String?
  package var layers = 0
  package var light = Light.off
  package var isHeard = true
  /// The remaining beats of the count-in; nil if there is none.
  package var countIn: Int?
  package var waitsForHit = false
  /// Beats per minute; nil if the metronome is off.
  package var metronome: Double?
  /// The speed at which the beats are heard.
  package var beatSpeed = 1.0
  /// The place in its bar of the beat that is heard, from 0, and the beats of a bar; nil if no beat is heard.
  package var beat: Int?
  package var beatsPerBar = 4
  /// The loop and the punch range as text; nil if there is none.
  package var loop: String?
  package var punch: String?
  /// The highest velocity in each of equal parts of the track; 0 without a hit.
  package var marks: [UInt8] = []
  /// The level of the input; nil while it is off.
  var input: InputMeter.Reading?

  var lamp: String { light == .recording ? "●" : (light == .armed ? "○" : "") }

  var isShown: Bool {
    name != nil || light != .off || metronome != nil || loop != nil || punch != nil || input != nil
  }

  /// `loop 0:12–0:20`, which a list shows where the take has no line.
  var loopText: String? { loop.map { "loop \($0)" } }

  private var waiting: String {
    waitsForHit ? "begins with your first hit" : countIn.map { "count-in \($0)" } ?? "count-in"
  }

  /// `  ●○○○`: a light for each beat of the bar.
  private var beatLights: String {
    guard let beat else { return "" }
    return " " + (0..<beatsPerBar).map { $0 == beat ? "●" : "○" }.joined()
  }

  /// `● take 2 · 3 layers · silent · metronome 120 (72 at 0.6×) · loop 0:12–0:20`
  var text: String {
    let parts = [
      name.map { lamp.isEmpty ? $0 : "\(lamp) \($0)" },
      name.map { _ in ShownText.count(layers, "layer", "layers") },
      light == .recording ? "recording" : (light == .armed ? waiting : nil),
      isHeard || name == nil ? nil : "silent",
      metronome.map {
        "metronome \(Int($0.rounded()))\(TakeText.heard($0, at: beatSpeed))\(beatLights)"
      },
      loopText, punch.map { "punch \($0)" },
      input?.text,
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }
}

@MainActor extension TakeContent {
  init(_ controller: TakeController) {
    self.init()
    let take = controller.list.shown
    name = take?.name ?? (controller.recording.isActive ? "take" : nil)
    layers = take?.layers.count ?? 0
    light =
      switch controller.recording.phase {
      case .idle: .off
      case .waitingForTrack, .countingIn, .waitingForHit: .armed
      case .recording, .ending: .recording
      }
    isHeard = controller.playback.isOn
    countIn = controller.recording.beatsLeft
    waitsForHit = controller.recording.phase == .waitingForHit
    metronome = controller.tempo.isMetronomeOn ? controller.tempo.bpm : nil
    beatSpeed = controller.tempo.beatSpeed
    (beat, beatsPerBar) = (controller.tempo.beat, controller.tempo.signature.beats)
    loop = TakeText.range(
      controller.ranges.loopSeconds.from, controller.ranges.loopSeconds.to, controller.ranges.loopBars)
    punch = TakeText.range(
      controller.ranges.seconds(controller.ranges.punchIn),
      controller.ranges.seconds(controller.ranges.punchOut))
    marks = controller.list.marks
  }
}

extension TakeController {
  /// Whether `TakeContent` shows anything.
  var isShown: Bool {
    list.shown != nil || recording.isActive || tempo.isMetronomeOn || ranges.loopStart != nil
      || ranges.loopEnd != nil || ranges.punchIn != nil || ranges.punchOut != nil
  }
}

/// The line with the take's name, its layers, the record light and the level of the input.
struct TakeLine: Widget {
  let take: TakeContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    let style = take.light == .off ? theme[.faint] : theme[.error]
    let row = area.row(0)
    surface.write(take.text, in: row, style)
    guard take.input?.isClipped == true else { return }
    let light = " CLIP "
    let end = min(row.x + CharacterWidth.columns(of: take.text) + 1, row.endX - light.count)
    surface.write(light, at: Point(max(end, row.x), row.y), theme[.error], in: row)
  }
}

/// The hits as marks in the columns of the waveform.
struct TakeMarksLine: Widget {
  let take: TakeContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    let bar = area.row(0)
    guard bar.width > 0, !take.marks.isEmpty else { return }
    for column in 0..<bar.width {
      let first = column * take.marks.count / bar.width
      let last = max(first + 1, (column + 1) * take.marks.count / bar.width)
      guard let hardest = take.marks[first..<min(last, take.marks.count)].max(), hardest > 0 else { continue }
      surface.write(
        hardest > 110 ? "│" : "╷", at: Point(bar.x + column, bar.y),
        take.isHeard ? theme[.brand] : theme[.faint],
        in: bar)
    }
  }
}

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
