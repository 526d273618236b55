import Application
import SystemBase

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
