import Application
import Studio
import TerminalKit

/// The path of the sound of a strip: its bus, what it passes, where it goes, and its sends.
struct SignalChain: Hashable, Sendable {
  struct Stage: Hashable, Sendable {
    var name: String
    /// Whether it is an effect that is not heard.
    var isOff = false
    /// Whether its row is the chosen one.
    var isChosen = false
  }

  var source: String
  /// The effects, then the fader.
  var stages: [Stage]
  var destination: String
  /// The returns behind the fader, with their levels.
  var sends: [String]

  /// The path in one line: `pad 3 → transient → (filter) → fader 0 dB → pads · send return 1 −12 dB`.
  var line: String {
    let path = [source] + stages.map { $0.isOff ? "(\($0.name))" : $0.name } + [destination]
    return ([path.joined(separator: " → ")] + sends.map { "send \($0)" }).joined(separator: " · ")
  }
}

extension SignalChain {
  /// - Parameter row: the chosen row; nil if the strip is not the chosen one.
  init(
    _ bus: MixGraph.Bus, _ strip: MixGraph.Strip, name: String, fader: String, row: MixerController.Row?,
    isHeard: (MixGraph.Insert) -> Bool = \.isHeard
  ) {
    source = strip.source.map { MixerText.name($0, isHeard: isHeard($0)) } ?? name
    stages = strip.inserts.map {
      Stage(name: MixerText.title($0), isOff: !isHeard($0), isChosen: row == .insert($0.id))
    }
    stages.append(Stage(name: "fader \(fader)", isChosen: row == .fader))
    destination = SignalChain.destination(of: bus)
    sends = strip.sends.map { "\(MixGraph.Bus.returns($0.target).name) \(MixerText.level($0.gain))" }
  }

  private static func destination(of bus: MixGraph.Bus) -> String {
    switch bus {
    case .pad: MixGraph.Bus.pads.name
    case .pads, .instrument, .music, .click, .input, .returns: MixGraph.Bus.master.name
    case .master: "output"
    }
  }
}

/// Draws the chain as boxes with lines between them in three rows, or as one line where they do not fit.
///
///             ┌────────┐           ┌────────────┐
///     pad 3 ─▸┤ filter ├▸─(delay)─▸┤ fader 0 dB ├─▸ pads
///             └────────┘           └──────────┬─▸ return 1 −12 dB
struct ChainPicture: Widget {
  /// The rows that boxes need.
  static let height = 3

  let chain: SignalChain
  let theme: Theme

  /// The columns of the picture without its sends.
  private var width: Int {
    let boxes = chain.stages.map { CharacterWidth.columns(of: $0.name) + 4 }.reduce(0, +)
    return CharacterWidth.columns(of: chain.source) + 3 + boxes + chain.stages.count - 1 + 3
      + CharacterWidth.columns(of: chain.destination)
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.height >= ChainPicture.height, area.width >= width else {
      surface.write(chain.line, in: area.row(area.height - 1), theme[.faint])
      return
    }
    var x = area.x
    func write(_ text: String, row: Int = 1, slot: Theme.Slot = .plain) {
      surface.write(text, at: Point(x, area.y + row), theme[slot], in: area)
    }
    write(chain.source, slot: .heading)
    x += CharacterWidth.columns(of: chain.source)
    write(" ─▸")
    x += 3
    for (index, stage) in chain.stages.enumerated() {
      draw(stage, on: &surface, at: x, in: area)
      x += CharacterWidth.columns(of: stage.name) + 4
      if index < chain.stages.count - 1 {
        write("▸")
        x += 1
      }
    }
    let fader = x - 3
    write("─▸ ")
    x += 3
    write(chain.destination, slot: .heading)
    if !chain.sends.isEmpty {
      x = fader
      write("┬─▸ \(chain.sends.joined(separator: ", "))", row: 2)
    }
  }

  /// Draws a box; for an effect that is not heard, its name in brackets on the line.
  private func draw(_ stage: SignalChain.Stage, on surface: inout Surface, at x: Int, in area: Rect) {
    let width = CharacterWidth.columns(of: stage.name)
    let middle = Point(x, area.y + 1)
    surface.write(stage.isOff ? "─(\(stage.name))─" : "┤ \(stage.name) ├", at: middle, theme[.rule], in: area)
    let style = theme[stage.isChosen ? .selectedRow : stage.isOff ? .faint : .plain]
    surface.write(stage.name, at: Point(x + 2, middle.y), style, in: area)
    if stage.isOff { return }
    let line = String(repeating: "─", count: width + 2)
    surface.write("┌\(line)┐", at: Point(x, area.y), theme[.rule], in: area)
    surface.write("└\(line)┘", at: Point(x, area.y + 2), theme[.rule], in: area)
  }
}
