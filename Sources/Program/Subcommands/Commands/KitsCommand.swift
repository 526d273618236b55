import AudioFiles
import Configuration
import Percussion
import Synchronization
import SystemBase
import TerminalUI

/// `drumdub kits`: lists, checks and imports drum kits.
enum KitsCommand {
  case list(isJSON: Bool)
  case check(FilePath, isJSON: Bool)
  case importKit(FilePath, name: FilePath?)

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    let isJSON = scanned.has("json")
    let name = scanned.value("name")
    let verb = scanned.operands.first?.shown
    let rest = Array(scanned.operands.dropFirst())
    if name != nil, verb != "import" { throw UsageError("--name belongs to kits import") }
    switch verb {
    case nil: self = .list(isJSON: isJSON)
    case "list" where rest.isEmpty: self = .list(isJSON: isJSON)
    case "check": self = .check(try KitsCommand.path(rest, "check"), isJSON: isJSON)
    case "import":
      if isJSON { throw UsageError("kits import writes no JSON") }
      if let name, !KitImport.isName(name) {
        throw UsageError("--name must be the name of a folder, not \(name.shown)")
      }
      self = .importKit(try KitsCommand.path(rest, "import"), name: name)
    case let word?: throw UsageError("kits has the commands check and import, not \(word)")
    }
  }

  private static func path(_ operands: [FilePath], _ verb: String) throws(UsageError) -> FilePath {
    guard let path = operands.first, operands.count == 1, !path.isEmpty else {
      throw UsageError("kits \(verb) needs one kit")
    }
    return path
  }

  package func run() -> Int32 {
    switch self {
    case .list(let isJSON):
      let report = KitListReport(kits: KitFolders.catalog.entries())
      print(isJSON ? JSONReport.text(report) : report.text)
      return 0
    case .check(let name, let isJSON): return check(name, isJSON)
    case .importKit(let path, let name): return importKit(path, name)
    }
  }

  private func check(_ name: FilePath, _ isJSON: Bool) -> Int32 {
    let content = Result { () throws(FileError) in try KitFolders.catalog.read(name) }
    let report =
      switch content {
      case .success(let content): KitsCommand.check(content, as: name)
      case .failure(let error): KitCheckReport(name: name, result: .failure(error))
      }
    for error in report.errors { Messages.print(error.message) }
    if isJSON {
      print(JSONReport.text(report))
    } else if let text = report.text {
      print(text)
    }
    return report.errors.isEmpty ? 0 : 1
  }

  /// Decodes all samples of a kit.
  private static func check(_ content: KitFileContent, as name: FilePath) -> KitCheckReport {
    let progress = Mutex(LateProgress())
    let check = KitCheck(
      content, decoders: DecoderRegistry(), converters: SampleRateConverterMaker(),
      progress: { done, total in progress.withLock { $0.show("checking samples", done, of: total) } })
    progress.withLock { $0.clear() }
    return KitCheckReport(name: name, result: .success(check))
  }

  private static func errors(of content: KitFileContent) -> [FileError] {
    (try? check(content, as: content.kit.path).result.get().failures) ?? []
  }

  private func importKit(_ path: FilePath, _ name: FilePath?) -> Int32 {
    StopSignals.watch()
    var progress = LateProgress()
    var unreadable: [FileError] = []
    let importer = KitImport(
      into: KitFolders.user, name: name, reserved: KitFolders.catalog.shippedNames,
      onFile: { progress.show("copying file \($0)") }, onUnreadable: { unreadable.append($0) },
      findErrors: KitsCommand.errors, isCancelled: { StopSignals.hasCome })
    do throws(FileError) {
      let folder = try importer.run(path)
      progress.clear()
      print("imported \(folder.shown); drumdub --kit \(KitsCommand.word(folder)) plays it")
      for error in unreadable { Messages.print("left out: \(ErrorText.sentence(error, while: .reading))") }
      if let content = try? KitReader.read(folder) {
        for error in KitsCommand.check(content, as: folder).errors { Messages.print(error.message) }
      }
      return 0
    } catch {
      progress.clear()
      if StopSignals.hasCome { StopSignals.end() }
      Messages.print(KitsCommand.sentence(error))
      return 1
    }
  }

  /// Returns the name by which an imported kit is found, as a word of the shell: that of lists, unless another kit has it.
  private static func word(_ folder: FilePath) -> String {
    let shown = (try? KitReader.read(folder).kit.name) ?? ""
    let isFound = KitFolders.catalog.path(of: FilePath(shown)) == folder
    let name = isFound ? shown : folder.lastComponent.shown
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.+".contains($0) }
    let text = PrintedText.escaped(name)
    return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
  }

  private static func sentence(_ error: FileError) -> String {
    if KitImport.isNameTaken(error) {
      return "cannot import: there is a kit \(error.subject) already; choose another name by --name"
    }
    return "nothing was imported: \(ErrorText.sentence(error, while: .reading))"
  }
}

/// The output of `drumdub kits`.
struct KitListReport: JSONRepresentable {
  package let kits: [KitCatalog.Entry]

  /// A line each: name, format, pads, path.
  var text: String {
    if kits.isEmpty { return "no kits: drumdub kits import PATH copies one" }
    return kits.map { kit in
      let name = PrintedText.escaped(kit.name)
      guard let error = kit.error else {
        let pads = ShownText.count(kit.pads, "pad", "pads")
        return "\(name)  \(kit.format.rawValue)  \(pads)  \(kit.path.shown)"
      }
      return "\(name)  cannot be read: \(ErrorText.reason(error))  \(kit.path.shown)"
    }.joined(separator: "\n")
  }

  var json: JSONValue {
    .object(["kits": kits.map(KitListReport.members)])
  }

  private static func members(_ kit: KitCatalog.Entry) -> JSONObject {
    JSONObject(
      path: kit.path,
      [
        "name": kit.name, "format": kit.format.rawValue, "pads": kit.error == nil ? kit.pads : nil,
        "shipped": kit.isShipped, "error": kit.error.map { ErrorText.sentence($0, while: .reading) },
      ])
  }
}

/// The output of `drumdub kits check`.
struct KitCheckReport: JSONRepresentable {
  let name: FilePath
  /// What was checked, or why the kit cannot be read.
  let result: Result<KitCheck, FileError>

  /// The file of each error, and the error as a sentence.
  var errors: [(file: String, message: String)] {
    switch result {
    case .success(let check):
      return check.problems.map { ($0.subject, ErrorText.sentence($0, while: .reading)) }
        + check.failures.map { ($0.subject, ErrorText.sentence($0, while: .loading)) }
    case .failure(let error): return [(error.subject, ErrorText.sentence(error, while: .reading))]
    }
  }

  /// A line for the kit and one for each pad; nil if the kit cannot be read.
  var text: String? {
    guard case .success(let check) = result else { return nil }
    let samples = check.pads.reduce(0) { $0 + $1.samples }
    let counts =
      "\(ShownText.count(check.pads.count, "pad", "pads")), \(ShownText.count(samples, "sample", "samples"))"
    var lines = ["\(PrintedText.escaped(check.kit.name))  \(check.kit.format.rawValue)  \(counts)"]
    for pad in check.pads {
      let counts = [
        ShownText.count(pad.layers, "layer", "layers"), ShownText.count(pad.samples, "sample", "samples"),
        pad.missing == 0 ? nil : "\(pad.missing) missing",
      ]
      lines.append(
        "\(pad.number)  \(PrintedText.escaped(pad.name))  \(counts.compactMap(\.self).joined(separator: ", "))"
      )
    }
    lines += check.ignored.map { "not used: \(PrintedText.escaped($0))" }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    let errors = errors.map { ["file": $0.file, "message": $0.message] as JSONObject }
    switch result {
    case .success(let check):
      let members: JSONObject = [
        "name": check.kit.name, "format": check.kit.format.rawValue,
        "pads": check.pads.map(KitCheckReport.members), "ignored": check.ignored, "errors": errors,
      ]
      return .object(JSONObject(path: check.kit.path, members))
    case .failure: return .object(JSONObject(path: name, ["errors": errors]))
    }
  }

  private static func members(_ pad: KitCheck.PadResult) -> JSONObject {
    [
      "number": pad.number, "name": pad.name, "layers": pad.layers, "samples": pad.samples,
      "missing": pad.missing,
    ]
  }
}
