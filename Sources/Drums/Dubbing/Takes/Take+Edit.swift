extension Take {
  // MARK: Edits, each of which can be undone

  /// Adds a layer at the end. Returns its id.
  @discardableResult
  package mutating func addLayer(
    name: String? = nil, hits: HitColumns = HitColumns(), id: Int? = nil, audio: AudioClip? = nil
  ) -> Int {
    let id = id ?? nextLayerID
    history.shelf[id] = Layer(
      id: id, settings: Layer.Settings(name: name ?? "layer \(id)"), hits: hits, audio: audio)
    perform(.insert(layer: id, at: layers.count))
    return id
  }

  /// Adds the same hits, or the same sound, and the same lanes once more.
  @discardableResult
  package mutating func duplicateLayer(_ id: Int) -> Int? {
    guard let index = layers.firstIndex(where: { $0.id == id }) else { return nil }
    let copy = nextLayerID
    var settings = layers[index].settings
    settings.name += " again"
    history.shelf[copy] = Layer(
      id: copy, settings: settings, hits: layers[index].hits, audio: layers[index].audio)
    history.lanes.add(lanes.filter { $0.id.layer == id }.map { $0.copy(layer: copy) })
    perform(.insert(layer: copy, at: index + 1))
    return copy
  }

  package mutating func deleteLayer(_ id: Int) {
    guard let index = layers.firstIndex(where: { $0.id == id }) else { return }
    perform(.remove(layer: id, at: index))
  }

  package mutating func change(_ id: Int, _ body: (inout Layer.Settings) -> Void) {
    guard let layer = layer(id) else { return }
    var settings = layer.settings
    body(&settings)
    settings.gain = settings.gain.clamped(to: Layer.gains)
    if settings != layer.settings { perform(.change(layer: id, from: layer.settings, to: settings)) }
  }

  package mutating func rename(to name: String) {
    if name != self.name { perform(.rename(from: self.name, to: name)) }
  }

  /// Replaces the mixer with its levels.
  package mutating func setMixer(_ mixer: TakeMixer) {
    if mixer != ownMixer { perform(.mixer(from: ownMixer, to: mixer)) }
  }

  /// Replaces hits as one edit. Parts that change nothing are left out.
  package mutating func replaceHits(_ edits: [HitEdit]) {
    let edits = edits.filter { !$0.isEmpty }
    if !edits.isEmpty { perform(.hits(edits)) }
  }

  /// Changes the patterns of layers as one edit.
  package mutating func changePatterns(ofLayers ids: [Int], _ change: (Layer) -> [HitPattern]) {
    let steps = ids.compactMap(layer).compactMap { $0.edit(settingPatterns: change($0)) }
    if let first = steps.first { perform(steps.count == 1 ? first : .steps(steps)) }
  }

  /// Turns the hits that patterns add, which are `copies`, into hits of the layers that have not changed since, as one edit.
  /// Returns whether the take has changed.
  @discardableResult
  package mutating func turnPatternsIntoHits(_ copies: [(layer: Layer, hits: HitColumns)]) -> Bool {
    let steps = copies.filter { layer($0.layer.id) == $0.layer }.flatMap { layer, hits -> [TakeEdit] in
      guard let edit = layer.edit(settingPatterns: []) else { return [] }
      let lanes = lanes.filter { $0.id.layer == layer.id }.compactMap { LaneEdit(from: $0, to: played($0)) }
      return [edit, .hits([layer.hits.edit(adding: hits, layer: layer.id)])]
        + (lanes.isEmpty ? [] : [.lanes(lanes)])
    }
    if !steps.isEmpty { perform(.steps(steps)) }
    return !steps.isEmpty
  }

  // MARK: Undo and redo

  /// Undoes the latest edit. Returns the edit that was undone; nil if there is none.
  @discardableResult
  package mutating func undo() -> TakeEdit? {
    guard let edit = history.edits.next(.undo) else { return nil }
    carryOut(edit.inverse)
    history.edits.turn(.undo, into: edit)
    return edit
  }

  @discardableResult
  package mutating func redo() -> TakeEdit? {
    guard let edit = history.edits.next(.redo) else { return nil }
    carryOut(edit)
    history.edits.turn(.redo, into: edit)
    return edit
  }

  mutating func perform(_ edit: TakeEdit) {
    carryOut(edit)
    if history.edits.record(edit).isEmpty { return }
    // Layers that only a redo could restore are dropped.
    let wanted = Set(history.edits.undoSteps.compactMap(\.layer))
    history.shelf = history.shelf.filter { wanted.contains($0.key) }
    history.lanes = history.lanes.filter { $0.id.layer.map { history.shelf[$0] != nil } ?? false }
  }

  private mutating func carryOut(_ edit: TakeEdit) {
    switch edit {
    case .insert(let id, let index):
      guard let layer = history.shelf.removeValue(forKey: id) else { return }
      layers.insert(layer, at: min(max(index, 0), layers.count))
      lanes.add(history.lanes.remove(ofLayer: id))
    case .remove(let id, _):
      guard let index = layers.firstIndex(where: { $0.id == id }) else { return }
      history.shelf[id] = layers.remove(at: index)
      history.lanes.add(lanes.remove(ofLayer: id))
    case .change(let id, _, let settings):
      guard let index = layers.firstIndex(where: { $0.id == id }) else { return }
      layers[index].settings = settings
    case .rename(_, let name): self.name = name
    case .mixer(_, let mixer): ownMixer = mixer
    case .hits(let edits):
      for edit in edits { changeLayer(edit.layer) { $0.hits.apply(edit) } }
    case .lanes(let edits): for edit in edits { changeLane(edit.id) { $0.apply(edit) } }
    case .steps(let steps): for step in steps { carryOut(step) }
    }
  }

  private mutating func changeLayer(_ id: Int, _ change: (inout Layer) -> Void) {
    if let index = layers.firstIndex(where: { $0.id == id }) {
      change(&layers[index])
    } else if let index = history.shelf.index(forKey: id) {
      change(&history.shelf.values[index])
    }
  }

  // MARK: Recording

  package mutating func record(_ output: TakeRecorder.Output) {
    switch output {
    case .layer(let id, let name): addLayer(name: name, id: id)
    case .hit(let hit, let id, let layer): record(hit, id: id, in: layer)
    case .length(let length, let hit, let layer): record(length: length, ofHit: hit, in: layer)
    case .lanePoint(let id, let point): record(point, in: id)
    case .audio(let clip, let layer, let name): addLayer(name: name, id: layer, audio: clip)
    case .audioGrew(let clip, let layer): record(audioFrames: clip.frames, in: layer)
    case .origin, .ended: break
    }
  }

  /// Makes the last layer of a recording that has ended the latest edit if it has lanes and nothing was edited since it began:
  /// it is undone before the changes of the mixer that are in its lanes.
  ///
  /// - Parameter layer: the first layer of the recording.
  package mutating func endRecording(from layer: Int) {
    guard case .insert(let id, _)? = history.edits.next(.undo), id >= layer,
      lanes.contains(where: { $0.id.layer == id })
    else { return }
    history.edits.renew()
  }

  /// Adds a hit to a layer, in the take or on the shelf. Numbers of recorded hits ascend.
  package mutating func record(_ hit: TakeHit, id number: Int, in id: Int) {
    changeLayer(id) { $0.hits.append(hit, id: number) }
  }

  /// Records how much of the sound of a layer is in its file.
  package mutating func record(audioFrames: Int, in id: Int) {
    changeLayer(id) { $0.audio?.frames = audioFrames }
  }

  /// Records how long the pad of a hit was held, also in edits that have replaced the hit.
  package mutating func record(length: Int, ofHit hit: Int, in id: Int) {
    changeLayer(id) { $0.hits.setLength(length, of: hit) }
    history.setLength(length, ofHit: hit, in: id)
  }

  /// Returns the hits of a layer as they were recorded, without the edits since; nil without such a layer.
  func recordedHits(ofLayer id: Int) -> HitColumns? {
    guard var hits = (layer(id) ?? history.shelf[id])?.hits else { return nil }
    let edits = history.edits.undoSteps.reversed().flatMap { $0.hitEdits.reversed() }
    for edit in edits where edit.layer == id { hits.apply(edit.inverse) }
    return hits
  }
}

extension Layer {
  /// Returns the edit that replaces the patterns; nil if it would change nothing.
  fileprivate func edit(settingPatterns patterns: [HitPattern]) -> TakeEdit? {
    var settings = settings
    settings.patterns = patterns
    return settings == self.settings ? nil : .change(layer: id, from: self.settings, to: settings)
  }
}
