import Dubbing

extension Application {
  func calibrate(_ input: InputController, _ takes: TakeController) -> Outcome {
    if takes.recording.isActive { return .notice(.input(.calibrationWhileRecording)) }
    if model.playbackState == .playing { model.pause() }
    input.calibrate()
    return .done
  }

  // MARK: Takes and layers

  /// Whether there is a take or a layer to rename.
  package func mayRename(_ target: TakeTarget) -> Bool {
    target.isCurrent ? takes?.list.current != nil : target.row != nil
  }

  package func name(of target: TakeTarget) -> String? {
    switch target.row {
    case .layer(let layer, _, _)?: layer.settings.name
    case .take(let take, _)?: take.name
    case nil: takes?.list.current?.name
    }
  }

  /// Returns the number of the layer that a command changes; nil if there is none.
  private func layerID(of target: TakeTarget) -> Int? {
    if case .layer(let layer, _, _)? = target.row { return layer.id }
    return target.isCurrent ? takes?.list.current?.layers.last?.id : nil
  }

  /// Returns the layer that a command changes; nil if there is none.
  package func layer(of target: TakeTarget) -> Layer? {
    guard let id = layerID(of: target) else { return nil }
    return (target.row?.entry).flatMap { takes?.list.take($0) }?.layer(id) ?? takes?.list.current?.layer(id)
  }

  package func change(_ target: TakeTarget, _ change: (inout Layer.Settings) -> Void) {
    guard let id = layerID(of: target) else { return }
    takes?.list.edit(target.row?.entry) { $0.change(id, change) }
  }

  package func soloLayer(of target: TakeTarget) -> Outcome {
    change(target) { $0.isSolo.toggle() }
    return layer(of: target).map { .soloed($0.settings.name, $0.settings.isSolo) } ?? .refused(.noLayer)
  }

  /// Moves the recorded sound of a layer against the music.
  package func moveLayer(of target: TakeTarget, by seconds: Double) -> Outcome {
    guard let layer = layer(of: target) else { return .refused(.noLayer) }
    guard let audio = layer.audio else {
      return .notice(.take(.sound(.layerHasNoSound(layer.settings.name))))
    }
    let frames = Int((seconds * Double(audio.sampleRate.hertz)).rounded())
    change(target) { $0.offset = frames }
    return .notice(.take(.sound(.layerMoved(layer.settings.name, seconds: seconds))))
  }

  package func duplicateLayer(of target: TakeTarget) -> Outcome {
    // A copy would get the number of the layer that is recorded next.
    if takes?.recording.isActive == true { return .refused(.notWhileRecording) }
    guard let takes, let id = layerID(of: target) else { return .refused(.noLayer) }
    takes.list.edit(target.row?.entry) { $0.duplicateLayer(id) }
    guard let take = takes.list.current else { return .done }
    return .shown(.take(.duplicated(take: take.name, layers: take.layers.count)))
  }

  /// Gives a layer or a take a name that was typed.
  package func rename(_ target: TakeTarget, to name: String) -> Outcome {
    let name = String(name.prefix(60))
    guard let takes, !name.isEmpty else { return .done }
    if case .layer(let layer, let entry, _)? = target.row {
      takes.list.edit(entry) { $0.change(layer.id) { $0.name = name } }
    } else if mayRename(target) {
      takes.list.edit(target.row?.entry) { $0.rename(to: name) }
    } else {
      return .notice(.take(.nothingToRename))
    }
    return .done
  }

  // MARK: Hits

  /// Moves hits to the steps of a grid.
  ///
  /// - Parameter selected: the hits; if it is empty, all of the take.
  package func quantise(_ quantise: Quantise, _ selected: HitSelection = HitSelection()) -> Outcome {
    let assumed = takes.flatMap { $0.tempo.isAssumed ? $0.tempo.bpm : nil }
    return change(selected, { $0.edits(quantising: $1, quantise, on: $2) }) {
      .quantised($0, of: $1, assumedTempo: assumed)
    }
  }

  package func humanise(_ humanise: Humanise, _ selected: HitSelection = HitSelection()) -> Outcome {
    change(selected, { $0.edits(humanising: $1, humanise, on: $2) }) { count, _ in .humanised(count) }
  }

  private func change(
    _ selected: HitSelection, _ edits: (Take, HitSelection, BeatGrid) -> [HitEdit],
    _ notice: (Int, Int) -> TakeNotice
  ) -> Outcome {
    guard let takes, let entry = takes.list.shownEntry, let take = takes.list.shown, take.hitCount > 0 else {
      return .notice(.take(.noHits))
    }
    let edits = edits(take, selected.isEmpty ? .everything : selected, takes.tempo.grid)
    takes.list.edit(entry) { $0.replaceHits(edits) }
    let count = selected.isEmpty ? take.hitCount : selected.count
    return .notice(.take(notice(edits.reduce(0) { $0 + $1.insertedCount }, count)))
  }
}

package enum TakeTarget {
  /// The current take, and its last layer.
  case current
  /// A row of the list of takes; nil if none is selected.
  case row(TakeList.Row?)

  package var row: TakeList.Row? { if case .row(let row) = self { row } else { nil } }

  fileprivate var isCurrent: Bool { if case .current = self { true } else { false } }
}
