import Application
import AudioBase
import MusicLibrary
import MusicQuery
import Player
import SystemBase
import TerminalUI

/// The values of a setting or an option: how they are read, written, and described by help and errors.
package struct SettingValues<Value: Sendable>: Sendable {
  /// The placeholder of a value, or the alternatives, for the help.
  let placeholder: String
  /// The valid values in words, for errors.
  let expected: String
  /// Reads a value; returns nil if it is not valid.
  let read: @Sendable (FilePath) -> Value?
  /// Returns the value as the user writes it; nil for none.
  let text: @Sendable (Value) -> String?

  /// Describes values. `range`: the valid values in words; nil: as `placeholder` lists them.
  init(
    _ placeholder: String, range: String? = nil, read: @escaping @Sendable (FilePath) -> Value?,
    text: @escaping @Sendable (Value) -> String?
  ) {
    (self.placeholder, self.read, self.text) = (placeholder, read, text)
    expected = range ?? SettingValues.list(placeholder.split(separator: "|").map(String.init))
  }

  /// Returns choices as text, such as `even or tight`.
  private static func list(_ choices: [String]) -> String {
    guard choices.count > 1, let last = choices.last else { return choices.joined() }
    return "\(choices.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// Values that are read and written as those of another type.
  private init<Other>(
    _ others: SettingValues<Other>, _ value: @escaping @Sendable (Other) -> Value,
    _ other: @escaping @Sendable (Value) -> Other
  ) {
    self.init(
      others.placeholder, range: others.expected, read: { others.read($0).map(value) },
      text: { others.text(other($0)) })
  }

  static func words(_ words: [(String, Value)]) -> SettingValues where Value: Equatable {
    SettingValues(
      words.map(\.0).joined(separator: "|"), read: { text in words.first { $0.0 == text.shown }?.1 },
      text: { value in words.first { $0.1 == value }?.0 })
  }

  static func device(
    _ read: @escaping @Sendable (FilePath) -> Value?, _ name: any KeyPath<Value, String> & Sendable
  ) -> SettingValues {
    SettingValues("DEVICE", read: read, text: { $0[keyPath: name] })
  }

  /// Values that read and write their own texts. `range`: the valid values in words; nil: as `placeholder` lists them.
  static func text(
    _ placeholder: String, range: String? = nil, _ read: @escaping @Sendable (String) -> Value?,
    _ text: any KeyPath<Value, String> & Sendable
  ) -> SettingValues {
    SettingValues(placeholder, range: range, read: { read($0.shown) }, text: { $0[keyPath: text] })
  }

  /// Values that may be absent. `none`: the word for the absent value; nil: no word sets it. `range`: the valid
  /// values in words; nil: the word, or those of the present value.
  static func optional<Wrapped>(
    _ values: SettingValues<Wrapped>, none: String? = nil, range: String? = nil
  ) -> SettingValues where Value == Wrapped? {
    SettingValues(
      none.map { range == nil ? "\($0)|\(values.placeholder)" : values.placeholder } ?? values.placeholder,
      range: range ?? none.map { "\($0), or \(values.expected)" } ?? values.expected,
      read: { text in
        if let none, text.shown == none { return .some(nil) }
        return values.read(text).map { .some($0) }
      },
      text: { $0.map(values.text) ?? none })
  }
}

extension SettingValues where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// The cases of an enumeration.
  package static var choice: SettingValues {
    SettingValues(
      Value.allCases.map(\.rawValue).joined(separator: "|"), read: { Value(rawValue: $0.shown) },
      text: { $0.rawValue })
  }
}

extension SettingValues<Bool> {
  static var yesOrNo: SettingValues { words([("yes", true), ("no", false)]) }
}

extension SettingValues<Int> {
  static func number(_ placeholder: String, _ range: ClosedRange<Int>) -> SettingValues {
    SettingValues(
      placeholder, range: "\(range.lowerBound) to \(range.upperBound)",
      read: { Int($0.shown).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0)" })
  }

  /// Returns a number of bytes, or a number with one of the suffixes K, M and G for powers of 1,024.
  static func size(_ range: ClosedRange<Int>) -> SettingValues {
    SettingValues(
      "SIZE",
      range:
        "a number of bytes, or a number with K, M or G: \(range.lowerBound >> 20)M to \(range.upperBound >> 30)G",
      read: { bytes($0.shown).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0 >> 20)M" })
  }

  private static func bytes(_ text: String) -> Int? {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[Character($0.uppercased())] }
    let digits = shift == nil ? text[...] : text.dropLast()
    // More digits would overflow when they are shifted.
    guard digits.count <= 10, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(digits).map { $0 << (shift ?? 0) }
  }
}

extension SettingValues<FrameCount> {
  static func frames(_ range: ClosedRange<Int>) -> SettingValues {
    SettingValues(SettingValues<Int>.number("FRAMES", range), { FrameCount($0) }, { $0.value })
  }
}

extension SettingValues<SampleRate> {
  package static func rate(_ range: ClosedRange<Int>) -> SettingValues {
    SettingValues(SettingValues<Int>.number("HZ", range), { SampleRate($0) }, { $0.hertz })
  }
}

extension SettingValues<Double> {
  /// `unit`: behind the range, with a blank before it.
  package static func number(
    _ placeholder: String, _ range: ClosedRange<Double>, unit: String = ""
  ) -> SettingValues {
    SettingValues(
      placeholder, range: "\(words(range.lowerBound)) to \(words(range.upperBound))\(unit)",
      read: { Double($0.shown).flatMap { range.contains($0) ? $0 : nil } }, text: words)
  }

  @Sendable private static func words(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  /// Seconds, written in milliseconds.
  static func milliseconds(_ range: ClosedRange<Double>) -> SettingValues {
    SettingValues(number("MS", range), { $0 / 1_000 }, { $0 * 1_000 })
  }

  private static let units = ["s": 1.0, "m": 60, "h": 3_600]

  /// A time in seconds, minutes or hours, up to a week: `90s`, `20m`, `1h`.
  static var duration: SettingValues {
    SettingValues(
      "TIME", range: "a time such as 20m, 90s or 1h",
      read: { text in
        guard let unit = text.shown.last.flatMap({ units[String($0)] }),
          let number = Int(text.shown.dropLast()), (1...604_800).contains(number),
          Double(number) * unit <= 604_800
        else { return nil }
        return Double(number) * unit
      },
      text: { seconds in
        let unit = ["h", "m"].first { seconds.truncatingRemainder(dividingBy: units[$0] ?? 1) == 0 } ?? "s"
        return "\(Int(seconds / (units[unit] ?? 1)))\(unit)"
      })
  }
}

extension SettingValues<Decibels> {
  static func decibels(_ range: ClosedRange<Double>) -> SettingValues {
    SettingValues(SettingValues<Double>.number("DB", range), { Decibels($0) }, { $0.value })
  }

  static func level(_ range: ClosedRange<Double>) -> SettingValues {
    let numbers = SettingValues<Double>.number("DB", range)
    return SettingValues(
      numbers.placeholder, range: "\(numbers.expected), or a percentage such as 80%",
      read: { text in
        if let level = VolumeScale.level(percent: text.shown, in: range) {
          return Decibels((level.value * 10).rounded() / 10)
        }
        return numbers.read(text).map { Decibels($0) }
      }, text: { numbers.text($0.value) })
  }
}

extension SettingValues<FilePath> {
  /// Returns a path or a name as it is written.
  static func path(_ placeholder: String) -> SettingValues {
    SettingValues(placeholder, read: { $0.isEmpty ? nil : $0 }, text: { $0.shown })
  }

  /// A program that is started without a shell.
  static var program: SettingValues {
    SettingValues(
      "PROGRAM", range: "an absolute path, or the name of a program in PATH",
      read: { $0.isEmpty || !$0.isAbsolute && $0.bytes.contains(UInt8(ascii: "/")) ? nil : $0 },
      text: { $0.shown })
  }

  /// A path that starts from the folder of the program's start.
  static var absolutePath: SettingValues {
    SettingValues(path("FILE"), { BaseFolders.current.appending($0) }, { $0 })
  }
}

extension SettingValues<RecordingFile> {
  static var recordingFile: SettingValues {
    SettingValues(
      "FILE", range: "a name that ends in .flac, .wav or .ogg",
      read: { RecordingFile(BaseFolders.current.appending($0)) },
      text: { $0.folder.appending(FilePath(bytes: $0.name + Array(".\($0.format.rawValue)".utf8))).shown })
  }
}

extension SettingValues<String> {
  static var theme: SettingValues {
    SettingValues(
      "NAME", range: "the name of a theme", read: { ThemeChoice.exists($0) ? $0.text : nil }, text: { $0 })
  }

  static var plainText: SettingValues {
    SettingValues(
      "TEXT", range: "a text without control characters",
      read: { value in
        value.text.flatMap { text in
          text.isEmpty || text.unicodeScalars.contains { $0.value < 0x20 } ? nil : text
        }
      },
      text: { $0 })
  }
}

extension SettingValues<[LibraryColumn]> {
  static var columns: SettingValues {
    SettingValues(
      "NAMES", range: "names separated by commas, each one once: \(LibraryColumn.names)",
      read: { LibraryColumn.list($0.shown) }, text: { $0.map(\.rawValue).joined(separator: ",") })
  }
}

extension SettingValues<[LinkedList]> {
  static var linkedLists: SettingValues {
    SettingValues(
      "NAMES",
      range:
        "two to four names separated by commas, each one once, tracks only at the end: \(LinkedList.names)",
      read: { LinkedList.lists($0.shown) }, text: { $0.map(\.rawValue).joined(separator: ",") })
  }
}

extension SettingValues<[SearchQuery.SortTerm]> {
  static var sortTerms: SettingValues {
    let names = SearchQuery.SortField.allCases.map(\.rawValue).joined(separator: ", ")
    return SettingValues(
      "NAMES", range: "default, or names separated by commas, with - for descending: \(names)",
      read: { $0.shown == "default" ? [] : SearchQuery.SortTerm.list($0.shown) },
      text: { terms in
        let words = terms.map { ($0.isDescending ? "-" : "") + $0.field.rawValue }
        return words.isEmpty ? "default" : words.joined(separator: ",")
      })
  }
}
