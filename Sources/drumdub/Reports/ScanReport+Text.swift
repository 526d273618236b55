import MusicLibrary

extension ScanReport {
  /// One line: `120 files: 3 added, 1 moved, 116 unchanged; 0.04 s`.
  package var text: String {
    let counts = [
      (added, "added"), (changed, "changed"), (moved, "moved"), (removed, "removed"),
      (unchanged, "unchanged"),
      (away, "away"), (unreadable.count, "unreadable"),
    ]
    let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let hundredths = Int((seconds * 100).rounded())
    let time = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    return "\(files) \(files == 1 ? "file" : "files")\(told.isEmpty ? "" : ": \(told)"); \(time)"
  }
}
