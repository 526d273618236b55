import SystemBase

/// What is wrong with or not used of the file of a kit: each thing once, in the order of the file.
struct KitDiagnostics {
  /// The limit of each list; more things are only counted.
  private static let most = 1_000

  /// Damaged and refused parts with their places.
  private(set) var problems: [FileError] = []
  private var seenProblems: Set<FileError> = []
  private var parts: [String] = []
  /// How often each part was there, as far as that is said.
  private var counts: [String: Int] = [:]
  private var more = 0

  var ignored: [String] {
    let texts = parts.map { part in
      let count = counts[part] ?? 1
      return count > 1 ? "\(part), \(count) times" : part
    }
    return more == 0 ? texts : texts + ["\(more) other things"]
  }

  /// Adds a part that is not used. If it is counted, its number is said.
  mutating func ignore(_ part: String, isCounted: Bool = false) {
    if let count = counts[part] {
      if isCounted { counts[part] = count + 1 }
    } else if parts.count < KitDiagnostics.most {
      parts.append(part)
      counts[part] = 1
    } else {
      more += 1
    }
  }

  /// Adds a part that is left out since it is damaged or refused.
  mutating func report(_ reason: String, line: Int, of subject: String) {
    let problem = FileError(.damaged, subject, detail: "line \(line): \(reason)")
    if problems.count < KitDiagnostics.most, seenProblems.insert(problem).inserted {
      problems.append(problem)
    }
  }
}
