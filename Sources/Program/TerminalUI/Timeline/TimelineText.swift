import Application
import AudioBase
import Controls
import Dubbing
import SystemBase

/// Texts of the timeline.
enum TimelineText {
  /// Returns `Timeline · take 1 · 104 BPM 4/4 · steps 1/16`. A tempo that nothing states is `assumed 120 BPM`.
  @MainActor
  static func heading(_ layer: TimelineLayer) -> String {
    let beats = layer.grid.beats
    let assumed = layer.takes.tempo.isAssumed ? "assumed " : ""
    let tempo = "\(assumed)\(ShownText.decimal(beats.bpm(atFrame: layer.cursor))) BPM \(beats.signature.text)"
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
    let beat = beats.beat(atFrame: namedFrame(layer))
    var parts = [
      "bar \(beats.bar(ofBeat: beat) + 1) beat \(beats.signature.place(ofBeat: beat) + 1)", time(layer),
    ]
    if let own = layer.layer, let place = layer.placeAtCursor {
      let hit = own.hits[place]
      parts.append("\(name(hit.pad)) \(hit.velocity)")
      parts.append(lateness(of: hit.frame, on: layer.grid))
    }
    if layer.isAfterEnd { parts.append(afterEnd) }
    let count = layer.selection.count
    if count > 0 { parts.append("\(count) selected") }
    return parts.joined(separator: " · ")
  }

  /// The time of the hit at the cursor, or of the cursor.
  @MainActor
  private static func time(_ layer: TimelineLayer) -> String {
    let frame = layer.placeAtCursor.flatMap { layer.layer?.hits.frames[$0] } ?? layer.cursor
    return ShownText.exactClock(FrameCount(frame).seconds(at: layer.grid.beats.rate))
  }

  /// The place of a cursor behind which nothing is heard.
  private static let afterEnd = "after the end of the track"

  /// The frame whose bar and beat are named: the step of the hit at the cursor, which may be early, or the cursor.
  @MainActor
  private static func namedFrame(_ layer: TimelineLayer) -> Int {
    let step = layer.grid.step(nearest: layer.cursor)
    guard let own = layer.layer, let place = layer.placeAtCursor,
      layer.grid.step(nearest: own.hits.frames[place]) == step
    else { return layer.cursor }
    return Int(saturating: layer.grid.frame(ofStep: step).rounded())
  }

  /// The row of the cursor, its place, the hit at it, and how many are selected.
  @MainActor
  static func spoken(_ layer: TimelineLayer) -> String {
    let (beats, grid) = (layer.grid.beats, layer.grid)
    let frame = namedFrame(layer)
    let beat = beats.beat(atFrame: frame)
    let first = grid.step(nearest: Int(saturating: beats.frame(ofBeat: beat).rounded()))
    let step = max(grid.step(at: frame) - first, 0) + 1
    var parts = [
      spokenLane(layer),
      "bar \(beats.bar(ofBeat: beat) + 1) beat \(beats.signature.place(ofBeat: beat) + 1) step \(step)",
      time(layer),
    ]
    if let own = layer.layer, let place = layer.placeAtCursor {
      let hit = own.hits[place]
      let name = layer.lane.pad == nil ? " of \(name(ofPad: hit.pad))" : ""
      parts.append("hit\(name), velocity \(hit.velocity), \(lateness(of: hit.frame, on: grid))")
    } else {
      parts.append("no hit")
    }
    if layer.isAfterEnd { parts.append(afterEnd) }
    if layer.selection.count > 0 { parts.append("\(layer.selection.count) selected") }
    return parts.joined(separator: ", ")
  }

  /// `pad 2 snare`, `pad 2 snare of layer 1`, `layer 1`
  @MainActor
  private static func spokenLane(_ layer: TimelineLayer) -> String {
    guard let pad = layer.lane.pad else { return layer.layer?.settings.name ?? "no layer" }
    let own = layer.application.kits.loaded?.pads.first { $0.number == pad && !$0.name.isEmpty }
    let others = layer.take.map { $0.layers.count > 1 } ?? false
    return name(ofPad: pad) + (own.map { " \($0.name)" } ?? "")
      + (others ? layer.layer.map { " of \($0.settings.name)" } ?? "" : "")
  }

  // MARK: Messages

  static func sentence(_ notice: TakeNotice.Timeline, _ keys: KeyMap) -> String {
    switch notice {
    case .copied(let count): "\(hits(count)) copied"
    case .cut(let count): "\(hits(count)) cut"
    case .pasted(let count, let seconds, let offGrid, let late):
      "\(hits(count)) pasted at \(ShownText.exactClock(seconds))" + self.offGrid(offGrid)
        + (late > 0 ? "; \(unheard(late, of: count))" : "")
    case .nothingCopied: "nothing was copied: \(keys.key(.timeline(.copy))) copies hits"
    case .noTarget(let neighbour): noHit(neighbour, keys)
    case .noNeighbour(let forward, let neighbour):
      "there is no \(forward ? "later" : "earlier") hit in this row"
        + (neighbour == .none ? "" : ": \(advice(neighbour, keys))")
    case .noTake: "nothing is pasted: there is no take yet; set a hit first, which begins one"
    case .outside(isBeforeStart: true): "no hit is set here: this is before the start"
    case .outside(isBeforeStart: false): "no hit is set here: this is after the end"
    case .afterEnd(let count, let all): unheard(count, of: all)
    }
  }

  static func noHit(_ neighbour: TakeNotice.Timeline.Neighbour, _ keys: KeyMap) -> String {
    "no hit is at the cursor, and none is selected: \(advice(neighbour, keys))"
  }

  private static func advice(_ neighbour: TakeNotice.Timeline.Neighbour, _ keys: KeyMap) -> String {
    switch neighbour {
    case .next: "\(keys.key(.timeline(.nextHit))) goes to the next one"
    case .previous: "\(keys.key(.timeline(.previousHit))) goes to the one before"
    case .none: "this row has no hits"
    }
  }

  private static func hits(_ count: Int) -> String { ShownText.count(count, "hit", "hits") }

  /// Returns `3 of 5 hits are after the end of the track and are not heard`.
  private static func unheard(_ count: Int, of all: Int) -> String {
    let part = count < all ? "\(count) of \(hits(all))" : hits(count)
    return count == 1
      ? "\(part) is \(afterEnd) and is not heard" : "\(part) are \(afterEnd) and are not heard"
  }

  /// `, off the grid: 12 ms after the nearest step`; empty on a step.
  private static func offGrid(_ seconds: Double) -> String {
    let distance = "\(ShownText.milliseconds(abs(seconds))) ms \(seconds > 0 ? "after" : "before")"
    return seconds == 0 ? "" : ", off the grid: \(distance) the nearest step"
  }

  /// `12 ms late`, `3 ms early`, `on the step`
  static func lateness(of frame: Int, on grid: StepGrid) -> String {
    let step = grid.frame(ofStep: grid.step(nearest: frame)).rounded()
    let seconds = (Double(frame) - step) / Double(grid.beats.rate.hertz)
    if abs(seconds) < 0.0005 { return "on the step" }
    return "\(ShownText.milliseconds(abs(seconds))) ms \(seconds > 0 ? "late" : "early")"
  }
}
