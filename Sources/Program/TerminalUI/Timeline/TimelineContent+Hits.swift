import Dubbing

/// The hits of takes in the cells of the rows.
extension TimelineContent {
  /// Adds the hits of a layer that are shown, or the copies of its patterns where it has no hits.
  @MainActor
  mutating func add(_ index: HitIndex, of id: Int, _ layer: TimelineLayer, areCopies: Bool = false) {
    let rows = Dictionary(
      lanes.indices.filter { lanes[$0].lane.isOfHits(id) }.map { (lanes[$0].lane.pad ?? 0, $0) }
    ) { first, _ in first }
    let selected = areCopies ? nil : layer.selection.layers[id]
    if showsSteps || areCopies {
      return addEach(index, rows, layer.grid, selected, areCopies: areCopies)
    }
    let levels = index.levels(in: viewport.edges, rows: rows, rowCount: lanes.count)
    for row in rows.values {
      for column in 0..<viewport.columns {
        lanes[row].cells[column].velocity = levels.velocity(row: row, column: column)
      }
    }
    addHeld(levels.held, of: index.hits, rows)
    if let selected { select(selected, index, rows) }
  }

  /// Marks the columns through which hits sound on. `places` are those of the hits that do.
  private mutating func addHeld(_ places: [Int32], of hits: HitColumns, _ rows: [Int: Int]) {
    let (frames, pads, lengths) = (hits.frames, hits.pads, hits.lengths)
    for place in places.lazy.map(Int.init) {
      guard let row = rows[pads[place]] ?? rows[0] else { continue }
      hold(row, from: viewport.column(of: Double(frames[place])), to: frames[place] + lengths[place])
    }
  }

  /// Marks the columns after one up to that of a frame.
  private mutating func hold(_ row: Int, from column: Int, to frame: Int) {
    let end = min(viewport.column(of: Double(frame)), viewport.columns - 1)
    for column in (column + 1)..<max(end + 1, column + 1) { lanes[row].cells[column].isHeld = true }
  }

  /// Marks the cells that have selected hits.
  private mutating func select(_ selected: Set<Int>, _ index: HitIndex, _ rows: [Int: Int]) {
    let (ids, frames, pads) = (index.hits.ids, index.hits.frames, index.hits.pads)
    // Of few selected hits, each is looked up. Of many, a cell soon has one.
    let areFew = selected.count * 8 < ids.count
    let visible = viewport.frames
    let places =
      areFew
      ? selected.compactMap { index.hits.place(of: $0) }.filter { visible.contains(frames[$0]) }
      : index.places(in: visible).map(Int.init)
    for place in places {
      let column = viewport.column(of: Double(frames[place]))
      guard let row = rows[pads[place]] ?? rows[0], (0..<viewport.columns).contains(column),
        !lanes[row].cells[column].isSelected
      else { continue }
      lanes[row].cells[column].isSelected = areFew || selected.contains(ids[place])
    }
  }

  /// Adds hits one by one: to the columns of their steps where those are shown, and copies where there are no hits.
  private mutating func addEach(
    _ index: HitIndex, _ rows: [Int: Int], _ grid: StepGrid, _ selected: Set<Int>?, areCopies: Bool
  ) {
    let (hits, rate) = (index.hits, Double(grid.beats.rate.hertz))
    let (frames, pads, lengths) = (hits.frames, hits.pads, hits.lengths)
    var visible = viewport.frames
    if showsSteps {
      // A hit before the first step may belong to it.
      let step = grid.step(at: visible.lowerBound)
      visible = Int(grid.frame(ofStep: step - 1))..<visible.upperBound
    }
    for place in index.places(in: visible).lazy.map(Int.init) {
      guard let row = rows[pads[place]] ?? rows[0] else { continue }
      var (column, lateness) = (viewport.column(of: Double(frames[place])), 0.0)
      if showsSteps {
        let step = grid.frame(ofStep: grid.step(nearest: frames[place])).rounded()
        column = viewport.column(of: step)
        lateness = (Double(frames[place]) - step) / rate * 1_000
      }
      guard (0..<viewport.columns).contains(column) else { continue }
      var cell = lanes[row].cells[column]
      if areCopies, cell.velocity > 0 { continue }
      cell.isCopy = areCopies
      cell.velocity = max(cell.velocity, hits.velocities[place])
      cell.lateness = lateness
      if let selected, selected.contains(hits.ids[place]) { cell.isSelected = true }
      lanes[row].cells[column] = cell
      if lengths[place] > 0, !showsSteps { hold(row, from: column, to: frames[place] + lengths[place]) }
    }
  }
}
