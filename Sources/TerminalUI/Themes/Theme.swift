import Application
import TerminalKit

/// The looks of things, by what they are.
package struct Theme: Hashable, Sendable {
  /// What has a look of its own.
  package enum Slot: Int, CaseIterable, Sendable {
    case plain, faint, rule, brand, heading, title, artist
    case activeButton, idleButton, activeTab, idleTab
    case progressDone, progressKnob, progressRest
    case waveLow, waveMiddle, waveHigh, waveRest, waveCursor
    case meterLow, meterMiddle, meterHigh, meterRest
    /// Frames of the eight pads.
    case pad1, pad2, pad3, pad4, pad5, pad6, pad7, pad8
    /// The same, struck.
    case struck1, struck2, struck3, struck4, struck5, struck6, struck7, struck8
    case padKey, padName
    case currentRow, failedRow, selectedRow, markedRow, match
    case hintKey, hintText, info, warning, error, prompt, cursor

    /// The name as a theme's file writes it: `current-row`.
    package var name: String {
      String(describing: self).map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    }

    static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
  }

  private var styles: [Style]

  package subscript(slot: Slot) -> Style {
    get { styles[slot.rawValue] }
    set { styles[slot.rawValue] = newValue }
  }

  /// A theme that has one look for everything.
  init(all style: Style) { styles = Array(repeating: style, count: Slot.allCases.count) }

  func pad(_ index: Int) -> Style { styles[Slot.pad1.rawValue + index % 8] }
  func struckPad(_ index: Int) -> Style { styles[Slot.struck1.rawValue + index % 8] }

  package func message(_ severity: Severity) -> Style {
    switch severity {
    case .info: self[.info]
    case .warning: self[.warning]
    case .error: self[.error]
    }
  }

  package func playback(_ state: ScreenContent.Playback) -> Style {
    switch state {
    case .playing, .seekingForward, .seekingBackward: self[.progressDone]
    case .interrupted: self[.warning]
    case .paused, .stopped: self[.faint]
    }
  }
}

extension Theme {
  /// Bold, dim and reverse alone, in the terminal's own colours: where it has no others, and where no file is found.
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
