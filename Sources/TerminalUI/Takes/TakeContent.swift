/// The take at hand, as values.
package struct TakeContent: Hashable, Sendable {
  package enum Light: Hashable, Sendable { case off, armed, recording }

  package var name: String?
  package var layers = 0
  package var hits = 0
  package var light = Light.off
  package var isHeard = true
  /// The beats that are left before it is recorded; nil where none is counted.
  package var countIn: Int?
  package var waitsForHit = false
  /// Beats a minute, while the metronome is on.
  package var metronome: Double?
  /// What is repeated, and where is recorded, in words; nil where nothing and everywhere.
  package var loop: String?
  package var punch: String?
  /// The hardest hit of each stretch of the track, 0 for none; of any number of equal stretches.
  package var marks: [UInt8] = []

  package init() {}

  var lamp: String { light == .recording ? "●" : (light == .armed ? "○" : "") }

  /// Whether there is anything to be told.
  var isShown: Bool {
    name != nil || light != .off || metronome != nil || loop != nil || punch != nil || hits > 0
  }

  private var waiting: String {
    waitsForHit ? "begins with your first hit" : countIn.map { "count-in \($0)" } ?? "count-in"
  }

  /// `● take 2 · 3 layers · silent · metronome 120 · loop 0:12–0:20`
  var text: String {
    let parts = [
      name.map { lamp.isEmpty ? $0 : "\(lamp) \($0)" },
      name.map { _ in ShownText.count(layers, "layer", "layers") },
      light == .recording ? "recording" : (light == .armed ? waiting : nil),
      isHeard || name == nil ? nil : "silent", metronome.map { "metronome \(Int($0.rounded()))" },
      loop.map { "loop \($0)" }, punch.map { "punch \($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }
}

/// The list of takes, while it is open.
package struct TakeListContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var text: String
    package var note: String
    /// The take that plays, or a layer of it that sounds.
    package var isCurrent: Bool
    package var isLayer: Bool
    /// Names the rows below; not selected.
    package var isHeading = false

    static func heading(_ text: String) -> Row {
      Row(text: text, note: "", isCurrent: false, isLayer: false, isHeading: true)
    }
  }

  package var rows: [Row] = []
  package var selection = 0
  /// The keys that act here.
  package var hints = ""

  package init() {}
}
