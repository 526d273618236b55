/// Why a binding was refused.
package enum KeyMapError: Error, Hashable, Sendable {
  case unknownKey(String)
  case unknownCommand(String)
  /// The value of `pad-keys` is neither a preset nor eight different characters.
  case badPadKeys(String)
}
