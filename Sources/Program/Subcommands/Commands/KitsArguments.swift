import Configuration
import Percussion
import SystemBase

/// The command line of `drumdub kits`.
enum KitsArguments {
  case list(isJSON: Bool)
  case check(FilePath, isJSON: Bool)
  case importKit(FilePath, name: FilePath?)

  private static let names = [
    OptionName(long: "json", takesValue: false), OptionName(long: "name", takesValue: true),
  ]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scanSubcommand(arguments, for: KitsArguments.names)
    let isJSON = scanned.has("json")
    let name = scanned.value("name")
    let verb = scanned.operands.first?.shown
    let rest = Array(scanned.operands.dropFirst())
    if name != nil, verb != "import" { throw UsageError("--name belongs to kits import") }
    switch verb {
    case nil: self = .list(isJSON: isJSON)
    case "list" where rest.isEmpty: self = .list(isJSON: isJSON)
    case "check": self = .check(try KitsArguments.path(rest, "check"), isJSON: isJSON)
    case "import":
      if isJSON { throw UsageError("kits import writes no JSON") }
      if let name, !KitImport.isName(name) {
        throw UsageError("--name must be the name of a folder, not \(name.shown)")
      }
      self = .importKit(try KitsArguments.path(rest, "import"), name: name)
    case let word?: throw UsageError("kits has the commands check and import, not \(word)")
    }
  }

  private static func path(_ operands: [FilePath], _ verb: String) throws(UsageError) -> FilePath {
    guard let path = operands.first, operands.count == 1, !path.isEmpty else {
      throw UsageError("kits \(verb) needs one kit")
    }
    return path
  }
}
