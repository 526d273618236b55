import SystemBase

/// Something else that is run in turns with the program, and to which it is compared.
struct Peer {
  var name: String
  var run: () throws -> Double
}

/// The results of a run. Each measurement is a row: what it is, its unit, what is run how often, a peer and the goal.
final class Report {
  /// The least rounds of a race, and the seconds after which no other one begins.
  private static let (leastRounds, raceTime, quickRaceTime) = (3, 12.0, 3.0)

  /// Whether all is to take about a minute: fewer rounds, shorter observations, and only what needs no large library.
  let isQuick: Bool
  var part = Part.mix
  /// The seconds that each part took, by its name.
  private(set) var seconds: [String: Double] = [:]
  private(set) var figures: [Figure] = []
  /// The measurements that were left out, and the reasons.
  private(set) var notes: [String] = []
  private(set) var failures: [String] = []

  init(isQuick: Bool = false) { self.isQuick = isQuick }

  var results: Results {
    Results(
      date: Machine.date, processor: Machine.processor, seconds: seconds, figures: figures, notes: notes,
      failures: failures)
  }

  /// Measures a part. Its failure does not end the run.
  func measure(_ part: Part, _ arguments: BenchmarkArguments) {
    self.part = part
    let start = HostTime.now
    do {
      try part.measure(self, arguments)
    } catch {
      fail(Failure(error).message)
    }
    seconds[part.rawValue] = HostTime.now.seconds(since: start)
  }

  /// Notes something that does not fail the run, such as a measurement that was left out.
  func note(_ text: String) {
    let note = "\(part.rawValue): \(text)"
    if !notes.contains(note) { notes.append(note) }
  }

  func fail(_ text: String) { failures.append("\(part.rawValue): \(text)") }

  /// Returns the path of a program; notes it and returns nil if it is not installed.
  func find(_ program: String) -> String? {
    let path = ProgramFinder.find(program)
    if path == nil { note("\(program) is not installed") }
    return path
  }

  /// Returns whether all of the programs are installed, and notes those that are not.
  func has(_ programs: [String]) -> Bool { programs.filter { find($0) == nil }.isEmpty }

  // MARK: Rows

  /// Adds a number that was measured. The ratio is by default the quotient of the numbers in the unit.
  func add(
    _ what: String, _ number: Double, _ unit: Unit, beside peer: (name: String, number: Double)? = nil,
    ratio: Double? = nil, _ goal: Goal? = nil
  ) {
    let (value, other) = (unit.value(number), peer.map { unit.value($0.number) })
    let ratio = ratio ?? other.flatMap { $0 == 0 ? nil : value / $0 }
    figures.append(
      Figure(
        part: part.rawValue, what: what, unit: unit.name, value: value, peer: peer?.name, peerValue: other,
        ratio: ratio, goal: goal?.text(unit.name), met: goal?.isMet(value, ratio: ratio)))
  }

  func add(
    _ what: String, of numbers: [Double], _ unit: Unit, beside peer: (name: String, numbers: [Double])? = nil,
    _ rows: [(statistic: Statistic, goal: Goal?)]
  ) {
    if numbers.isEmpty { return fail("\(what): nothing was measured") }
    for (statistic, goal) in rows {
      add(
        "\(what), \(statistic.name)", statistic.value(numbers), unit,
        beside: peer.map { ($0.name, statistic.value($0.numbers)) }, goal)
    }
  }

  /// Runs something and its peer in turns, the first rounds to fill caches, and adds the medians and that of the ratios.
  /// Where a round takes long, there are fewer of them.
  func race(
    _ what: String, _ unit: Unit, rounds: Int, unmeasured: Int = 0, beside peer: Peer? = nil,
    _ goal: Goal? = nil, _ run: () throws -> Double
  ) throws {
    var (own, other): ([Double], [Double]) = ([], [])
    let start = HostTime.now
    let time = isQuick ? Report.quickRaceTime : Report.raceTime
    for round in 0..<unmeasured + rounds {
      if round >= unmeasured + Report.leastRounds, HostTime.now.seconds(since: start) > time { break }
      // The order changes, since the second one runs with the caches that the first one left.
      if round.isMultiple(of: 2) { own.append(try run()) }
      if let peer { other.append(try peer.run()) }
      if !round.isMultiple(of: 2) { own.append(try run()) }
    }
    own.removeFirst(unmeasured)
    if !other.isEmpty { other.removeFirst(unmeasured) }
    let ratios = zip(own, other).map { unit.value($0) / unit.value($1) }
    add(
      what, own.median, unit, beside: peer.map { ($0.name, other.median) },
      ratio: ratios.isEmpty ? nil : ratios.median, goal)
  }
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = HostTime.now
  try body()
  return HostTime.now.seconds(since: start)
}
