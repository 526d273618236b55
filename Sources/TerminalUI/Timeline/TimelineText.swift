import Application
import AudioBase
import Dubbing
import SystemBase

/// Texts of the timeline.
enum TimelineText {
  /// Returns `Timeline · take 1 · 104 BPM 4/4 · steps 1/16`.
  @MainActor
  static func heading(_ layer: TimelineLayer) -> String {
    let beats = layer.grid.beats
    let tempo = "\(ShownText.decimal(beats.bpm(atFrame: layer.cursor))) BPM \(beats.signature.text)"
    return
      ([
        "Timeline", layer.take.map { FilePath($0.name).shown } ?? "no take", tempo,
        "steps \(layer.division.text)",
      ])
      .joined(separator: " · ")
  }

  /// Returns the place of the cursor, the hit at it, and how many are selected.
  @MainActor
  static func status(_ layer: TimelineLayer, name: (Int) -> String) -> String {
    let beats = layer.grid.beats
    let beat = beats.beat(atFrame: layer.cursor)
    let seconds = FrameCount(layer.cursor).seconds(at: beats.rate)
    var parts = [
      "bar \(beats.bar(atFrame: layer.cursor) + 1) beat \(beats.signature.place(ofBeat: beat) + 1)",
      ShownText.exactClock(seconds),
    ]
    if let own = layer.layer, let place = layer.placeAtCursor {
      let hit = own.hits[place]
      parts.append("\(name(hit.pad)) \(hit.velocity)")
      parts.append(lateness(of: hit.frame, on: layer.grid))
    }
    let count = layer.selection.count
    if count > 0 { parts.append("\(count) selected") }
    return parts.joined(separator: " · ")
  }

  /// Returns `12 ms late`, `3 ms early`, `on the step`.
  static func lateness(of frame: Int, on grid: StepGrid) -> String {
    let step = grid.frame(ofStep: grid.step(nearest: frame)).rounded()
    let seconds = (Double(frame) - step) / Double(grid.beats.rate.hertz)
    if abs(seconds) < 0.0005 { return "on the step" }
    return "\(ShownText.milliseconds(abs(seconds))) ms \(seconds > 0 ? "late" : "early")"
  }
}
