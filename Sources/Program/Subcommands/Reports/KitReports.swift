import Configuration
import Percussion
import SystemBase
import TerminalUI

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
    var object = JSONObject()
    object.append("kits", kits.map(KitListReport.members))
    return .object(object)
  }

  private static func members(_ kit: KitCatalog.Entry) -> JSONObject {
    var object = JSONObject()
    object.append(path: kit.path)
    object.append("name", kit.name)
    object.append("format", kit.format.rawValue)
    object.append("pads", kit.error == nil ? kit.pads : nil)
    object.append("shipped", kit.isShipped)
    object.append("error", kit.error.map { ErrorText.sentence($0, while: .reading) })
    return object
  }
}

/// The output of `drumdub kits check`.
enum KitCheckReport: JSONRepresentable {
  case checked(KitCheck)
  /// The kit cannot be read.
  case failure(FilePath, FileError)

  /// The file of each error, and the error as a sentence.
  var errors: [(file: String, message: String)] {
    switch self {
    case .checked(let check):
      let samples = Set(check.kit.pads.flatMap { $0.layers.flatMap { $0.samples.map(\.shown) } })
      return check.errors.map { error in
        let isSample = samples.contains(error.subject)
        return (error.subject, ErrorText.sentence(error, while: isSample ? .loading : .reading))
      }
    case .failure(_, let error): return [(error.subject, ErrorText.sentence(error, while: .reading))]
    }
  }

  /// A line for the kit and one for each pad; nil if the kit cannot be read.
  var text: String? {
    guard case .checked(let check) = self else { return nil }
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
    var object = JSONObject()
    switch self {
    case .checked(let check):
      object.append(path: check.kit.path)
      object.append("name", check.kit.name)
      object.append("format", check.kit.format.rawValue)
      object.append("pads", check.pads.map(KitCheckReport.members))
      object.append("ignored", check.ignored)
    case .failure(let path, _): object.append(path: path)
    }
    object.append("errors", errors.map(KitCheckReport.members))
    return .object(object)
  }

  private static func members(_ pad: KitCheck.PadResult) -> JSONObject {
    var object = JSONObject()
    object.append("number", pad.number)
    object.append("name", pad.name)
    object.append("layers", pad.layers)
    object.append("samples", pad.samples)
    object.append("missing", pad.missing)
    return object
  }

  private static func members(_ error: (file: String, message: String)) -> JSONObject {
    var object = JSONObject()
    object.append("file", error.file)
    object.append("message", error.message)
    return object
  }
}
