import MusicFiles
import SystemBase

/// A command that takes an argument: its row, and how its text becomes a request.
package protocol ArgumentCommand: Sendable {
  var row: CommandRow { get }
  /// The commands with the usual values of the argument.
  var usual: [Command] { get }
  /// Returns the command with an argument, without spaces around it; nil if it cannot be read.
  func command(_ argument: String) -> Command?
  /// The command without an argument; nil if it needs one.
  var withoutArgument: Command? { get }
  /// Returns the values that complete an argument.
  @MainActor func choices(_ argument: String, in application: Application) -> [String]
  /// The files that complete an argument that is a path, beside folders.
  var files: FolderCompletion.Files { get }
}

/// A usual value of an argument. It has a line in the help, and keys.
package struct UsualValue<Value: Hashable & Sendable>: Sendable {
  let text: String
  let value: Value
  let summary: String
  /// The usual keys, as in `CommandRow`.
  let keys: String
  /// The traits that the command has with this value only.
  let traits: CommandTraits
  /// The screen on which its keys act; nil: all screens.
  let screen: ScreenName?

  init(
    _ text: String, _ value: Value, _ summary: String, _ keys: String = "", _ traits: CommandTraits = [],
    on screen: ScreenName? = nil
  ) {
    (self.text, self.value, self.summary, self.keys, self.traits) = (text, value, summary, keys, traits)
    self.screen = screen
  }
}

/// Who has given a command, and when; nil: now.
package struct CommandContext {
  let source: CommandSource
  let time: HostTime?
}

/// The definition of a command with an argument: its row, and how the argument is read, printed and performed.
package struct Argument<Value: Hashable & Sendable>: ArgumentCommand {
  package typealias Run = @MainActor @Sendable (Application, Value, CommandContext) -> Outcome
  package typealias Choices = @MainActor @Sendable (Application, String) -> [String]

  package let row: CommandRow
  private let usualValues: [UsualValue<Value>]
  private let read: @Sendable (String) -> Value?
  private let text: @Sendable (Value) -> String
  private let run: Run
  private let plain: @Sendable (Value) -> Command?
  private let valueTraits: @Sendable (Value) -> CommandTraits
  private let valueSummary: @Sendable (Value) -> String?
  private let choices: Choices?
  package internal(set) var withoutArgument: Command?
  package internal(set) var files = FolderCompletion.Files.none

  /// Creates a definition.
  ///
  /// - Parameters:
  ///   - placeholder: the placeholder of the argument in the palette and the manual.
  ///   - usual: the values that have a line in the help. Their texts are read and returned first.
  ///   - read: returns the value of another text, nil if it is none.
  ///   - text: returns the text that `read` reads as a value.
  ///   - plain: returns the command without an argument that means the same as a value; nil if there is none.
  ///   - valueTraits: returns the traits that the command has with some values only.
  ///   - valueSummary: returns the description of the command with a value; nil if its text describes it.
  ///   - choices: returns the values that complete an argument; nil: the usual values, or those of the setting of the
  ///     same name.
  ///   - withoutArgument: the command if no argument is given; nil if one is needed.
  init(
    _ name: String, _ placeholder: String, _ summary: String, _ group: CommandGroup,
    _ traits: CommandTraits = [], usual: [UsualValue<Value>] = [],
    read: @escaping @Sendable (String) -> Value?,
    text: @escaping @Sendable (Value) -> String,
    plain: @escaping @Sendable (Value) -> Command? = { _ in nil },
    valueTraits: @escaping @Sendable (Value) -> CommandTraits = { _ in [] },
    valueSummary: @escaping @Sendable (Value) -> String? = { _ in nil },
    choices: Choices? = nil, withoutArgument: Command? = nil, run: @escaping Run
  ) {
    row = CommandRow(
      name: name, placeholder: placeholder, summary: summary, keys: "", group: group, traits: traits)
    (usualValues, self.choices) = (usual, choices)
    (self.read, self.text, self.plain, self.run) = (read, text, plain, run)
    (self.valueTraits, self.valueSummary) = (valueTraits, valueSummary)
    self.withoutArgument = withoutArgument
  }

  package func command(_ argument: String) -> Command? {
    let value = usualValues.first { $0.text == argument }?.value ?? read(argument)
    return value.map(command)
  }

  package var usual: [Command] { usualValues.map { command($0.value) } }

  private func command(_ value: Value) -> Command { plain(value) ?? .request(self(value)) }

  package func choices(_ argument: String, in application: Application) -> [String] {
    if let choices { return choices(application, argument) }
    return usualValues.isEmpty
      ? application.program.argumentChoices(row.name, argument) : usualValues.map(\.text)
  }

  package func callAsFunction(_ value: Value) -> Command.Request {
    let usual = usualValues.first { $0.value == value }
    let argument = usual?.text ?? text(value)
    let usage = "\(row.name) \(argument)"
    let ownRow = CommandRow(
      name: usage, placeholder: "", summary: usual?.summary ?? valueSummary(value) ?? usage,
      keys: usual?.keys ?? "", group: row.group,
      traits: row.traits.union(valueTraits(value)).union(usual?.traits ?? []), screen: usual?.screen)
    return Command.Request(row: row, ownRow: ownRow, argument: argument, value: value) { [run] in
      run($0, value, $1)
    }
  }

  package static func ~= (definition: Argument, request: Command.Request) -> Bool {
    definition.row.name == request.row.name
  }
}

/// Does nothing, for a command that only a screen performs.
@MainActor
func performOnScreen<Value>(_: Application, _: Value, _: CommandContext) -> Outcome { .done }

extension Argument where Value == String {
  /// Creates the definition of a command whose argument is any text.
  init(
    _ name: String, _ placeholder: String, _ summary: String, _ group: CommandGroup,
    _ traits: CommandTraits = [], choices: Choices? = nil, run: @escaping Run
  ) {
    self.init(
      name, placeholder, summary, group, traits, read: { $0 }, text: { $0 }, choices: choices, run: run)
  }
}

extension Command {
  /// A command with its argument. Two requests are equal if their texts are.
  package struct Request: Hashable, Sendable {
    /// The row of the command with any argument.
    package let row: CommandRow
    /// The row of the command with this argument.
    package let ownRow: CommandRow
    package let argument: String
    fileprivate let value: any Sendable
    let run: @MainActor @Sendable (Application, CommandContext) -> Outcome

    package static func == (one: Request, other: Request) -> Bool {
      one.row.name == other.row.name && one.argument == other.argument
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(row.name)
      hasher.combine(argument)
    }

    /// Returns the value of the argument; nil if the request is of another command.
    package func value<Value>(of definition: Argument<Value>) -> Value? {
      definition ~= self ? value as? Value : nil
    }
  }
}

// MARK: Reading

/// The reason why a text is not a command.
package enum CommandError: Error, Hashable, Sendable {
  case empty
  case unknown(String)
  case takesNoArgument(String)
  case needsArgument(CommandRow)
  /// The command asks the user of the screen for a text or a decision.
  case asksAtScreen(String)
  case badArgument(CommandRow, String)
  /// The argument of `pad`, `accent` or `soft` is not the number of a pad.
  case badPad(String)
  /// The second word after `pad` is not a velocity.
  case badVelocity(String)
}

extension Command {
  /// Names of a letter, as vi and cmus have them.
  private static let shortNames = ["q": "quit", "w": "save-queue", "e": "load"]

  private static let argumentsByName = Dictionary(
    uniqueKeysWithValues: arguments.map { ($0.row.name, $0) })

  package static func argument(_ name: some StringProtocol) -> (any ArgumentCommand)? {
    argumentsByName[shortNames[String(name)] ?? String(name)]
  }

  /// Reads a command, with its argument if it takes one: `play-pause`, `seek -60`, `pad 1`, `volume -6`. A name may be one
  /// of `shortNames`. A time alone, such as `1:30` or `90`, seeks to it.
  package static func parse(_ text: String) throws(CommandError) -> Command {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let first = words.first.map({ shortNames[String($0)] ?? String($0) }) else { throw .empty }
    let argument = words.count < 2 ? "" : String(words[1]).trimmed
    if let command = named[first], argument.isEmpty || Command.argument(first) == nil {
      if argument.isEmpty { return command }
      throw .takesNoArgument(first)
    }
    if let stroke = Stroke.named[first] { return try Stroke.parse(argument, stroke) }
    guard let definition = Command.argument(first) else {
      if argument.isEmpty, let target = SeekTarget(time: first) { return .request(Request.seek(target)) }
      throw .unknown(first)
    }
    if argument.isEmpty {
      guard let command = definition.withoutArgument else { throw .needsArgument(definition.row) }
      return command
    }
    guard let command = definition.command(argument) else { throw .badArgument(definition.row, argument) }
    return command
  }

  /// Reads a command of another program. A program cannot answer: a command that asks for a text or asks a question is
  /// refused.
  package static func parse(fromProgram text: String) throws(CommandError) -> Command {
    let command = try parse(text)
    guard !command.row.traits.isDisjoint(with: [.opensPrompt, .asks]) else { return command }
    throw Command.argument(command.name).map { .needsArgument($0.row) } ?? .asksAtScreen(command.name)
  }

  /// Creates the command that a line of a file names; nil if there is none.
  package init?(name: String) {
    do throws(CommandError) {
      self = try Command.parse(name)
    } catch {
      return nil
    }
  }
}

enum ArgumentText {
  static func number(_ argument: String, in range: ClosedRange<Double>) -> Double? {
    Double(argument).flatMap { range.contains($0) ? $0 : nil }
  }

  static func integer(_ argument: String, in range: ClosedRange<Int>) -> Int? {
    Int(argument).flatMap { range.contains($0) ? $0 : nil }
  }

  static func percent(_ argument: String, in range: ClosedRange<Double>) -> Double? {
    argument.last == "%" ? number(String(argument.dropLast()).trimmed, in: range) : nil
  }

  /// Reads milliseconds, and returns them in seconds.
  static func milliseconds(_ argument: String, in range: ClosedRange<Double>) -> Double? {
    number(argument, in: (range.lowerBound * 1_000)...(range.upperBound * 1_000)).map { $0 / 1_000 }
  }
}

extension String {
  var trimmed: String { String(trimming { $0 == " " }) }
}
