import Configuration
import Dubbing
import SystemBase

/// The command line of `drumdub takes`.
enum TakesArguments {
  case help
  case list(isJSON: Bool, files: [FilePath])
  case rename(id: String, name: String)
  case delete(ids: [String])
  case restore(ids: [String])
  case importMIDI(MIDIImport)
  case importTake(SharedImport)
  case pack(TakePacking)
  case timing(TakeTiming)

  private static let names = [
    OptionName(long: "json", takesValue: false), OptionName(long: "track", takesValue: true),
    OptionName(long: "kit", takesValue: true), OptionName(long: "parts", takesValue: true),
    OptionName(long: "yes", takesValue: false), OptionName(long: "output", short: "o", takesValue: true),
    OptionName(long: "help", short: "h", takesValue: false),
  ]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scan(arguments, for: TakesArguments.names)
    if scanned.options.contains(where: { $0.name == "help" }) {
      self = .help
      return
    }
    let words = scanned.operands
    let isJSON = scanned.options.contains { $0.name == "json" }
    let track = scanned.options.last { $0.name == "track" }?.value
    let kit = scanned.options.last { $0.name == "kit" }?.value
    let isYes = scanned.options.contains { $0.name == "yes" }
    if words.first?.shown == "import" {
      guard words.count == 2 else { throw UsageError("takes import needs one file") }
      if SharedTakeSource.isShared(BaseFolders.current.appending(words[1])) {
        self = .importTake(
          SharedImport(file: words[1], track: track, isYes: isYes, kit: kit, isJSON: isJSON))
      } else {
        self = .importMIDI(
          MIDIImport(file: words[1], track: track, kit: kit ?? LibraryChoice.settings().chosenKit))
      }
      return
    }
    let output = scanned.options.last { $0.name == "output" }?.value
    if words.first?.shown == "pack" {
      guard words.count == 2, let output, !output.isEmpty else {
        throw UsageError("takes pack needs the id of a take and --output FILE")
      }
      self = .pack(TakePacking(id: words[1].shown, output: output, isJSON: isJSON))
      return
    }
    if output != nil { throw UsageError("--output belongs to takes pack") }
    if track != nil || kit != nil || isYes {
      throw UsageError("--track, --kit and --yes belong to takes import")
    }
    let rest = words.dropFirst().map(\.shown)
    let parts = scanned.options.last { $0.name == "parts" }?.value.shown
    if words.first?.shown == "timing" {
      self = .timing(
        TakeTiming(
          id: try TakesArguments.timedTake(rest), division: try TakesArguments.division(parts), isJSON: isJSON
        ))
      return
    }
    if parts != nil { throw UsageError("--parts belongs to takes timing") }
    switch words.first?.shown {
    case "rename":
      guard rest.count == 2, !rest[1].isEmpty else { throw UsageError("takes rename needs an id and a name") }
      self = .rename(id: rest[0], name: rest[1])
    case "delete": self = .delete(ids: try TakesArguments.ids(rest, "delete"))
    case "restore": self = .restore(ids: try TakesArguments.ids(rest, "restore"))
    case "list": self = .list(isJSON: isJSON, files: Array(words.dropFirst()))
    default: self = .list(isJSON: isJSON, files: words)
    }
  }

  private static func timedTake(_ words: [String]) throws(UsageError) -> String {
    guard words.count == 1, !words[0].isEmpty else { throw UsageError("takes timing needs the id of a take") }
    return words[0]
  }

  private static func division(_ text: String?) throws(UsageError) -> Int {
    guard let text else { return HitTiming.usualDivision }
    guard let division = Int(text), HitTiming.divisions.contains(division) else {
      throw UsageError("--parts needs a number from 1 to \(HitTiming.divisions.upperBound)")
    }
    return division
  }

  private static func ids(_ words: [String], _ verb: String) throws(UsageError) -> [String] {
    if words.isEmpty || words.contains("") { throw UsageError("takes \(verb) needs the id of a take") }
    return words
  }
}
