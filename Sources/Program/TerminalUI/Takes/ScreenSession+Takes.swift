import Application
import Dubbing
import SystemBase

/// Takes: the target of commands, and what commands open.
extension ScreenSession {
  /// The take or layer that commands act on: the selected row of the open list, or else the current take.
  package var takeTarget: TakeTarget {
    layer(TakeListLayer.self).map { .row($0.selectedTakeRow) } ?? .current
  }

  /// The layer that commands change; nil if there is none.
  package var layerToChange: Layer? { application.layer(of: takeTarget) }

  func perform(_ command: Command.Take, _ takes: TakeController, at time: HostTime?) -> Outcome {
    switch command {
    case .tempo: open(TempoPrompt(self))
    case .timeSignature: open(TimeSignaturePrompt(self))
    case .list: open(TakeListLayer(self, takes))
    case .rename:
      let target = takeTarget
      guard application.mayRename(target) else {
        return .refused(layer(TakeListLayer.self) == nil ? .noLayer : .noRow)
      }
      open(TakeNamePrompt(self, text: application.name(of: target) ?? ""))
    case .solo: return application.soloLayer(of: takeTarget)
    case .duplicate: return application.duplicateLayer(of: takeTarget)
    case .export: return openExport()
    case .practice: open(PracticeLayer(self, takes))
    case .timeline: open(TimelineLayer(self, takes))
    case .record, .playback, .metronome, .tap, .new, .input, .calibrateInput, .monitorInput:
      return application.perform(command, takes, at: time)
    }
    return .row
  }

  /// Opens the form for the current take, or the progress of the export that is running.
  private func openExport() -> Outcome {
    let exports = application.exports
    let take = takes?.list.shown
    if !exports.isRunning, !(take?.hitCount ?? 0 > 0 || take?.hasAudio == true) {
      return .notice(.export(.noTake))
    }
    closeLayers()
    if !exports.isRunning { state.exportForm = take.map { ExportForm($0, in: exports.folder) } }
    open(ExportLayer(self))
    return .row
  }
}

/// Asks for the tempo of the metronome.
package final class TempoPrompt: PromptLayer {
  package override var name: String { "tempo in BPM" }
  package override var fieldValue: String? { session.presentValue("tempo") }
  override func apply(_ text: String) { if !text.isEmpty { application.takes?.tempo.setTempo(typed: text) } }
}

/// Asks for the time signature of the metronome.
package final class TimeSignaturePrompt: PromptLayer {
  package override var name: String { "time signature" }
  package override var fieldValue: String? { session.presentValue("time-signature") }

  override func apply(_ text: String) {
    if !text.isEmpty { application.takes?.tempo.setTimeSignature(typed: text) }
  }
}

/// Asks for the name of the selected take or layer.
package final class TakeNamePrompt: PromptLayer {
  package override var name: String {
    if case .layer? = session.takeTarget.row { "layer name" } else { "take name" }
  }
  override var enterText: String { "rename" }
  override func apply(_ text: String) {
    application.report(application.rename(session.takeTarget, to: text))
  }
}

/// Asks for another folder for takes that could not be saved in their own.
package final class TakeFolderPrompt: FolderPrompt {
  package override var name: String { "folder for the take" }
  override var enterText: String { "save" }

  override func apply(_ text: String) {
    if !text.isEmpty { application.takes?.list.saveElsewhere(application.program.folder(typed: text)) }
  }
}
