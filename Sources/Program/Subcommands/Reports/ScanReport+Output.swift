import MusicLibrary
import SystemBase

/// The object of `drumdub scan --json`.
extension ScanReport: JSONRepresentable {
  package var json: JSONValue {
    .object([
      "files": files, "added": added, "changed": changed, "moved": moved, "removed": removed,
      "unchanged": unchanged, "away": away, "unreadable": unreadable,
      "damaged": damaged.isEmpty ? nil : damaged, "measured": measured,
      "unmeasured": unmeasured.isEmpty ? nil : unmeasured, "searched": searched, "tempi": tempi,
      "unsearched": unsearched.isEmpty ? nil : unsearched,
      "seconds": (seconds * 1_000).rounded() / 1_000,
    ])
  }
}

extension ScanReport.Unreadable: JSONRepresentable {
  package var json: JSONValue { .object(JSONObject(path: path, ["reason": reason])) }
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
