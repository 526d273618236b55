/// Measures for how long the main loop of the player looks for no event while a disk, a server or its terminal hangs, or a
/// device floods it.
struct TurnsPart {
  /// Milliseconds.
  private static let goal = 20.0

  func measure() -> PartResult {
    var result = PartResult()
    let compiler = ProgramFinder.find("cc")
    if compiler == nil { result.notes.append("turns: without a C compiler, no disk hangs") }
    for hang in TurnsRun.Hang.allCases where compiler != nil || !hang.isDisk {
      do throws(Failure) {
        let longest = try TurnsRun(hang, compiler).measure()
        result.figures.append(
          Figure(
            part: .turns, what: "longest turn of the main loop, \(hang.rawValue)", unit: "ms", value: longest,
            goal: .atMost(TurnsPart.goal)))
      } catch {
        result.failures.append("turns: \(error.message)")
      }
    }
    return result
  }
}
