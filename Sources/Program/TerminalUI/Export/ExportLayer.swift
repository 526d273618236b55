import Application
import Controls
import Dubbing
import Player
import Studio
import SystemBase
import TakeExchange

/// The form for the export of a take, and the progress of an export that runs.
package final class ExportLayer: ScreenLayer {
  private var exports: ExportController { application.exports }

  /// The form, which the session keeps until the export has ended.
  var form: ExportForm? {
    get { session.state.exportForm }
    set { session.state.exportForm = newValue }
  }

  /// Whether the next typed character replaces the text of the row: nothing was typed since the row was chosen.
  private var isSelected = true

  package override var field: TextField? {
    exports.isRunning ? nil : form.map { TextField($0.text, isSelected: isSelected) }
  }

  package override var isOver: Bool { form.map { $0.isStarted && !exports.isRunning } ?? true }

  /// A path may be longer than what is typed elsewhere.
  package override var longestText: Int { 4_000 }

  package override func type(_ text: String) {
    isSelected = false
    form?.type(text)
  }

  package override func move(_ movement: Movement) {
    guard let row = form?.selectedRow else { return }
    let last = ExportForm.Field.allCases.count - 1
    isSelected = true
    form?.move(to: movement.row(from: row, last: last, page: last + 1))
  }

  package override func complete() { move(.down) }

  /// Starts the export, unless a text is not valid.
  package override func accept() -> Application.Response {
    guard !exports.isRunning, var options = form?.options(), let take = form?.take else { return .done }
    options.signature = application.takes?.tempo.metronome.signature ?? .common
    form?.isStarted = true
    // The player knows the gain that it applies to the current track, and changes of the song that are not stored yet.
    let song = application.takes?.songs.song(of: take)
    options.parts = .ofSong(song)
    exports.start(
      take, options, levels: levels, gain: song == nil ? nil : application.model.nowPlaying?.gain)
    return .done
  }

  /// The levels that are heard now, without the volume.
  private var levels: TakeExport.Levels {
    let model = application.model
    var levels = TakeExport.Levels(
      music: model.levels.mix.music(balance: model.levels.balance),
      pads: model.levels.mix.pads(balance: model.levels.balance),
      gainChoice: model.gainChoice, mixer: application.mixer?.owner.snapshot ?? MixGraph())
    if let meters = application.mixer?.meters { levels.limiter = meters.limiter }
    return levels
  }

  /// Performs a command. While an export is running, `cancel` ends it; another command closes only the form.
  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .program(.cancel) else { return nil }
    if exports.isRunning { exports.cancel() } else { close() }
    return .done
  }

  /// Closes the form; an export that is running continues.
  package override func wasClosed() { if !exports.isRunning { form = nil } }

  package override var name: String { "export" }

  override var keyHints: [KeyHint.Group] { [([.program(.cancel)], "cancel")] }

  package override func hints(_ keys: KeyMap) -> [KeyHint] {
    field == nil ? super.hints(keys) : [.enter("export"), .leave(), .choose]
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    form.map { FormContent($0, progress: exports.progress) }
  }

  package override var rowHasField: Bool { true }

  /// The selected row, such as `1 of 5: Format: wav`.
  package override var selectedRow: (list: String, row: String)? {
    guard let form else { return nil }
    let content = FormContent(form)
    if exports.isRunning {
      let key = application.keys.names(of: .program(.cancel)).first.map(CommandText.label) ?? ":cancel"
      return (content.heading, "exporting; \(key) ends it")
    }
    let row = content.rows[form.selectedRow]
    let place = "\(form.selectedRow + 1) of \(content.rows.count)"
    let text =
      (row.text.isEmpty ? "empty" : row.text) + (row.kind == .invalid ? " is not valid" : "")
      + (field?.isSelected == true ? ", selected" : "")
    return (content.heading, "\(place): \(row.name): \(text); \(ExportText.words(form.selection).expected)")
  }
}
