import Application
import AudioBase
import Dubbing
import SystemBase
import TerminalKit

/// The timeline: the hits and lanes of the take over the waveform and the bars of its track.
package final class TimelineLayer: ScreenLayer {
  package let takes: TakeController
  /// The frame of the cursor.
  package private(set) var cursor = 0
  private var ownLane = TimelineLane(layer: 0, pad: nil)
  package private(set) var division = StepDivision.sixteenth
  /// Whether the place that is heard is kept visible.
  package private(set) var isFollowing = true
  private var ownSelection = TimelineSelection()
  package var shownLanes = ShownLanes.none
  /// Where the selected range began; nil if none is being selected.
  private var anchor: (frame: Int, lane: TimelineLane)?
  private var ownScale = TimelineScale.whole
  /// The scale before the steps were shown.
  private var widerScale = TimelineScale.whole
  /// The first frame that is shown, if not the whole track is.
  private var start = 0.0
  private var indices: [Int: HitIndex] = [:]
  /// The hits that patterns add, with the versions of the layers that they were computed from.
  private var patternIndices: [Int: (layer: Layer, index: HitIndex)] = [:]
  var curves = CurveCache()
  /// The dragged objects and the column at which the drag began; nil while nothing is dragged.
  package var drag: (moved: Moved, column: Int)?

  package init(_ session: ScreenSession, _ takes: TakeController) {
    self.takes = takes
    super.init(session)
    ownLane = TimelineLane(layer: takes.list.shown?.layers.last?.id ?? 0, pad: nil)
    cursor = playhead ?? 0
  }

  package override var screen: ScreenName? { .timeline }
  package override var closingCommands: [Command] { [.take(.timeline)] }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    followingHit { performHere(command, at: time) }
  }

  package var take: Take? { takes.list.shown }
  package var grid: StepGrid { StepGrid(takes.tempo.grid, division) }

  /// The selected hits that the take has; none after another take is shown. Those that an edit has removed are selected
  /// again when it is undone.
  package var selection: HitSelection {
    get { take.map { ownSelection.of($0).hits.existing(in: $0) } ?? HitSelection() }
    set { ownSelection.set(of: take) { $0.hits = newValue } }
  }

  /// The selected points of lanes, as the selected hits.
  package var points: PointSelection {
    get { take.map { ownSelection.points(of: $0) } ?? PointSelection() }
    set { ownSelection.set(of: take) { $0.points = newValue } }
  }

  /// The frame that is heard; nil without a track.
  package var playhead: Int? {
    guard application.model.nowPlaying != nil, case .track = takes.list.group else { return nil }
    return FrameCount(seconds: application.model.elapsed, at: takes.tempo.grid.rate).value
  }

  /// The frame after the last one of the track; nil if it is not known, and for a take without a track.
  var trackEnd: Int? { if case .track = takes.list.group { takes.list.trackFrames } else { nil } }

  /// Whether the cursor is after the end of the track, where nothing is heard.
  package var isAfterEnd: Bool { trackEnd.map { cursor >= $0 } ?? false }

  /// The frames of the track and of the take; at least a bar. Without a track, the bar of the last hit is complete.
  package var length: Int {
    let beats = grid.beats
    let ends = take?.layers.flatMap {
      [index(of: $0).lastFrame.map { $0 + 1 }, $0.settings.patterns.last?.end]
    }
    let bar = Int(beats.frame(ofBar: 1) - beats.frame(ofBar: 0))
    let lanesEnd = take?.lanes.reduce(0) { max($0, ($1.frames.last ?? -1) + 1) } ?? 0
    let end = max(ends?.compactMap(\.self).max() ?? 0, lanesEnd, bar)
    if let track = trackEnd ?? take?.track?.frames?.value { return max(track, end) }
    let barEnd = beats.frame(ofBar: beats.bar(atFrame: end - 1) + 1).rounded(.up)
    return max(end, min(Int(saturating: barEnd), HitColumns.frameRange.upperBound))
  }

  /// Returns the hits of a layer in the order of their frames. They are sorted once for each edit.
  package func index(of layer: Layer) -> HitIndex {
    if let known = indices[layer.id], known.hits == layer.hits { return known }
    let index = HitIndex(layer.hits)
    indices[layer.id] = index
    return index
  }

  /// Returns the hits that the patterns of a layer add; those of before while they are computed.
  package func patternIndex(of layer: Layer) -> HitIndex {
    let known = patternIndices[layer.id]
    if let known, known.layer == layer { return known.index }
    guard let copies = takes.playback.copies(of: layer) else { return known?.index ?? HitIndex(HitColumns()) }
    let index = HitIndex(copies)
    patternIndices[layer.id] = (layer, index)
    return index
  }

  package private(set) var scale: TimelineScale {
    get { session.state.rows.timelineHasStepsOnly ? .bars(1) : ownScale }
    set { ownScale = newValue }
  }

  package var showsSteps: Bool { if case .bars = scale { true } else { false } }

  package var viewport: TimelineViewport {
    let columns = max(session.state.rows.timelineColumns, 1)
    var view: TimelineViewport
    switch scale {
    case .whole: return TimelineViewport(0..<Double(length), columns: columns)
    case .frames(let frames):
      view = TimelineViewport(start: start, framesPerColumn: frames, columns: columns)
      if let playhead = followed { view.start += ((playhead - start) / view.span).rounded(.down) * view.span }
      view.start = max(view.start, 0)
    case .bars(let count):
      let first = grid.beats.bar(atFrame: Int(followed ?? start))
      let bar = Int(saturating: (Double(first) / Double(count)).rounded(.down)) * count
      view = TimelineViewport(
        grid.beats.frame(ofBar: bar)..<grid.beats.frame(ofBar: bar + count), columns: columns)
    }
    return view
  }

  /// The frame that must be visible; nil if that is the place of the user.
  private var followed: Double? {
    isFollowing && application.model.playbackState == .playing ? playhead.map(Double.init) : nil
  }

  /// The rows: the pads of the chosen layer, each other layer as one, and the lanes that are shown.
  package var lanes: [TimelineLane] {
    let layers = take?.layers ?? []
    let chosen = layers.contains { $0.id == ownLane.layer } ? ownLane.layer : layers.last?.id
    let hits = layers.flatMap { layer in
      layer.id == chosen && layer.audio == nil ? pads(layer) : [TimelineLane(layer: layer.id, pad: nil)]
    }
    let curves = shownCurves.map { TimelineLane(layer: chosen ?? 0, pad: nil, curve: $0.id) }
    return (layers.isEmpty ? pads(nil) : hits) + curves
  }

  /// Returns the rows of a layer: of the pads that it strikes, and of those of the bank if steps can be set or there
  /// are no hits.
  private func pads(_ layer: Layer?) -> [TimelineLane] {
    var pads = layer.map { index(of: $0).pads } ?? []
    if pads.isEmpty || showsSteps { pads = Set(pads).union(application.state.bank.pads).sorted() }
    return pads.map { TimelineLane(layer: layer?.id ?? 0, pad: $0) }
  }

  package var laneIndex: Int { index(in: lanes) }

  private func index(in lanes: [TimelineLane]) -> Int {
    // The first hit has made a layer, in which the pad has a row.
    let isNew = ownLane.layer == 0 && ownLane.pad != nil
    return lanes.firstIndex(of: ownLane) ?? lanes.firstIndex { isNew && $0.pad == ownLane.pad }
      ?? lanes.firstIndex { $0.layer == ownLane.layer } ?? 0
  }

  package var lane: TimelineLane {
    let lanes = lanes
    return lanes[min(index(in: lanes), lanes.count - 1)]
  }

  // MARK: The cursor

  package override func move(_ movement: Movement) {
    let lanes = lanes
    switch movement {
    case .up, .down: choose(lanes[min(max(laneIndex + movement.rows(page: 1, count: 1), 0), lanes.count - 1)])
    case .pageUp: moveCursor(to: cursor - Int(viewport.span))
    case .pageDown: moveCursor(to: cursor + Int(viewport.span))
    case .start: moveCursor(toBar: 0)
    case .end: moveCursor(to: length - 1)
    }
  }

  package func choose(_ lane: TimelineLane) {
    ownLane = lane
    selectRange()
  }

  /// Moves the cursor, and what is shown if the cursor would be outside.
  package func moveCursor(to frame: Int) {
    let view = viewport
    start = view.start
    isFollowing = false
    cursor = min(max(frame, 0), length - 1)
    if Double(cursor) < view.start || Double(cursor) >= view.end {
      start = max((Double(cursor) - view.span / 4).rounded(), 0)
      if showsSteps { start = Double(cursor) }
    }
    selectRange()
  }

  package override func scroll(by rows: Int) {
    let view = viewport
    isFollowing = false
    start = min(max(view.start + Double(rows) * view.span / 12, 0), max(Double(length) - view.span / 2, 0))
    if showsSteps { start = min(max(rows < 0 ? view.start - 1 : view.end + 1, 0), Double(length - 1)) }
  }

  func moveCursor(bySteps count: Int) {
    let grid = grid
    moveCursor(by: count, from: grid.step(at: cursor)) { grid.frame(ofStep: $0) }
  }

  func moveCursor(byBars count: Int) {
    let beats = grid.beats
    moveCursor(by: count, from: beats.bar(atFrame: cursor)) { beats.frame(ofBar: $0) }
  }

  /// Moves the cursor by steps or bars. Between two of them, it goes back to the one before it.
  private func moveCursor(by count: Int, from place: Int, frame: (Int) -> Double) {
    let isBetween = count < 0 && Int(saturating: frame(place).rounded()) < cursor
    moveCursor(to: Int(saturating: frame(place + count + (isBetween ? 1 : 0)).rounded()))
  }

  /// Moves the cursor to the first beat of a bar, from 0 for bar 1; after the end, says so.
  func moveCursor(toBar bar: Int) {
    let frame = takes.ranges.frame(ofBar: bar, grid.beats)
    if frame >= length { return application.report(.take(.bars(.afterEnd(bar: bar + 1)))) }
    moveCursor(to: frame)
  }

  // MARK: Scale

  package func zoom(in isIn: Bool) {
    let (view, beats) = (viewport, grid.beats)
    let bar = beats.bar(atFrame: cursor)
    let length = beats.frame(ofBar: bar + 1) - beats.frame(ofBar: bar)
    scale =
      isIn
      ? scale.zoomedIn(from: view.span, bar: length, columns: view.columns, rate: Double(beats.rate.hertz))
      : scale.zoomedOut(from: view.span, bar: length, columns: view.columns, length: Double(self.length))
    centre()
  }

  func showAll() { scale = .whole }

  func turnSteps() {
    if showsSteps {
      scale = widerScale
    } else {
      (widerScale, scale) = (scale, .bars(1))
    }
    centre()
  }

  /// Shows the cursor, in the middle unless steps are shown.
  private func centre() {
    start = Double(cursor)
    if case .frames(let frames) = scale { start = max(start - frames * Double(viewport.columns) / 2, 0) }
  }

  func turnFollowing() { isFollowing.toggle() }
  func chooseNextDivision() { division = division.following }

  // MARK: Selection

  func toggleSelection() {
    guard let layer, let place = placeAtCursor else { return }
    selection.toggle(layer.hits.ids[place], in: layer.id)
  }

  func turnRange() {
    anchor = anchor == nil ? (cursor, lane) : nil
    selectRange()
  }

  /// Begins a range at the cursor that the mouse selects.
  package func beginRange() {
    anchor = (cursor, lane)
    selectRange()
  }

  package func endRange() { anchor = nil }

  /// Whether the cursor extends a range of selected hits.
  package var isSelectingRange: Bool { anchor != nil }

  /// Whether hits or points are selected, or a range begins.
  var isSelecting: Bool { hasSelection || anchor != nil }

  /// The frames from the beginning of the range that is being selected to the cursor; nil if none is.
  var rangeFrames: Range<Int>? { anchor.map { min($0.frame, cursor)..<max($0.frame, cursor) } }

  /// Selects the hits from the anchor to the cursor, in the rows from the one to the other.
  private func selectRange() {
    guard let anchor, let take else { return }
    let lanes = lanes
    let rows = [lanes.firstIndex(of: anchor.lane) ?? laneIndex, laneIndex].sorted()
    let wanted = lanes[rows[0]...rows[1]]
    let frames = min(anchor.frame, cursor)..<max(anchor.frame, cursor) + max(Int(viewport.framesPerColumn), 1)
    var found = HitSelection()
    for layer in take.layers {
      let own = wanted.filter { $0.layer == layer.id && $0.curve == nil }
      if own.isEmpty { continue }
      let (whole, pads) = (own.contains { $0.pad == nil }, Set(own.compactMap(\.pad)))
      let places = index(of: layer).places(in: frames).map(Int.init)
      found.insert(
        places.filter { whole || pads.contains(layer.hits.pads[$0]) }.map { layer.hits.ids[$0] }, in: layer.id
      )
    }
    selection = found
    points = wanted.compactMap(\.curve).map(course).reduce(into: PointSelection()) { points, curve in
      let places = curve.first(from: frames.lowerBound)..<curve.first(from: frames.upperBound)
      points.insert(curve.frames[places], in: curve.id)
    }
  }

  /// Selects hits. All of them are selected with the points of the lanes that are shown.
  func selectAll(layer id: Int? = nil, pad: Int? = nil) {
    var found = HitSelection()
    for layer in take?.layers ?? [] where id == nil || layer.id == id {
      let places = (0..<layer.hits.count).filter { pad == nil || layer.hits.pads[$0] == pad }
      found.insert(places.map { layer.hits.ids[$0] }, in: layer.id)
    }
    (selection, anchor) = (found, nil)
    select(points: id == nil ? shownCurves : [])
  }

  /// Selects all points of lanes, and ends a range.
  func select(points curves: [Lane]) {
    anchor = nil
    points = curves.reduce(into: PointSelection()) { $0.insert($1.frames, in: $1.id) }
  }

  /// Ends the selection. Returns whether there was one.
  func deselect() -> Bool {
    let wasSelected = isSelecting
    (selection, points, anchor) = (HitSelection(), PointSelection(), nil)
    return wasSelected
  }

  package func notify(_ notice: TakeNotice.Timeline) { application.report(.take(.timeline(notice))) }

  // MARK: What is shown

  package override var name: String { "timeline" }

  override var keyHints: [KeyHint.Group] {
    func own(_ commands: Command.Timeline...) -> KeyHint.Group {
      KeyHint.group(commands.map(Command.timeline))
    }
    return [
      own(.cursorBack, .cursorForward), own(.nextHit), own(.setHit), ([.program(.help)], "keys"),
      own(.zoomIn, .zoomOut), own(.steps), own(.nudgeEarlier, .nudgeLater),
      own(.velocityDown, .velocityUp), own(.quantise), ([.program(.undo)], "undo"),
      ([.program(.cancel)], "close"), own(.stepEarlier, .stepLater), own(.deleteHits), own(.selectRange),
      own(.selectPad), own(.selectLayer), own(.selectAll), own(.copy), own(.cut), own(.paste),
      own(.repeat), own(.pattern), own(.padUp, .padDown), own(.cursorBarBack, .cursorBarForward),
      own(.stepLength), own(.zoomAll), own(.follow), own(.playHere), own(.nextLane), own(.allLanes),
      own(.typePoint), own(.thin), own(.laneShape),
    ]
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    let track = application.model.nowPlaying
    var content = TimelineContent(
      self, in: screen.layout.area(of: .timeline),
      waveform: track.flatMap { screen.sound.waveform?($0) },
      peaks: { view, rate in track.flatMap { screen.sound.peaks?($0, SoundViews.Peaks(view, rate)) } },
      clip: { screen.sound.clip?(takes.list.file(of: $0), SoundViews.Peaks($1, $0.sampleRate)) },
      name: screen.padName)
    if screen.layout[.hints].isEmpty { content.hints = hintTexts(screen.keys) }
    return content
  }

  /// The cursor, such as `pad 2 snare, bar 3 beat 2 step 1, 00:04.213, no hit`.
  package override var selectedRow: (list: String, row: String)? {
    (heading, spoken)
  }

  package override func pointer(_ event: MouseEvent, on screen: PlayerScreen) -> Application.Response? {
    guard let content = screen.shown.overlay as? TimelineContent else { return nil }
    let layout = TimelineLayout(content, in: screen.onSurface(screen.layout.area(of: .timeline)))
    let target = layout.target(at: event.point)
    switch event.kind {
    case .press where event.button == .left:
      guard let target else { return press(event.point, on: screen) }
      press(target, content)
    case .press where event.button == .right:
      if removePoint(at: target, content) { return .done }
      guard case .ruler(let column)? = target else { return nil }
      drag = (.beats(keepsFirst: true), column)
    case .drag where event.button == .left: continueRange(to: target, content)
    case .release:
      release(at: event.point.x - layout.lanes.x, row: event.point.y - layout.band.y, content)
    case .wheelUp, .wheelDown: turnWheel(event, target, content)
    case .press, .drag: return nil
    }
    return .done
  }
}
