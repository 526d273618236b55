import Application
import Configuration
import SystemBase
import TerminalUI

/// A theme that was read because the user has chosen it.
struct ThemeReading: Sendable {
  let name: FilePath
  /// Whether there is a theme of this name.
  let exists: Bool
  /// Nil if the file cannot be read.
  let file: ThemeFile?
}

/// The theme of the screen. While the program runs, its file is read on another thread, since a disk may be slow.
extension Wiring {
  /// Reads the theme of a name that the user has given.
  func readTheme(_ setting: Setting, _ name: FilePath) {
    themes.run { [queue, settings] in
      var changed = settings
      let exists = setting.apply(&changed, name)
      let file = exists ? ThemeChoice.read(changed.theme) : nil
      queue.post(.themeRead(ThemeReading(name: name, exists: exists, file: file)))
    }
  }

  /// Shows a theme that was read.
  func use(_ reading: ThemeReading) {
    guard let setting = Setting.named("theme") else { return }
    guard reading.exists else { return refuse(setting, reading.name) }
    settings.theme = reading.name.shown
    theme = reading.file
    showSettings()
    application.report(.setting(.changed(name: setting.name, value: reading.name.shown)))
  }
}
