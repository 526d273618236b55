import Application
import AudioBase
import Controls
import Dubbing
import Instruments
import SystemBase

/// Texts of the timeline.
/// The cursor of the timeline as text.
extension TimelineLayer {
  /// `Timeline · take 1 · 104 BPM 4/4 · steps 1/16`. A tempo that nothing states is `assumed 120 BPM`.
  var heading: String {
    let (beats, assumed) = (grid.beats, takes.tempo.isAssumed ? "assumed " : "")
    let tempo = "\(assumed)\(ShownText.decimal(beats.bpm(atFrame: cursor))) BPM \(beats.signature.text)"
    let name = take.map { FilePath($0.name).shown } ?? "no take"
    return ["Timeline", name, tempo, "steps \(division.text)"].joined(separator: " · ")
  }

  /// Returns the place of the cursor, the hit at it, and how many are selected.
  func status(name: (Int) -> String) -> String {
    let item = itemFrame
    var parts = [place(of: item).text, time(of: item)]
    if let curve {
      parts.append(curve.id.description)
      parts += pointText(curve)
    } else if let hit = hitAtCursor {
      parts.append("\(name(hit.pad)) \(hit.velocity)")
      parts.append(TimelineText.lateness(of: hit.frame, on: grid))
    }
    return (parts + ending).joined(separator: " · ")
  }

  /// The row of the cursor, its place, its time or the hit at it, and how many are selected.
  var spoken: String {
    let (item, grid) = (itemFrame, grid)
    let place = place(of: item)
    let first = grid.step(nearest: Int(saturating: grid.beats.frame(ofBeat: place.beat).rounded()))
    let step = max(grid.step(at: place.frame) - first, 0) + 1
    var hit = "no hit"
    if let found = hitAtCursor {
      let name = lane.pad == nil ? " of \(TimelineText.name(ofPad: found.pad))" : ""
      hit = "hit\(name), velocity \(found.velocity), \(TimelineText.lateness(of: found.frame, on: grid))"
    }
    let items = curve.map(pointText) ?? [hit]
    // The place and the lateness of a hit state its time.
    let time = hitAtCursor == nil ? [time(of: item)] : []
    return ([spokenLane, "\(place.text) step \(step)"] + time + items + ending).joined(separator: ", ")
  }

  /// The value of the point at the cursor and how late it is, or that there is none and the value there.
  private func pointText(_ lane: Lane) -> [String] {
    // The text of a value does not depend on the range.
    let scale = application.scale(of: lane, at: 0..<0)
    if let point = pointAtCursor {
      return ["point \(scale.text(point.value))", TimelineText.lateness(of: point.frame, on: grid)]
    }
    return ["no point"] + [lane.value(at: cursor).map(scale.text)].compactMap(\.self)
  }

  private var hitAtCursor: TakeHit? { placeAtCursor.flatMap { layer?.hits[$0] } }

  /// The frame of the hit or the point at the cursor.
  private var itemFrame: Int? { hitAtCursor?.frame ?? pointAtCursor?.frame }

  /// Returns the time of the hit or the point at the cursor, or without one of the cursor.
  private func time(of item: Int?) -> String {
    ShownText.exactClock(FrameCount(item ?? cursor).seconds(at: grid.beats.rate))
  }

  /// Returns the frame whose bar and beat are named, its beat, and both as text: the step of the hit at the cursor, which may
  /// be early, or the cursor.
  private func place(of item: Int?) -> (frame: Int, beat: Int, text: String) {
    let (beats, step) = (grid.beats, grid.step(nearest: cursor))
    let isOfHit = item.map { grid.step(nearest: $0) == step } ?? false
    let frame = isOfHit ? Int(saturating: grid.frame(ofStep: step).rounded()) : cursor
    let beat = beats.beat(atFrame: frame)
    let text = "bar \(beats.bar(ofBeat: beat) + 1) beat \(beats.signature.place(ofBeat: beat) + 1)"
    return (frame, beat, text)
  }

  /// That nothing is heard at the cursor, and how many hits and points are selected.
  private var ending: [String] {
    let count = selection.count + points.count
    return (isAfterEnd ? [TimelineText.afterEnd] : []) + (count > 0 ? ["\(count) selected"] : [])
  }

  /// `pad 2 snare`, `pad 2 snare of layer 1`, `layer 1`, `lane music/gain`, `lane music/gain of layer 1 with lines`
  private var spokenLane: String {
    if let curve {
      let owner = curve.id.layer.flatMap { take?.layer($0) }.map { " of \($0.settings.name)" } ?? ""
      return "lane \(curve.id.address)\(owner)" + (curve.shape == .lines ? " with lines" : "")
    }
    guard let pad = lane.pad else { return layer?.settings.name ?? "no layer" }
    let own = application.kits.loaded?.pads.first { $0.number == pad && !$0.name.isEmpty }
    let others = take.map { $0.layers.count > 1 } ?? false
    return TimelineText.name(ofPad: pad) + (own.map { " \($0.name)" } ?? "")
      + (others ? layer.map { " of \($0.settings.name)" } ?? "" : "")
  }
}

/// Messages of the timeline.
enum TimelineText {
  /// Returns what the plain mode says after the cursor was at another row or place: without the row if it is the same, or else
  /// without the place if that is.
  static func moved(to spoken: String, from before: String) -> String {
    let separator = ", "
    let (new, old) = (spoken.split(separator: separator), before.split(separator: separator))
    guard new.count > 2, old.count > 2 else { return spoken }
    if new[0] == old[0] { return new.dropFirst().joined(separator: separator) }
    return new[1] == old[1] ? ([new[0]] + new.dropFirst(2)).joined(separator: separator) : spoken
  }

  /// The place of a cursor behind which nothing is heard.
  fileprivate static let afterEnd = "after the end of the track"

  static func sentence(_ notice: TakeNotice.Timeline, _ keys: KeyMap) -> String {
    switch notice {
    case .copied(let count, let points): "\(items(count, points)) copied"
    case .cut(let count, let points): "\(items(count, points)) cut"
    case .pasted(let count, let points, let seconds, let offGrid, let late):
      "\(items(count, points)) pasted at \(ShownText.exactClock(seconds))" + self.offGrid(offGrid)
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
    case .lane(let notice): sentence(notice, keys)
    }
  }

  private static func sentence(_ notice: TakeNotice.Timeline.Lane, _ keys: KeyMap) -> String {
    switch notice {
    case .quantised(let hits, let points): "moved \(items(hits, points)) to the grid"
    case .thinned(let count, let all): "removed \(count) of \(ShownText.count(all, "point", "points"))"
    case .noPoint:
      "no point is at the cursor, and none is selected: \(keys.key(.timeline(.setHit))) sets one"
    case .noNeighbour(let forward): "there is no \(forward ? "later" : "earlier") point in this lane"
    case .noneShown(isEmpty: true):
      "the take has no lanes: change the mixer while you record, or :lane music/gain begins one"
    case .noneShown(isEmpty: false):
      "no lane is chosen: \(keys.key(.timeline(.nextLane))) goes to the next one"
    case .noTake: "no point is set: there is no take yet; set a hit first, which begins one"
    case .badValue(let text, let lowest, let highest):
      "\(text) is no value of the lane: type \(lowest) to \(highest)"
    case .tooManyPoints: "nothing is changed: the lanes of a take have \(Lane.mostPoints) points at most"
    case .covered(let layer, let address):
      "\(layer) is heard here: of layers that play, the topmost one wins where its \(address) was touched"
    }
  }

  /// Returns `3 hits`, `2 points`, or `3 hits and 2 points`.
  static func items(_ hits: Int, _ points: Int) -> String {
    let texts = [self.hits(hits), ShownText.count(points, "point", "points")]
    if points == 0 { return texts[0] }
    return hits == 0 ? texts[1] : texts.joined(separator: " and ")
  }

  /// Returns the name of a pad, `pad 3`, or of a note.
  static func name(ofPad number: Int) -> String {
    TakeNote(number: number).map { NoteName.text($0.key) } ?? "pad \(number)"
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
