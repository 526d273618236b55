import Configuration
import Dubbing
import SystemBase

/// The command line of `drumdub takes`.
enum TakesArguments {
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
  ]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scanSubcommand(arguments, for: TakesArguments.names)
    switch scanned.operands.first?.shown {
    case "import": self = try TakesArguments.importing(scanned)
    case "pack": self = try TakesArguments.packing(scanned)
    case "timing":
      try TakesArguments.refuse(["output", "track", "kit", "yes"], of: scanned)
      let rest = scanned.operands.dropFirst().map(\.shown)
      self = .timing(
        TakeTiming(
          id: try TakesArguments.timedTake(rest),
          division: try TakesArguments.division(scanned.value("parts")?.shown), isJSON: scanned.has("json")))
    default: self = try TakesArguments.other(scanned)
    }
  }

  private static func importing(_ scanned: OptionScanner.Result) throws(UsageError) -> TakesArguments {
    guard scanned.operands.count == 2 else { throw UsageError("takes import needs one file") }
    let (file, track, kit) = (scanned.operands[1], scanned.value("track"), scanned.value("kit"))
    if SharedTakeSource.isShared(BaseFolders.current.appending(file)) {
      return .importTake(
        SharedImport(
          file: file, track: track, isYes: scanned.has("yes"), kit: kit, isJSON: scanned.has("json")))
    }
    return .importMIDI(
      MIDIImport(file: file, track: track, kit: kit ?? LibraryChoice.settings().chosenKit))
  }

  private static func packing(_ scanned: OptionScanner.Result) throws(UsageError) -> TakesArguments {
    guard scanned.operands.count == 2, let output = scanned.value("output"), !output.isEmpty else {
      throw UsageError("takes pack needs the id of a take and --output FILE")
    }
    try refuseZIP(output)
    return .pack(
      TakePacking(id: scanned.operands[1].shown, output: output, isJSON: scanned.has("json")))
  }

  /// Throws if the name is that of a ZIP archive, which programs would take the file for.
  private static func refuseZIP(_ output: FilePath) throws(UsageError) {
    guard output.fileExtension == "zip" else { return }
    let name = "\(output.stem).\(ExportFormat.pack.fileExtension)"
    throw UsageError("takes pack writes a gzipped tar archive, not \(output.shown): name it \(name)")
  }

  /// Throws if one of the options is given, which belong to other commands.
  private static func refuse(_ options: [String], of scanned: OptionScanner.Result) throws(UsageError) {
    guard let option = options.first(where: scanned.has) else { return }
    switch option {
    case "output": throw UsageError("--output belongs to takes pack")
    case "parts": throw UsageError("--parts belongs to takes timing")
    default: throw UsageError("--track, --kit and --yes belong to takes import")
    }
  }

  /// Returns the commands without options of their own.
  private static func other(_ scanned: OptionScanner.Result) throws(UsageError) -> TakesArguments {
    try refuse(["output", "track", "kit", "yes", "parts"], of: scanned)
    let (words, isJSON) = (scanned.operands, scanned.has("json"))
    let rest = words.dropFirst().map(\.shown)
    switch words.first?.shown {
    case "rename":
      guard rest.count == 2, !rest[1].isEmpty else { throw UsageError("takes rename needs an id and a name") }
      return .rename(id: rest[0], name: rest[1])
    case "delete": return .delete(ids: try ids(rest, "delete"))
    case "restore": return .restore(ids: try ids(rest, "restore"))
    case "list": return .list(isJSON: isJSON, files: Array(words.dropFirst()))
    default: return .list(isJSON: isJSON, files: words)
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
