import Application
import Controls
import KitEditing
import Percussion

/// Asks for the pad with which the edited one swaps its keys: by its number, or by the key that strikes it.
package final class PadSwapPrompt: PromptLayer {
  package override var name: String { "swap with pad" }
  override var enterText: String { "swap" }

  override func apply(_ text: String) {
    if !text.isEmpty { session.layer(PadFormLayer.self)?.swap(with: text) }
  }
}

extension PadFormLayer {
  /// Swaps the keys of the edited pad with those of another one, by its number or its key.
  fileprivate func swap(with text: String) {
    guard let number = application.kits.editor?.number else { return }
    guard let other = Int(text) ?? pad(onKey: text), Kit.padNumbers.contains(other), other != number else {
      application.report(.kit(.places(.notAnother(text))))
      return
    }
    application.report(application.swapPads(.pads(number, other)))
  }

  /// Returns the number of the pad of the chosen bank that a key strikes; nil if the key strikes none.
  private func pad(onKey name: String) -> Int? {
    application.state.bank.pads.first { pad in
      let key = application.state.bank.key(ofPad: pad)
      return application.keys.names(of: .pad(key, .plain)).contains { CommandText.label($0) == name }
    }
  }
}
