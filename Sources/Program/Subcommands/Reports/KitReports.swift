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
    let errors = errors.map { ["file": $0.file, "message": $0.message] as JSONObject }
    switch self {
    case .checked(let check):
      let members: JSONObject = [
        "name": check.kit.name, "format": check.kit.format.rawValue,
        "pads": check.pads.map(KitCheckReport.members), "ignored": check.ignored, "errors": errors,
      ]
      return .object(JSONObject(path: check.kit.path, members))
    case .failure(let path, _): return .object(JSONObject(path: path, ["errors": errors]))
    }
  }

  private static func members(_ pad: KitCheck.PadResult) -> JSONObject {
    [
      "number": pad.number, "name": pad.name, "layers": pad.layers, "samples": pad.samples,
      "missing": pad.missing,
    ]
  }
}
