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

/// The argument of a command that sets a value or changes it by a step.
package enum Stepped<Number: Hashable & Sendable>: Hashable, Sendable {
  case value(Number)
  /// Increases the value by a step (1), or decreases it (-1).
  case step(Int)
}

extension Argument {
  /// Creates the definition of a command that sets a value, and whose usual values are steps.
  ///
  /// - Parameters:
  ///   - read: returns the value of a text, nil if it is none.
  ///   - text: returns the text that `read` reads as a value.
  init<Number>(
    _ name: String, _ placeholder: String, _ summary: String, _ group: CommandGroup,
    _ traits: CommandTraits = [], usual: [UsualValue<Value>], read: @escaping @Sendable (String) -> Number?,
    text: @escaping @Sendable (Number) -> String, run: @escaping Run
  ) where Value == Stepped<Number> {
    self.init(
      name, placeholder, summary, group, traits, usual: usual, read: { read($0).map(Stepped.value) },
      text: { if case .value(let number) = $0 { text(number) } else { "" } }, run: run)
  }

  /// Returns the command that sets a value.
  package func callAsFunction<Number>(_ number: Number) -> Command.Request where Value == Stepped<Number> {
    self(.value(number))
  }
}
