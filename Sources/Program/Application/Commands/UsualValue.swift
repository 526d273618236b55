/// A usual value of an argument. It has a line in the help, and keys.
package struct UsualValue<Value: Hashable & Sendable>: Sendable {
  /// The argument as text.
  let text: String
  let value: Value
  let summary: String
  /// The usual keys, as in `CommandRow`.
  let keys: String
  /// The traits that the command has with this value only.
  let traits: CommandTraits

  init(
    _ text: String, _ value: Value, _ summary: String, _ keys: String = "", _ traits: CommandTraits = []
  ) {
    (self.text, self.value, self.summary, self.keys, self.traits) = (text, value, summary, keys, traits)
  }
}
