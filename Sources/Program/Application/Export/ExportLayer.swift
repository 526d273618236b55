import AudioBase
import Dubbing
import MixEngine
import Player
import Studio
import SystemBase

/// The form for the export of a take, and the progress of an export that runs.
package final class ExportLayer: ScreenLayer {
  package unowned let application: Application
  package let exports: ExportController

  init(_ application: Application, _ exports: ExportController) {
    (self.application, self.exports) = (application, exports)
  }

  package var field: TextField? { exports.isRunning ? nil : exports.form.map { TextField($0.text) } }

  /// A path may be longer than what is typed elsewhere.
  package var longestText: Int { 4_000 }

  package func type(_ text: String) { exports.form?.type(text) }

  package func move(_ movement: Movement) {
    guard let form = exports.form else { return }
    let last = ExportForm.Field.allCases.count - 1
    exports.form?.move(to: movement.row(from: form.selectedRow, last: last, page: last + 1))
  }

  package func complete() { move(.down) }

  /// Starts the export, unless a text is not valid.
  package func accept() -> Application.Response {
    // The player knows the gain that it applies to the current track.
    let (model, take) = (application.model, application.takes?.list.shown)
    let gain = take?.track?.path == model.nowPlaying?.path ? model.nowPlaying?.gain : nil
    let signature = application.takes?.tempo.metronome.signature ?? .common
    _ = exports.start(levels: levels, gain: gain, signature: signature)
    return .done
  }

  /// The levels that are heard now, without the volume.
  private var levels: TakeExport.Levels {
    let model = application.model
    return TakeExport.Levels(
      music: model.levels.mix.music(balance: model.levels.balance),
      pads: model.levels.mix.pads(balance: model.levels.balance),
      gainChoice: model.gainChoice, mixer: application.mixer?.owner.snapshot ?? MixGraph())
  }

  /// Performs a command. While an export is running, `cancel` ends it; another command closes only the form.
  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    guard command == .program(.cancel) else { return nil }
    if exports.isRunning { exports.cancel() } else { close() }
    return .done
  }

  /// Closes the form; an export that is running continues.
  package func wasClosed() { exports.close() }
}

extension Application {
  func connectExports() {
    exports.onMessage = { [weak self] in self?.report(.export($0)) }
    exports.onForm = { [weak self] in self?.exportChanged() }
  }

  /// Opens the form for the current take, or the progress of the export that is running.
  func openExport() {
    let take = takes?.list.shown
    if !exports.isRunning, !(take?.hitCount ?? 0 > 0 || take?.hasAudio == true) {
      return report(.export(.noTake))
    }
    closeLayers()
    if !exports.isRunning, let take { exports.open(take) }
    open(ExportLayer(self, exports))
  }

  /// Shows the progress, or closes the form when the export has ended.
  private func exportChanged() {
    if exports.form == nil { layer(ExportLayer.self)?.close() }
    changes.send(.state)
  }
}
