import Player
import TerminalKit

/// The styles of the parts of the screen.
package struct Theme: Hashable, Sendable {
  /// A part of the screen with a style of its own.
  package enum Slot: Int, CaseIterable, Sendable {
    case plain, faint, rule, brand, heading, title, artist
    case activeButton, idleButton, activeTab, idleTab
    case progressDone, progressKnob, progressRest
    case waveLow, waveMiddle, waveHigh, waveRest, waveCursor
    case meterLow, meterMiddle, meterHigh, meterRest
    /// The frames of the eight pads.
    case pad1, pad2, pad3, pad4, pad5, pad6, pad7, pad8
    /// The frames of the pads after a hit.
    case struck1, struck2, struck3, struck4, struck5, struck6, struck7, struck8
    case padKey, padName
    /// The names of the parts of a song.
    case partDrums, partBass, partVocals, partOther
    case currentRow, failedRow, selectedRow, markedRow, match
    case hintKey, hintText, info, warning, error, prompt, cursor

    /// The name in theme files: `current-row`.
    package var name: String { String(Slot.names[rawValue]) }

    /// The names in the order of the slots. To ask Swift for the names of cases takes a noticeable part of the program's start.
    private static let names = """
      plain faint rule brand heading title artist active-button idle-button active-tab idle-tab \
      progress-done progress-knob progress-rest wave-low wave-middle wave-high wave-rest wave-cursor \
      meter-low meter-middle meter-high meter-rest pad1 pad2 pad3 pad4 pad5 pad6 pad7 pad8 struck1 \
      struck2 struck3 struck4 struck5 struck6 struck7 struck8 pad-key pad-name part-drums part-bass \
      part-vocals part-other current-row failed-row selected-row marked-row match hint-key hint-text \
      info warning error prompt cursor
      """.split(separator: " ")

    static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// Creates the slot of the name of a part of a song: `drums 2` and `percussion` are drums, `lead vocals` are vocals, and
    /// `no bass` is another part.
    init(songPart name: String) {
      let words = Set(name.split(separator: " "))
      self =
        if words.contains("no") {
          .partOther
        } else if !words.isDisjoint(with: ["drums", "percussion"]) {
          .partDrums
        } else if words.contains("bass") {
          .partBass
        } else if words.contains("vocals") {
          .partVocals
        } else {
          .partOther
        }
    }
  }

  private var styles: [Style]
  /// Whether pads have the colours of the kit.
  package var showsKitColours = false
  /// The terminal's own ground to which the colours were fitted; `default` for none.
  private var ground = Colour.default

  package subscript(slot: Slot) -> Style {
    get { styles[slot.rawValue] }
    set { styles[slot.rawValue] = newValue }
  }

  init(all style: Style) { styles = Array(repeating: style, count: Slot.allCases.count) }

  /// - Parameter colour: the colour of the kit; used if the theme shows it.
  func pad(_ index: Int, _ colour: Colour? = nil) -> Style {
    let style = styles[Slot.pad1.rawValue + index % 8]
    guard showsKitColours, let colour else { return style }
    let isFitted = style.background == .default && ground != .default
    let shown =
      isFitted
      ? colour.readable(on: ground, beside: ground.contrasting)
      : colour.readable(on: style.background, beside: self[.plain].foreground)
    return Style(shown, on: style.background)
  }

  /// Makes the colours on the terminal's own ground as light or as dark as it needs.
  ///
  /// - Parameter colours: the number of colours of the terminal, more than 16.
  mutating func fit(_ ground: Colour, colours: Int) {
    self.ground = ground
    for index in styles.indices where styles[index].background == .default {
      styles[index].foreground = styles[index].foreground.standingOut(from: ground, colours: colours)
    }
  }

  func struckPad(_ index: Int, _ colour: Colour? = nil) -> Style {
    let style = styles[Slot.struck1.rawValue + index % 8]
    guard showsKitColours, let colour else { return style }
    let ground = pad(index, colour).foreground
    return Style(ground.contrasting, on: ground, style.attributes)
  }

  package func message(_ severity: Severity) -> Style {
    switch severity {
    case .info: self[.info]
    case .warning: self[.warning]
    case .error: self[.error]
    }
  }
}

extension Theme {
  /// Bold, dim and reverse in the terminal's default colours, for terminals without colours and missing theme files.
  package static let monochrome: Theme = {
    var theme = Theme(all: .plain)
    let bold: [Slot] = [
      .brand, .heading, .title, .progressDone, .progressKnob, .waveLow, .waveMiddle, .waveHigh, .meterLow,
      .meterMiddle, .padKey, .currentRow, .markedRow, .hintKey, .warning, .prompt,
    ]
    let dim: [Slot] = [
      .faint, .rule, .idleButton, .idleTab, .progressRest, .waveRest, .meterRest, .failedRow,
    ]
    let reverse: [Slot] = [
      .activeButton, .activeTab, .waveCursor, .meterHigh, .selectedRow, .error, .cursor, .struck1, .struck2,
      .struck3, .struck4, .struck5, .struck6, .struck7, .struck8,
    ]
    for slot in bold { theme[slot] = Style(.default, .bold) }
    for slot in dim { theme[slot] = Style(.default, .dim) }
    for slot in reverse { theme[slot] = Style(.default, .reverse) }
    theme[.match] = Style(.default, .underline)
    theme[.activeButton] = Style(.default, [.bold, .reverse])
    theme[.error] = Style(.default, [.bold, .reverse])
    return theme
  }()
}
