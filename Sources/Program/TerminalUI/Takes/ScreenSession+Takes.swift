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

  func perform(_ command: Command.Take, _ takes: TakeController, at time: HostTime?) {
    switch command {
    case .tempo: open(TempoPrompt(self))
    case .timeSignature: open(TimeSignaturePrompt(self))
    case .list: open(TakeListLayer(self, takes))
    case .rename:
      let target = takeTarget
      if application.mayRename(target) {
        open(TakeNamePrompt(self, text: application.name(of: target) ?? ""))
      }
    case .solo: application.change(takeTarget) { $0.isSolo.toggle() }
    case .duplicate: application.duplicateLayer(of: takeTarget)
    case .export: openExport()
    case .practice: application.practice.map { open(PracticeLayer(self, $0, takes)) }
    case .timeline: open(TimelineLayer(self, takes))
    case .record, .playback, .metronome, .tap, .new, .input, .calibrateInput, .monitorInput:
      application.perform(command, takes, at: time)
    }
  }

  /// Opens the form for the current take, or the progress of the export that is running.
  private func openExport() {
    let exports = application.exports
    let take = takes?.list.shown
    if !exports.isRunning, !(take?.hitCount ?? 0 > 0 || take?.hasAudio == true) {
      return report(.export(.noTake))
    }
    closeLayers()
    if !exports.isRunning, let take { exports.open(take) }
    open(ExportLayer(self, exports))
  }
}
