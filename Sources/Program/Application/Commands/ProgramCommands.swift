import SystemBase

extension Command {
  /// The panels, what is shown over them, and the program itself.
  package enum Program: CommandArea {
    case nextPanel, spectrum, lyrics, notices, undo, redo, chapters, devices, recordOutput, timeDisplay,
      settings, layout, lockPads, cancel, help, palette, defaultKeys, redraw, suspend, detach, quit,
      followLyrics, keepSetting

    package static var group: CommandGroup { .screen }

    package var row: CommandRow {
      switch self {
      case .nextPanel: row("next-panel", "queue or library", "tab", .needsOwnPlayer, group: .library)
      case .spectrum: row("spectrum", "spectrum or waveform", "v ¦ alt+v")
      case .lyrics: row("lyrics", "lyrics", "w ¦ alt+L", .needsOwnPlayer)
      case .notices: row("notices", "messages", "N ¦ alt+n")
      // Undoes the change that was made last, wherever it was made.
      case .undo: row("undo", "undo the last change", "u ¦ alt+u", .keepsLayers)
      case .redo: row("redo", "redo what was undone", "U ¦ alt+U", .keepsLayers)
      case .chapters: row("chapters", "chapters", "shift+f11 alt+$", .needsOwnPlayer, group: .play)
      case .devices: row("devices", "outputs and inputs", "alt+V shift+f8")
      // Records what is heard to a file, or ends the recording.
      case .recordOutput: row("record-output", "record the output", "R ¦ alt+R", group: .drum)
      case .timeDisplay: row("time-display", "elapsed, remaining time", "alt+q f12")
      case .settings: row("settings", "list the settings", "shift+f12 alt+*")
      case .layout: row("layout", "layout: both, drum, listen", "shift+f2 alt+`", group: .drum)
      // Makes keys act on pads alone, or frees them.
      case .lockPads: row("pads-only", "pads-only mode", "f2 ctrl+g", .whileLocked, group: .drum)
      // Closes what is open: the help, a prompt, a message.
      case .cancel: row("cancel", "close help or prompt", "escape")
      case .help: row("help", "this help", "? f1", .opensPrompt)
      case .palette: row("palette", "run a command by its name", ": ¦ ctrl+x", .opensPrompt)
      case .defaultKeys: row("default-keys", "restore the default keys", "", .asks)
      case .redraw: row("redraw", "redraw the screen", "ctrl+l", .keepsLayers)
      case .suspend: row("suspend", "suspend to the shell", "ctrl+z", .keepsLayers)
      case .detach: row("detach", "leave the terminal, play on", "ctrl+d", .keepsLayers)
      case .quit: row("quit", "quit", "q ctrl+c ¦ a Q ctrl+q")
      case .followLyrics:
        row(
          "follow-lyrics", "lyrics: follow music", "", .needsOwnPlayer, on: .lyrics,
          hint: "follow the music", like: .list(.activate))
      // Writes the selected setting to the configuration file.
      case .keepSetting:
        row("keep-setting", "keep the setting", on: .settings, hint: "keep", like: .queue(.save))
      }
    }
  }
}

extension Application {
  package func perform(_ command: Command.Program, from source: CommandSource) -> Outcome {
    switch command {
    case .recordOutput:
      guard let recording else { return .refused(.noRecording) }
      recording.toggle()
      return .done.awaits(.notice)
    case .undo: return turn(.undo)
    case .redo: return turn(.redo)
    case .cancel: dismissNotice()
    case .defaultKeys: ask(.defaultKeys)
    case .redraw: return .response(.redraw)
    case .suspend: return .response(.suspend)
    case .detach: return .response(.detach)
    case .quit: return mayQuit(from: source) ? .response(.quit) : .done
    // The screen shows the others.
    default: break
    }
    return .done
  }
}

/// A setting as it is listed.
package struct SettingLine: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// No value was given.
    case standard
    /// A line of the configuration file.
    case file(line: Int)
    /// The command line.
    case option
    /// The user, since the start.
    case session
  }

  package let name: String
  package let value: String
  package let source: Source

  package init(name: String, value: String, source: Source) {
    (self.name, self.value, self.source) = (name, value, source)
  }
}

// MARK: With an argument

/// The argument of the command `set`.
package enum SettingCommand: Hashable, Sendable {
  /// Changes a setting while the program runs.
  case set(name: String, value: String)
  /// Reports the value of a setting.
  case tell(name: String)
  /// Writes a setting to the configuration file, with the value of now if none is given.
  case keep(name: String, value: String?)

  /// Reads `NAME VALUE` or `NAME=VALUE`, or `NAME`, which reports the value. With `-s` in front, the value is also written to
  /// the configuration file; `-s NAME` writes the present value.
  init?(_ text: String) {
    if text.hasPrefix("-s ") {
      let rest = String(text.dropFirst(3)).trimmed
      if rest.isEmpty { return nil }
      self = .keep(name: rest, value: nil)
      if case .set(let name, let value)? = SettingCommand(rest) { self = .keep(name: name, value: value) }
    } else if let end = text.firstIndex(where: { $0 == " " || $0 == "=" }) {
      let value = String(text[text.index(after: end)...]).trimmed
      if value.isEmpty { return nil }
      self = .set(name: String(text[..<end]), value: value)
    } else {
      if text == "-s" { return nil }
      self = .tell(name: text)
    }
  }

  fileprivate var text: String {
    switch self {
    case .set(let name, let value): "\(name) \(value)"
    case .tell(let name): name
    case .keep(let name, let value): "-s \(name)\(value.map { " \($0)" } ?? "")"
    }
  }
}

extension Command.Request {
  package static let setting = Argument<SettingCommand>(
    "set", "NAME VALUE",
    "change a setting until the program ends, with -s also in the configuration file; NAME: its value",
    .screen, read: SettingCommand.init, text: \.text,
    plain: { command in
      guard case .set(let name, let value) = command else { return nil }
      return settings.first { $0.row.name == name }.map { .request($0(value)) }
    },
    withoutArgument: .program(.settings)
  ) { application, command, _ in
    switch command {
    case .set(let name, let value): application.program.set(name, value)
    case .tell(let name):
      let line = application.program.settings.first { $0.name == name }
      return .notice(.setting(line.map(SettingNotice.value) ?? .invalid(.unknownSetting(name))))
    case .keep(let name, let value): application.program.keep(name, value)
    }
    return .value.awaits(.notice)
  }

  /// The settings that are commands of their own.
  private static let settings = [
    setting("crossfade", "SECONDS", "set the overlap of consecutive tracks, 0 to 12 seconds"),
    setting("layout", "LAYOUT", "set the layout of the screen: both, drum or listen"),
    setting("panes", "PANES", "arrange the panes of the screen, as in library|queue,lyrics"),
    setting("theme", "NAME", "change the colours"),
    setting("output", "DEVICE", "change the audio output"),
    setting(
      "click-output", "DEVICE", "play the metronome on a device of its own, or main: with the music",
      withoutArgument: "main"),
    setting("input", "DEVICE", "change the audio input that is recorded with takes"),
    setting("input-latency", "MS", "set the latency of the input in ms, 0 to 1000, or auto: as calibrated"),
    setting("kit", "KIT", "change the drum kit"),
  ]

  private static func setting(
    _ name: String, _ placeholder: String, _ summary: String, withoutArgument: String? = nil
  ) -> Argument<String> {
    var definition = Argument<String>(name, placeholder, summary, .screen, .setsValue) {
      application, value, _ in .value(after: application.program.set(name, value)).awaits(.notice)
    }
    definition.withoutArgument = withoutArgument.map { .request(definition($0)) }
    return definition
  }

  /// Changes a setting while the program runs.
  package static func set(name: String, value: String) -> Command.Request {
    settings.first { $0.row.name == name }.map { $0(value) } ?? setting(.set(name: name, value: value))
  }

  static let ofProgram: [any ArgumentCommand] = settings + [setting]
}
