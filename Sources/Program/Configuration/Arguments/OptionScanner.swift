@preconcurrency import CSystem
import Glibc
import Synchronization
import SystemBase

/// The program's arguments as bytes: `CommandLine.arguments` would destroy names that are not UTF-8, and is empty without
/// /proc.
package enum ArgumentList {
  /// All but the program's own name.
  package static var given: [FilePath] {
    (1..<max(drumdub_argument_count(), 1)).compactMap { drumdub_argument($0).map { FilePath(from: $0) } }
  }
}

extension FilePath {
  init(from pointer: UnsafePointer<CChar>) {
    self.init(
      bytes: UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) })
  }
}

extension FilePath {
  /// Splits `--limit=5` at its equals sign; the value is nil without one.
  fileprivate var option: (name: String, value: FilePath?) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (shown, nil) }
    return (FilePath(bytes: bytes[..<equals]).shown, FilePath(bytes: bytes[(equals + 1)...]))
  }
}

/// A usage error on the command line: one line, exit code 2.
package struct UsageError: Error, Hashable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// An option that the command line may hold, as it is written: `json`, `o,output=`, or `system[=]` for a value that may be
/// left out and is given as `--system=value`.
package struct OptionName: Hashable, Sendable, ExpressibleByStringLiteral {
  let long: String
  let short: Character?
  let takesValue: Bool
  let isValueOptional: Bool

  package init(stringLiteral text: String) { self.init(text) }

  init(_ text: String) {
    let names = text.prefix { $0 != "=" && $0 != "[" }.split(separator: ",")
    (long, short) = (names.last.map(String.init) ?? "", names.count > 1 ? names[0].first : nil)
    (takesValue, isValueOptional) = (text.contains("="), text.hasSuffix("[=]"))
  }

  /// Reads a term of the help, such as `-o, --output OUT` or `--timing even|tight`.
  init(term: String) {
    let names = term.split(separator: ", ").map { $0.prefix { $0 != " " }.drop { $0 == "-" } }
    self.init(names.joined(separator: ",") + (term.hasSuffix("-\(names.last ?? "")") ? "" : "="))
  }
}

/// Parses a command line with `getopt_long`.
package enum OptionScanner {
  package struct Result {
    package var options: [(name: String, value: FilePath)] = []
    /// The arguments that are not options, in their order.
    package var operands: [FilePath] = []

    package func has(_ option: String) -> Bool { options.contains { $0.name == option } }

    /// Returns the last value of an option; nil if it is not given.
    package func value(_ option: String) -> FilePath? { options.last { $0.name == option }?.value }

    /// Returns the last value of an option; nil if it is not given. `expected`: the valid values in words.
    ///
    /// - Throws: for a value that `read` does not accept.
    package func value<Value>(
      _ option: String, _ expected: String, _ read: (FilePath) -> Value?
    ) throws(UsageError) -> Value? {
      var last: Value?
      for (name, text) in options where name == option {
        last = read(text)
        if last == nil { throw UsageError("--\(option) must be \(expected), not \(text.shown)") }
      }
      return last
    }

    package func value<Value>(
      _ option: String, _ values: SettingValues<Value>
    ) throws(UsageError) -> Value? {
      try value(option, values.expected, values.read)
    }
  }

  /// `getopt_long` keeps its place in globals.
  private static let turn = Mutex<Void>(())

  /// Separates the options from the operands of a command line. `arguments`: without the program's name. Any thread.
  package static func scan(_ arguments: [FilePath], for names: [OptionName]) throws(UsageError) -> Result {
    try turn.withLock { (_) throws(UsageError) in try scanAlone(arguments, for: names) }
  }

  /// Separates the options from the operands of a command line in which operands may begin with a hyphen, such as `-live`
  /// and `-10`. `getopt_long` would take them for rows of short options.
  package static func scanHyphened(
    _ arguments: [FilePath], for names: [OptionName]
  ) throws(UsageError) -> Result {
    var (result, rest) = (Result(), arguments[...])
    while let word = rest.popFirst() {
      if word.shown == "--" {
        result.operands += rest
        break
      }
      let isShort = names.contains { $0.short.map { "-\($0)" } == word.shown }
      guard isShort || word.shown.hasPrefix("--") else {
        result.operands.append(word)
        continue
      }
      let (name, inside) = word.option
      guard let option = names.first(where: { "--\($0.long)" == name || $0.short.map { "-\($0)" } == name })
      else { throw UsageError("unknown option \(word.shown)") }
      guard let value = inside ?? (option.takesValue ? rest.popFirst() : FilePath("")) else {
        throw UsageError("option \(name) needs a value")
      }
      if inside != nil, !option.takesValue { throw UsageError("option \(name) takes no value") }
      result.options.append((option.long, value))
    }
    return result
  }

  private static func scanAlone(_ arguments: [FilePath], for names: [OptionName]) throws(UsageError) -> Result
  {
    var argv = ([FilePath("drumdub")] + arguments).map { $0.withCString { strdup($0) } } + [nil]
    let longNames = names.map { strdup($0.long) }
    defer { (argv + longNames).forEach { free($0) } }
    var table = zip(names, longNames).enumerated().map { index, entry in
      option(
        name: entry.1,
        has_arg: entry.0.isValueOptional
          ? optional_argument : entry.0.takesValue ? required_argument : no_argument, flag: nil,
        val: Int32(index) + firstValue)
    }
    table.append(option())
    // The colon distinguishes a missing value from an unknown option; getopt_long prints no message.
    let shorts =
      ":"
      + names.compactMap { name in name.short.map { name.takesValue ? "\($0):" : "\($0)" } }.joined()
    optind = 0
    opterr = 0
    return try collect(&argv, count: arguments.count + 1, shorts, table, names)
  }

  /// The first value of options, above all characters, which stand for short options.
  private static let firstValue: Int32 = 1000

  private static func collect(
    _ argv: inout [UnsafeMutablePointer<CChar>?], count: Int, _ shorts: String, _ table: [option],
    _ names: [OptionName]
  ) throws(UsageError) -> Result {
    var result = Result()
    while true {
      let found = getopt_long(Int32(count), &argv, shorts, table, nil)
      if found == -1 { break }
      if let name = name(found, names) {
        result.options.append((name.long, optarg.map { FilePath(from: $0) } ?? FilePath("")))
        continue
      }
      throw wrong(found, argv, names)
    }
    result.operands = argv[Int(optind)..<count].compactMap { $0.map { FilePath(from: $0) } }
    return result
  }

  private static func name(_ found: Int32, _ names: [OptionName]) -> OptionName? {
    if found >= firstValue { return names[Int(found - firstValue)] }
    return names.first { $0.short?.asciiValue == UInt8(truncatingIfNeeded: found) }
  }

  private static func wrong(
    _ found: Int32, _ argv: [UnsafeMutablePointer<CChar>?], _ names: [OptionName]
  ) -> UsageError {
    let word = argv[Int(optind) - 1].map { FilePath(from: $0).shown } ?? ""
    if found == Int32(UInt8(ascii: ":")) { return UsageError("option \(word) needs a value") }
    let isKnown = names.contains { !$0.takesValue && word.hasPrefix("--\($0.long)=") }
    return UsageError(isKnown ? "option \(word) takes no value" : "unknown option \(word)")
  }
}
