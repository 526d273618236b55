import Application
import AudioBase
import Controls
import Dubbing
import Instruments
import SystemBase
import TerminalKit

extension TimelineLayer {
  package var name: String { "timeline" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    func own(_ commands: Command.Timeline...) -> KeyHint.Group {
      KeyHint.group(commands.map(Command.timeline))
    }
    return KeyHint.hints(
      [
        own(.cursorBack, .cursorForward), own(.nextHit), own(.setHit), ([.program(.help)], "keys"),
        own(.zoomIn, .zoomOut), own(.steps), own(.nudgeEarlier, .nudgeLater),
        own(.velocityDown, .velocityUp), own(.quantise), ([.program(.undo)], "undo"),
        ([.program(.cancel)], "close"), own(.stepEarlier, .stepLater), own(.deleteHits), own(.selectRange),
        own(.selectPad), own(.selectLayer), own(.selectAll), own(.copy), own(.cut), own(.paste),
        own(.repeat), own(.pattern), own(.padUp, .padDown), own(.cursorBarBack, .cursorBarForward),
        own(.stepLength), own(.zoomAll), own(.follow), own(.playHere),
      ], keys, on: screen)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    let waveform = application.model.nowPlaying.flatMap { screen.sound.waveform?($0) }
    var content = TimelineContent(
      self, allLayers: TimelineLayout.showsAllLayers(in: screen.layout.area(of: .timeline)),
      waveform: waveform,
      peaks: { view, rate in
        application.model.nowPlaying.flatMap { screen.sound.peaks?($0, SoundViews.Peaks(view, rate)) }
      },
      clip: { screen.sound.clip?(takes.list.file(of: $0), SoundViews.Peaks($1, $0.sampleRate)) },
      name: screen.padName)
    if screen.layout[.hints].isEmpty { content.hints = hintTexts(screen.keys) }
    return content
  }

  /// The cursor, such as `pad 2 snare, bar 3 beat 2 step 1, 00:04.213, no hit`.
  package var selectedRow: (list: String, row: String)? {
    (TimelineText.heading(self), TimelineText.spoken(self))
  }

  // MARK: The mouse

  package func pointer(_ event: MouseEvent, on screen: PlayerScreen) -> Application.Response? {
    guard let content = screen.shown.overlay as? TimelineContent else { return nil }
    let layout = TimelineLayout(content, in: screen.onSurface(screen.layout.area(of: .timeline)))
    let target = layout.target(at: event.point)
    switch event.kind {
    case .press where event.button == .left:
      guard let target else { return press(event.point, on: screen) }
      press(target, content)
    case .press where event.button == .right:
      guard case .ruler(let column)? = target else { return nil }
      drag = (.beats(keepsFirst: true), column)
    case .drag where event.button == .left: continueRange(to: target, content)
    case .release: release(at: event.point.x - layout.lanes.x, content)
    case .wheelUp, .wheelDown: turnWheel(event, target, content)
    case .press, .drag: return nil
    }
    return .done
  }

  private func press(_ target: TimelineLayout.Target, _ content: TimelineContent) {
    switch target {
    case .ruler(let column): drag = (.beats(keepsFirst: false), column)
    case .wave(let column): seek(to: column, content)
    case .lane(let row, let column):
      if showsSteps { return pressStep(row, column, content) }
      guard point(at: row, column, content) else { return }
      if let layer, let place = placeAtCursor {
        let id = layer.hits.ids[place]
        if !selection.contains(id, in: layer.id) { selection = HitSelection(layer: layer.id, [id]) }
        drag = (.hits, column)
      } else {
        selection = HitSelection()
        beginRange()
      }
    }
  }

  /// Sets or removes the hit of a step. None is set before the start or after the end; a hit can be removed whose step
  /// begins before the start.
  private func pressStep(_ row: Int, _ column: Int, _ content: TimelineContent) {
    let frame = content.viewport.frame(ofColumn: column)
    guard (0..<length).contains(frame) || content.hasHit(row, column) else {
      return notify(.outside(isBeforeStart: frame < 0))
    }
    if point(at: row, column, content) { toggleHit() }
  }

  private func seek(to column: Int, _ content: TimelineContent) {
    let frame = max(content.viewport.frame(ofColumn: column), 0)
    application.report(application.seek(to: Double(frame) / Double(grid.beats.rate.hertz)))
  }

  /// Moves the cursor to a cell of the rows: to its step where steps are shown. Returns false if there is no such row.
  private func point(at row: Int, _ column: Int, _ content: TimelineContent) -> Bool {
    guard content.lanes.indices.contains(row) else { return false }
    let frame = content.viewport.frame(ofColumn: column)
    choose(content.lanes[row].lane)
    moveCursor(to: showsSteps ? Int(saturating: grid.frame(ofStep: grid.step(at: frame)).rounded()) : frame)
    return true
  }

  private func continueRange(to target: TimelineLayout.Target?, _ content: TimelineContent) {
    guard case .lane(let row, let column)? = target, drag == nil, !showsSteps else { return }
    _ = point(at: row, column, content)
  }

  /// Ends a drag: moves the dragged hits or beats, seeks after a click on the bar numbers, or ends the selected range.
  private func release(at column: Int, _ content: TimelineContent) {
    endRange()
    guard let (moved, start) = drag else { return }
    drag = nil
    let distance = Int(saturating: (Double(column - start) * content.viewport.framesPerColumn).rounded())
    switch moved {
    case .hits: if distance != 0 { moveHits(by: distance) }
    case .beats where distance == 0: seek(to: column, content)
    case .beats(let keepsFirst):
      let beat = grid.beats.frame(ofBeatNear: max(content.viewport.frame(ofColumn: start), 0))
      takes.tempo.moveBeat(near: beat, to: beat + distance, keepsFirst: keepsFirst)
    }
  }

  /// Scrolls; with Ctrl, and over the waveform, zooms at the pointer.
  private func turnWheel(_ event: MouseEvent, _ target: TimelineLayout.Target?, _ content: TimelineContent) {
    let isUp = event.kind == .wheelUp
    switch target {
    case .ruler(let column), .wave(let column): zoom(at: column, in: isUp, content)
    case .lane(_, let column) where event.modifiers.contains(.ctrl): zoom(at: column, in: isUp, content)
    case .lane, nil: scroll(by: isUp ? -1 : 1)
    }
  }

  private func zoom(at column: Int, in isIn: Bool, _ content: TimelineContent) {
    moveCursor(to: content.viewport.frame(ofColumn: column))
    zoom(in: isIn)
  }
}

extension TimelineContent {
  /// Returns whether a hit is drawn in a cell of the rows.
  fileprivate func hasHit(_ row: Int, _ column: Int) -> Bool {
    lanes.indices.contains(row) && lanes[row].cells.indices.contains(column)
      && lanes[row].cells[column].velocity > 0
  }
}

extension SoundViews.Peaks {
  fileprivate init(_ view: TimelineViewport, _ rate: SampleRate) {
    self.init(start: view.start, length: view.framesPerColumn, count: view.columns, rate: rate)
  }
}

extension TimelineText {
  /// Returns the name of a pad, `pad 3`, or of a note.
  static func name(ofPad number: Int) -> String {
    TakeNote(number: number).map { NoteName.text($0.key) } ?? "pad \(number)"
  }
}

extension PlayerScreen {
  /// Returns the name of a pad of the kit, or of a note.
  func padName(_ number: Int) -> String {
    guard pads.indices.contains(number - 1) else { return TimelineText.name(ofPad: number) }
    return "\(number) \(pads[number - 1].name)"
  }
}
