import SystemBase

/// Asks for the tempo of the metronome.
package final class TempoPrompt: PromptLayer {
  override func apply(_ text: String) { if !text.isEmpty { application.takes?.tempo.setTempo(typed: text) } }
}

/// Asks for the time signature of the metronome.
package final class TimeSignaturePrompt: PromptLayer {
  override func apply(_ text: String) {
    if !text.isEmpty { application.takes?.tempo.setTimeSignature(typed: text) }
  }
}

/// Asks for the name of the selected take or layer.
package final class TakeNamePrompt: PromptLayer {
  override func apply(_ text: String) { application.nameSelectedTake(text) }
}

/// Asks for another folder for takes that could not be saved in their own.
package final class TakeFolderPrompt: FolderPrompt {
  override func apply(_ text: String) {
    if !text.isEmpty { application.takes?.list.saveElsewhere(application.program.folder(typed: text)) }
  }
}
