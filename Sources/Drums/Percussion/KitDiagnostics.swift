import SystemBase

/// What is wrong with or not used of the file of a kit: each thing once, in the order of the file.
struct KitDiagnostics {
  /// The limit of each list; more things are only counted.
  private static let most = 1_000

  /// Damaged and refused parts with their places.
  private(set) var problems: [FileError] = []
  private var seenProblems: Set<FileError> = []
  private var parts: [String] = []
  private var seen: Set<String> = []
  private var more = 0

  var ignored: [String] { more == 0 ? parts : parts + ["\(more) other things"] }

  mutating func ignore(_ part: String) {
    guard parts.count < KitDiagnostics.most else {
      more += 1
      return
    }
    if seen.insert(part).inserted { parts.append(part) }
  }

  /// Adds a part that is left out since it is damaged or refused.
  mutating func report(_ reason: String, line: Int, of subject: String) {
    let problem = FileError(.damaged, subject, detail: "line \(line): \(reason)")
    if problems.count < KitDiagnostics.most, seenProblems.insert(problem).inserted {
      problems.append(problem)
    }
  }
}
