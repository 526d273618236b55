import Application
import AudioBase
import Controls
import Dubbing
import MixEngine
import Player
import Studio
import SystemBase
import TerminalKit

/// The form for the export of a take, and the progress of an export that runs.
package final class ExportLayer: ScreenLayer {
  package unowned let session: ScreenSession
  package let exports: ExportController

  init(_ session: ScreenSession, _ exports: ExportController) {
    (self.session, self.exports) = (session, exports)
  }

  package var field: TextField? { exports.isRunning ? nil : exports.form.map { TextField($0.text) } }

  package var isOver: Bool { exports.form == nil }

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
  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .program(.cancel) else { return nil }
    if exports.isRunning { exports.cancel() } else { close() }
    return .done
  }

  /// Closes the form; an export that is running continues.
  package func wasClosed() { exports.close() }

  package var name: String { "export" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    field == nil
      ? KeyHint.hints([([.program(.cancel)], "cancel")], keys) : [.enter("export"), .leave(), .choose]
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    exports.form.map { TagFormContent($0) }
  }

  package var rowHasField: Bool { true }

  /// The selected row, such as `1 of 5: Format: wav`.
  package var selectedRow: (list: String, row: String)? {
    guard let form = exports.form else { return nil }
    let content = TagFormContent(form)
    if exports.isRunning {
      let key = application.keys.names(of: .program(.cancel)).first.map(CommandText.label) ?? ":cancel"
      return (content.heading, "exporting; \(key) ends it")
    }
    let row = content.rows[form.selectedRow]
    let place = "\(form.selectedRow + 1) of \(content.rows.count)"
    let text = (row.text.isEmpty ? "empty" : row.text) + (row.kind == .invalid ? " is not valid" : "")
    return (content.heading, "\(place): \(row.name): \(text); \(ExportText.expected(form.selection))")
  }
}
