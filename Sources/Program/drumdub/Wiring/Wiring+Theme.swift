import Application
import Configuration
import SystemBase
import TerminalUI

/// A theme that was read because the user has chosen it.
struct ThemeReading: Sendable {
  let setting: Setting
  let name: FilePath
  /// The file, nil if it cannot be read; or the error if there is no theme of this name.
  let file: Result<ThemeFile?, ConfigurationError>
}

/// The theme of the screen. While the program runs, its file is read on another thread, since a disk may be slow.
extension Wiring {
  /// Reads the theme of a name that the user has given.
  func readTheme(_ setting: Setting, _ name: FilePath) {
    let use: @Sendable (ThemeReading) -> Void = mainThread.calls.sender { [weak self] in self?.use($0) }
    screen.themes.run { [settings] in
      let file = Result { () throws(ConfigurationError) in
        var changed = settings
        try setting.assign(name, to: &changed)
        return ThemeChoice.read(changed.theme)
      }
      use(ThemeReading(setting: setting, name: name, file: file))
    }
  }

  /// Shows a theme that was read.
  private func use(_ reading: ThemeReading) {
    switch reading.file {
    case .failure(let error): application.report(.setting(.invalid(error)))
    case .success(let file):
      settings.theme = reading.name.shown
      settings.sources[reading.setting.name] = .session
      screen.theme = file
      showSettings()
      application.report(.setting(.changed(name: reading.setting.name, value: reading.name.shown)))
    }
  }
}
