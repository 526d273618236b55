import Application
import KitEditing
import Percussion

extension PadText {
  /// Returns all layers of the edited pad in their order, with the chosen one; nil if the pad has fewer than two.
  static func layers(of editor: PadEditor) -> FormContent.List? {
    let layers = editor.pad.layers
    guard layers.count > 1 else { return nil }
    let rows = layers.enumerated().map { index, layer in
      let range = "\(layer.velocities.lowerBound)–\(layer.velocities.upperBound)"
      let samples = ShownText.count(layer.samples.count, "sample", "samples")
      let part = name(ofPartOf: layer, of: editor.pad, editor) ?? ""
      return padded("\(index + 1)", to: 4) + padded(range, to: 9) + padded(samples, to: 11) + part
    }
    let chosen: Int? = if case .one(let index) = editor.chosenLayer { index } else { nil }
    return FormContent.List(heading: "  Layers and their velocities", rows: rows, selection: chosen)
  }

  private static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(columns - text.count, 1))
  }
}
