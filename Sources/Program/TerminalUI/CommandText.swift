import Application
import Controls
import Percussion
import SystemBase
import TerminalKit

/// Errors in typed commands, and results of changing keys and settings, as sentences of one line.
package enum CommandText {
  package static func sentence(_ error: CommandError) -> String {
    switch error {
    case .empty: "type the name of a command"
    case .unknown(let name): "there is no command \(FilePath(name).shown); the command help lists all"
    case .takesNoArgument(let name): "\(name) takes no argument"
    case .needsArgument(let row): "\(row.name) needs \(row.placeholder): \(row.summary)"
    case .asksAtScreen(let name): "\(name) asks the user on the player's screen: give the command there"
    case .badArgument(let row, let text): "\(row.name) cannot be \(FilePath(text).shown): \(row.summary)"
    case .badPad(let text):
      "there is no pad \(FilePath(text).shown); pads are 1 to \(Kit.padNumbers.upperBound)"
    case .badVelocity(let text): "pad \(FilePath(text).shown): a velocity is 1 to 127"
    }
  }

  /// Returns the label of a key that is named as in configuration files.
  static func label(_ key: String) -> String { KeyChord(name: key)?.label ?? key }

  static func sentence(_ notice: KeyNotice, _ keys: KeyMap) -> String {
    switch notice {
    case .bound(let key, let command): "\(keys.label(named: key)): \(command.summary)"
    case .removed(let key, let command): "\(keys.label(named: key)) is no longer a key of \(command.name)"
    case .notOf(let key, let command):
      "not removed: \(keys.label(named: key)) is not a key of \(command.name)"
    case .unchanged(let command): "the keys of \(command.name) are as before"
    case .restored: "the default keys are restored"
    case .unbound(let key):
      "\(keys.label(named: key)) has no command"
        + (keys.label(.program(.help)).map { "; \($0) shows the keys" } ?? "")
    }
  }

  static func sentence(_ notice: SettingNotice) -> String {
    switch notice {
    case .changed(let name, let value):
      "\(name) is \(FilePath(value).shown) until the program ends; :set -s \(name) keeps it"
    case .saved(let name, let value): "\(name) is \(FilePath(value).shown), also after the next start"
    case .value(let line): SettingText.sentence(line)
    case .kept(let name, let value): "\(name)=\(FilePath(value).shown) is in the configuration file"
    case .nothingToKeep(let name):
      "\(name) has no value that could be kept: give one, as in :set -s \(name) VALUE"
    case .onlyAtStart(let name):
      "\(name) cannot change while the program runs: write it to the configuration file and start again"
    case .invalid(let error): ErrorText.sentence(error)
    case .outputKept(let error): "the output is not changed: \(ErrorText.sentence(error, advises: false))"
    case .kitKept(let error): "the kit is not changed: \(ErrorText.sentence(error, while: .reading))"
    }
  }
}
