import Application
import AudioBase
import Dubbing
import TerminalKit

/// The timeline as values for drawing.
package struct TimelineContent: Sendable {
  /// A hit, or several, in a column of a row.
  struct Cell: Hashable {
    /// The highest velocity; 0 without a hit.
    var velocity = 0
    var isSelected = false
    /// Whether the hits in the cell are only copies of patterns.
    var isCopy = false
    /// Whether a hit sounds on through the column.
    var isHeld = false
    /// Milliseconds after the step, where steps are shown.
    var lateness = 0.0
    /// The highest velocity of the hits of the drummer of the song; 0 without one.
    var songVelocity = 0
  }

  struct Lane {
    let lane: TimelineLane
    let name: String
    let isHeard: Bool
    /// The columns with recorded sound.
    var sound: Range<Int>?
    /// The peaks of the recorded sound in each column, from 0 to 1; empty if they are not known yet.
    var peaks: [Float] = []
    /// Empty in the row of a lane.
    var cells: [Cell]
    /// The course of the value; nil in a row of hits.
    var curve: Curve?
  }

  /// The course of a value of the mixer.
  struct Curve {
    struct Cell: Hashable {
      /// The place of the value in its range, 0…1; nil before the first point.
      var share: Double?
      var hasPoint = false
      var isSelected = false
    }

    let cells: [Cell]
    /// The values of points by the columns of their steps, where steps are shown. The row of the lane has them in place of the
    /// curve; the band has the curve.
    var values: [Int: String]?
    /// The ends of the range as text.
    let lowest: String
    let highest: String
  }

  /// The background of a column of the rows.
  enum Mark: Hashable { case none, step, beat, bar }

  var heading: String
  var status: String
  var hints: [String] = []
  let viewport: TimelineViewport
  var lanes: [Lane]
  /// The row of the cursor.
  var chosen: Int
  /// The row whose lane is drawn over several rows, if they are left: that of the cursor, or the only one. Nil without one.
  var band: Int? {
    let curves = lanes.indices.filter { lanes[$0].curve != nil }
    return curves.contains(chosen) ? chosen : curves.count == 1 ? curves[0] : nil
  }
  var marks: [Mark]
  /// The numbers of bars, from 1, by their columns.
  var bars: [Int: Int] = [:]
  let showsSteps: Bool
  var cursor: Int
  var playhead: Int?
  var loop: Range<Int>?
  var punch: Range<Int>?
  /// The marks of the song by their columns, which may be beside those that are shown.
  var songMarks: [(column: Int, name: String)] = []
  /// Whether there is a track; its waveform may not be known yet.
  var hasTrack = false
  var waveform: WaveformContent?
  package var isMoving = false
}

extension TimelineContent {
  /// - Parameters:
  ///   - area: where it is drawn. Without room, the rows of the other layers are left out, and rows of lanes that are not seen
  ///     have no curve.
  ///   - peaks: returns the levels of the columns in more detail; nil if it has none.
  ///   - clip: returns the levels of recorded sound in columns that count its frames; nil if they are not known yet.
  @MainActor
  init(
    _ layer: TimelineLayer, in area: Rect, waveform: WaveformContent?,
    peaks: (TimelineViewport, SampleRate) -> [WaveformContent.Column]?,
    clip: (AudioClip, TimelineViewport) -> [WaveformContent.Column]?, name: (Int) -> String
  ) {
    let (view, take) = (layer.viewport, layer.take)
    viewport = view
    showsSteps = layer.showsSteps
    let chosenLane = layer.lane
    let allLayers = TimelineLayout.showsAllLayers(in: area)
    let rows = layer.lanes.filter { allLayers || $0.layer == chosenLane.layer }
    chosen = rows.firstIndex(of: chosenLane) ?? 0
    cursor = view.column(of: Double(layer.cursor))
    playhead = layer.playhead.map { view.column(of: Double($0)) }
    (marks, bars) = TimelineContent.marks(layer.grid, view, showsSteps: layer.showsSteps)
    heading = layer.heading
    status = layer.status(name: name)
    let hasTrack = layer.playhead != nil
    let layout = TimelineLayout(lanes: rows.count, chosen: chosen, hasWave: hasTrack, in: area)
    let seen = layout.firstLane..<layout.firstLane + layout.lanes.height
    let hasCurves = rows.contains { $0.curve != nil }
    let frames = hasCurves ? (0...view.columns).map(view.firstFrame(ofColumn:)) : []
    let points = hasCurves ? layer.points.lanes : [:]
    if !hasCurves { layer.curves.clear() }
    lanes = rows.indices.map { index in
      let lane = rows[index]
      if let id = lane.curve {
        return Lane(
          lane, id, layer, take, view, frames: seen.contains(index) ? frames : [], selected: points[id] ?? [])
      }
      let own = take?.layer(lane.layer)
      return Lane(
        lane: lane, name: lane.pad.map(name) ?? own?.settings.name ?? "",
        isHeard: own.flatMap { own in take?.sounds(own) } ?? true,
        sound: own?.audio.map { clip in
          let start = clip.start + (own?.settings.offset ?? 0)
          return view.column(of: Double(start))..<view.column(of: Double(start + clip.frames)) + 1
        },
        cells: [Cell](repeating: Cell(), count: view.columns))
    }
    for own in take?.layers ?? [] where lanes.contains(where: { $0.lane.isOfHits(own.id) }) {
      add(layer.index(of: own), of: own.id, layer)
      if !own.settings.patterns.isEmpty {
        add(layer.patternIndex(of: own), of: own.id, layer, areCopies: true)
      }
    }
    let takes = layer.takes
    func columns(_ start: Int?, _ end: Int?) -> Range<Int>? {
      if start == nil, end == nil { return nil }
      let first = view.column(of: Double(start ?? 0))
      return first..<max(view.column(of: Double(end ?? layer.length)), first) + 1
    }
    loop = columns(takes.ranges.loopStart, takes.ranges.loopEnd)
    punch = columns(takes.ranges.punchIn, takes.ranges.punchOut)
    self.hasTrack = hasTrack
    if hasTrack {
      songMarks = takes.songs.song.marks.map { (view.column(of: Double($0.start)), $0.name) }
      if let drums = takes.songs.song.drums, drums.rate == layer.grid.beats.rate {
        add(drums, pads: takes.songs.pads(of: layer.application.kits.loaded), layer: chosenLane.layer)
      }
    }
    if let frames = takes.list.trackFrames, frames > 0 {
      let shares = (view.start / Double(frames))..<(view.end / Double(frames))
      let isCoarse = view.framesPerColumn * Double(waveform?.columns.count ?? 0) < Double(frames)
      let columns = isCoarse ? peaks(view, layer.grid.beats.rate) : nil
      self.waveform = columns.map { waveform?.with($0) } ?? waveform?.part(shares, columns: view.columns)
    }
    // Waveforms are computed one after another, starting with that of the track.
    if !hasTrack || self.waveform != nil { addSound(of: take, clip) }
    isMoving = layer.application.model.playbackState == .playing
  }

  /// Adds the levels of recorded sound to the rows, up to the first row whose levels are not known yet.
  private mutating func addSound(
    of take: Take?, _ clip: (AudioClip, TimelineViewport) -> [WaveformContent.Column]?
  ) {
    for index in lanes.indices {
      guard lanes[index].curve == nil, let layer = take?.layer(lanes[index].lane.layer),
        let audio = layer.audio
      else { continue }
      var view = viewport
      view.start -= Double(audio.start + layer.settings.offset)
      guard let columns = clip(audio, view) else { return }
      lanes[index].peaks = columns.map { max($0.top, $0.bottom) }
    }
  }

  /// Returns the lines of bars, beats and steps, as far as they have room.
  private static func marks(
    _ grid: StepGrid, _ view: TimelineViewport, showsSteps: Bool
  ) -> ([Mark], [Int: Int]) {
    var marks = [Mark](repeating: .none, count: view.columns)
    let (beats, end) = (grid.beats, Int(view.end))
    func set(_ frame: Double, _ mark: Mark) {
      let column = view.column(of: frame.rounded())
      if marks.indices.contains(column) { marks[column] = mark }
    }
    let beatLength = beats.frame(ofBeat: 1) - beats.frame(ofBeat: 0)
    if showsSteps {
      for step in grid.step(at: Int(view.start))...max(grid.step(at: end), grid.step(at: Int(view.start))) {
        set(grid.frame(ofStep: step), .step)
      }
    }
    let first = beats.beat(atFrame: Int(view.start))
    if beatLength / view.framesPerColumn >= 3 {
      for beat in first...max(beats.beat(atFrame: end), first) { set(beats.frame(ofBeat: beat), .beat) }
    }
    var numbers: [Int: Int] = [:]
    // Numbers need five columns.
    let barLength = beatLength * Double(beats.signature.beats)
    var step = 1
    while barLength * Double(step) / view.framesPerColumn < 5 { step *= 2 }
    let start = beats.bar(atFrame: Int(view.start)) / step * step
    for bar in stride(from: start, through: beats.bar(atFrame: end), by: step) {
      let column = view.column(of: beats.frame(ofBar: bar).rounded())
      set(beats.frame(ofBar: bar), .bar)
      if marks.indices.contains(column) { numbers[column] = bar + 1 }
    }
    return (marks, numbers)
  }
}

extension TimelineLayout {
  init(_ content: TimelineContent, in area: Rect) {
    self.init(
      lanes: content.lanes.count, chosen: content.chosen, hasWave: content.hasTrack,
      hasBand: content.band != nil, in: area)
  }
}
