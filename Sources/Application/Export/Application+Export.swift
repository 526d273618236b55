import AudioBase
import Dubbing
import MixEngine
import Player

/// Exporting the current take.
extension Application {
  func connectExports() {
    exports?.onMessage = { [weak self] in self?.report(.export($0)) }
    exports?.onForm = { [weak self] in self?.showExport() }
  }

  /// Opens the form for the current take, or the progress of the export that is running.
  func openExport() {
    guard let exports else { return }
    if !exports.isRunning {
      guard let take = takes?.shown, take.hitCount > 0 || take.hasAudio else {
        return report(.export(.noTake))
      }
      exports.open(take)
    }
    open(.export)
    if !exports.isRunning { openPrompt(.export, text: exports.form?.text ?? "") }
  }

  /// Replaces the text of the selected field.
  func typeExport(_ text: String) {
    exports?.form?.type(text)
    state.prompt?.text = exports?.form?.text ?? ""
  }

  func moveInExport(_ movement: Movement) {
    guard let form = exports?.form else { return }
    let last = ExportForm.Field.allCases.count - 1
    exports?.form?.move(to: movement.row(from: form.selectedRow, last: last, page: last + 1))
    state.prompt?.text = exports?.form?.text ?? ""
  }

  /// Starts the export, unless a text is not valid.
  func acceptExport() -> Response {
    guard let exports else { return .done }
    // The player knows the gain that it applies to the current track.
    let isPlayed = takes?.shown?.track?.path == model.nowPlaying?.path
    let gain = isPlayed ? model.nowPlaying?.gain : nil
    let signature = takes?.metronome.signature ?? .common
    guard exports.start(levels: exportLevels, gain: gain, signature: signature) else {
      state.prompt?.text = exports.form?.text ?? ""
      return .acceptText
    }
    state.prompt = nil
    return .done
  }

  /// The levels that are heard now, without the volume.
  private var exportLevels: TakeExport.Levels {
    TakeExport.Levels(
      music: model.levels.music(balance: model.balance), pads: model.levels.pads(balance: model.balance),
      gainChoice: model.gainChoice)
  }

  /// Closes the form; an export that is running goes on.
  func leaveExport() {
    if state.overlay == .export { state.overlay = nil }
    if state.prompt?.purpose == .export { state.prompt = nil }
    exports?.close()
  }

  /// Performs a command while an export is running: `cancel` ends it, another command closes only the form.
  func performInExport(_ command: Command) -> Response? {
    guard command == .program(.cancel) else {
      if !command.isBackground { exports?.close() }
      return nil
    }
    if exports?.isRunning == true { exports?.cancel() } else { leaveExport() }
    return .done
  }

  /// Shows the progress, or closes the form when the export has ended.
  private func showExport() {
    if state.overlay == .export, exports?.form == nil { leaveExport() }
    changes.send(.state)
  }
}
