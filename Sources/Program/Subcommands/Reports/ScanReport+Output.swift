import MusicLibrary
import SystemBase

/// The object of `drumdub scan --json`.
extension ScanReport: JSONRepresentable {
  package var json: JSONValue {
    var object = JSONObject()
    object.append("files", files)
    object.append("added", added)
    object.append("changed", changed)
    object.append("moved", moved)
    object.append("removed", removed)
    object.append("unchanged", unchanged)
    object.append("away", away)
    object.append("unreadable", unreadable)
    object.append("damaged", damaged.isEmpty ? nil : damaged)
    object.append("measured", measured)
    object.append("unmeasured", unmeasured.isEmpty ? nil : unmeasured)
    object.append("searched", searched)
    object.append("tempi", tempi)
    object.append("unsearched", unsearched.isEmpty ? nil : unsearched)
    object.append("seconds", (seconds * 1_000).rounded() / 1_000)
    return .object(object)
  }
}

extension ScanReport.Unreadable: JSONRepresentable {
  package var json: JSONValue {
    var object = JSONObject()
    object.append(path: path)
    object.append("reason", reason)
    return .object(object)
  }
}

extension ScanReport {
  /// The report as one line: `120 files: 3 added, 1 moved, 116 unchanged; 0.04 s`.
  package var text: String {
    let counts = [
      (added, "added"), (changed, "changed"), (moved, "moved"), (removed, "removed"),
      (unchanged, "unchanged"),
      (away, "away"), (unreadable.count, "unreadable"), (damaged.count, "damaged"),
    ]
    let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let hundredths = Int((seconds * 100).rounded())
    let time = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    return "\(files) \(files == 1 ? "file" : "files")\(told.isEmpty ? "" : ": \(told)"); \(time)"
  }
}
