import AudioBase
import Dubbing
import Player
import SystemBase

/// Recording, playing and editing takes.
extension Application {
  func calibrateInput(_ takes: TakeController) {
    if takes.recording.isActive { return report(.input(.calibrationWhileRecording)) }
    if model.playbackState == .playing { model.pause() }
    input?.calibrate()
  }

  // MARK: The list

  /// The selected row of the list of takes; nil if the list is not open or no row is selected.
  private var selectedTakeRow: TakeList.Row? { layer(TakeListLayer.self)?.selectedRow }

  /// Whether there is a take or a layer to rename: not in the list of takes while no row is selected.
  var mayRenameTake: Bool {
    layer(TakeListLayer.self) == nil ? takes?.list.current != nil : selectedTakeRow != nil
  }

  /// Whether a layer is selected, which is named instead of a take.
  package var namesLayer: Bool { if case .layer? = selectedTakeRow { true } else { false } }

  /// The name of the selected layer or take; where none is selected, that of the current take.
  var selectedTakeName: String? {
    switch selectedTakeRow {
    case .layer(let layer, _, _)?: layer.settings.name
    case .take(let take, _)?: take.name
    case nil: takes?.list.current?.name
    }
  }

  /// Returns the selected layer; where none is selected, the last one.
  private func selectedLayer(_ takes: TakeController) -> Int? {
    if case .layer(let layer, _, _)? = selectedTakeRow { return layer.id }
    return layer(TakeListLayer.self) == nil ? takes.list.current?.layers.last?.id : nil
  }

  /// The layer that commands change; nil if there is none.
  package var layerToChange: Layer? {
    guard let takes, let id = selectedLayer(takes) else { return nil }
    return (selectedTakeRow?.entry).flatMap(takes.list.take)?.layer(id) ?? takes.list.current?.layer(id)
  }

  func changeLayer(_ takes: TakeController, _ change: (inout Layer.Settings) -> Void) {
    guard let id = selectedLayer(takes) else { return }
    takes.list.edit(selectedTakeRow?.entry) { $0.change(id, change) }
  }

  /// Moves the recorded sound of the selected layer, or of the last one, against the music.
  func moveLayer(by seconds: Double) {
    guard let takes, let layer = layerToChange else { return }
    guard let audio = layer.audio else { return report(.take(.sound(.layerHasNoSound(layer.settings.name)))) }
    let frames = Int((seconds * Double(audio.sampleRate.hertz)).rounded())
    changeLayer(takes) { $0.offset = frames }
    report(.take(.sound(.layerMoved(layer.settings.name, seconds: seconds))))
  }

  func duplicateLayer(_ takes: TakeController) {
    // A copy would get the number of the layer that is recorded next.
    guard let id = selectedLayer(takes), !takes.recording.isActive else { return }
    takes.list.edit(selectedTakeRow?.entry) { $0.duplicateLayer(id) }
  }

  /// Gives the selected layer, or the take, the name that was typed.
  func nameSelectedTake(_ name: String) {
    let name = String(name.prefix(60))
    guard let takes, !name.isEmpty else { return }
    if case .layer(let layer, let entry, _)? = selectedTakeRow {
      takes.list.edit(entry) { $0.change(layer.id) { $0.name = name } }
    } else if mayRenameTake {
      takes.list.edit(selectedTakeRow?.entry) { $0.rename(to: name) }
    } else {
      report(.take(.nothingToRename))
    }
  }
}
