import Application
import AudioBase
import Dubbing
import Percussion
import Studio

/// The functions of notes and controllers of MIDI: those that the user has taught, and the notes of the kit.
package struct MIDIMap: Hashable, Sendable {
  /// The controllers that MIDI 1.0 names for volume and balance, and the first one for general purposes.
  private static let usualTargets: [MIDISource: MIDITarget] = [
    .controller(7): .volume, .controller(8): .balance, .controller(16): .speed,
  ]

  private var targets = MIDIMap.usualTargets
  /// The responses to strikes by pad or device.
  private var responses: [StrikeResponse.Scope: StrikeResponse] = [:]
  /// The default response, from the settings.
  package var usualResponse = StrikeResponse()
  /// The notes of the kit.
  package var kit = PadNotes(nil)

  package init() {}

  /// Returns the pad that a note strikes, from 1; nil if there is none.
  package func pad(ofNote note: Int) -> Int? {
    switch targets[.note(note)] {
    case .pad(let pad)?: pad
    case .tom(let tom, let isRim)?: kit.pad(ofTom: tom, rim: isRim) ?? kit.pad(ofNote: note)
    case .crashEdge(let crash)?: kit.pad(ofCrashEdge: crash) ?? kit.pad(ofNote: note)
    case _: kit.pad(ofNote: played(note))
    }
  }

  /// Returns the pad with the most similar sound for a note that no pad has; nil if there is none. `electronic`: whether
  /// the device is an electronic kit.
  package func pad(nearestTo note: Int, electronic: Bool = false) -> Int? {
    kit.pad(nearestTo: played(note), electronic: electronic)
  }

  /// Returns the note that is played in place of a note.
  private func played(_ note: Int) -> Int {
    if case .note(let other)? = targets[.note(note)] { other } else { note }
  }

  /// Returns whether the user has taught a note to strike a pad.
  package func hasTaught(note: Int) -> Bool {
    switch targets[.note(note)] {
    case .pad?, .tom?, .crashEdge?: true
    case _: false
    }
  }

  /// Returns the function of a source; nil if it has none. `channel`: from 0. On the drum channel, the default
  /// controller of the speed is the strike position.
  package func target(of source: MIDISource, channel: Int = 0) -> MIDITarget? {
    let isPosition =
      channel == MIDIMessage.drumChannel && source == .controller(MIDIMessage.positionController)
    return isPosition && isFree(source) ? nil : targets[source]
  }

  /// Returns whether a source has no assignment.
  private func isFree(_ source: MIDISource) -> Bool { targets[source] == MIDIMap.usualTargets[source] }

  /// Assigns a function to a source, if it can have it. The controller that was taught the same level or value of the
  /// mixer before does nothing then.
  package mutating func teach(_ source: MIDISource, _ target: MIDITarget) {
    switch (source, target) {
    case (.note, .pad), (.note, .choke), (.note, .chokeNote), (.note, .note), (.note, .tom),
      (.note, .crashEdge), (.note, .move), (.controller, .move), (_, .command):
      break
    case (.controller, .volume), (.controller, .balance), (.controller, .speed), (.controller, .sweep),
      (.controller, .address):
      targets = targets.filter { $0.value != target }
    case (.note, _), (.controller, _), (.program, _): return
    }
    targets[source] = target
  }

  /// Returns the map, completed with the functions of a profile for sources without an assignment.
  package func completed(by profile: MIDIProfile, of device: String) -> MIDIMap {
    var map = self
    map.targets.merge(profile.map.targets.filter { isFree($0.key) }) { $1 }
    let scope = StrikeResponse.Scope.device(device)
    map.responses[scope] = (responses[scope] ?? StrikeResponse()).completed(by: profile.response)
    return map
  }

  /// Returns the response to strikes. Values of the pad precede those of the device, then the default ones.
  package func response(toPad pad: Int, device: String) -> StrikeResponse {
    if responses.isEmpty { return usualResponse }
    return (responses[.pad(pad)] ?? StrikeResponse()).completed(by: responses[.device(device)])
      .completed(by: usualResponse)
  }

  /// Changes the map by a line of its file, or removes an assignment by a line such as `forget note 38`. Returns
  /// false if the line is not valid.
  package mutating func change(_ line: String) -> Bool {
    let before = self
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    if words.count == 2, words[0] == "forget" { return remove(words[1]) }
    teach(line[...])
    // A valid line may repeat an assignment.
    return self != before || lines.split(separator: "\n").contains { $0 == line }
  }

  private mutating func remove(_ text: String) -> Bool {
    let before = self
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    if let scope = StrikeResponse.Scope(text) {
      responses[scope] = nil
    } else if words.count >= 2, let source = MIDISource(words[0], words[1]) {
      targets[source] = MIDIMap.usualTargets[source]
    } else if words.count == 3, let scope = StrikeResponse.Scope(words[2]) {
      responses[scope]?.set(words[0], nil)
      if responses[scope] == StrikeResponse() { responses[scope] = nil }
    }
    return self != before
  }

  // MARK: The file

  /// Reads the lines of a file. Invalid lines are skipped.
  ///
  /// Examples: `note 38 pad 1`, `note 14 choke 12`, `note 67 choke-note 49`, `note 58 as 43`, `note 48 tom 1`,
  /// `note 50 tom-rim 1`, `note 55 crash-edge 1`, `note 40 move stutter`, `note 60 command record`, `program 4 command kit Electronic`,
  /// `controller 7 volume`, `controller 21 address pad 3/filter/cutoff`, `curve hard pad 3`, `mask 30 device TD-17`.
  package init(lines: String) { read(lines) }

  package mutating func read(_ lines: String) { for line in lines.split(separator: "\n") { teach(line) } }

  private mutating func teach(_ line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
    if parts.count == 3, let scope = StrikeResponse.Scope(parts[2]) {
      var response = responses[scope] ?? StrikeResponse()
      if response.set(parts[0], parts[1]) { return responses[scope] = response }
    }
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    guard words.count >= 3, let source = MIDISource(words[0], words[1]),
      let target = MIDITarget(words[2], words.count == 4 ? words[3] : nil)
    else { return }
    teach(source, target)
  }

  /// The taught functions as lines, which `init(lines:)` reads.
  package var lines: String {
    let taught = MIDISource.all.compactMap { source in
      isFree(source) ? nil : targets[source].map { "\(source.text) \($0.text)\n" }
    }
    let responses = responses.sorted { $0.key.text < $1.key.text }
    return
      (taught + responses.flatMap { scope, response in response.words.map { "\($0) \(scope.text)\n" } })
      .joined()
  }
}

extension MIDISource {
  fileprivate static let numbers = 0...127
  /// All sources in the order of the file.
  fileprivate static let all = numbers.map(note) + numbers.map(controller) + numbers.map(program)

  /// Reads the first words of a line, such as `note` and `38`.
  fileprivate init?(_ kind: String, _ number: String) {
    guard let number = Int(number) else { return nil }
    switch kind {
    case "note" where MIDISource.numbers.contains(number): self = .note(number)
    case "controller" where MIDISource.numbers.contains(number): self = .controller(number)
    // As devices print them, from 1.
    case "program" where MIDISource.numbers.contains(number - 1): self = .program(number - 1)
    default: return nil
    }
  }

  /// The text that the lines begin with.
  fileprivate var text: String {
    switch self {
    case .note(let number): "note \(number)"
    case .controller(let number): "controller \(number)"
    case .program(let number): "program \(number + 1)"
    }
  }
}

extension MIDITarget {
  private static let levels: KeyValuePairs<String, MIDITarget> = [
    "volume": .volume, "balance": .balance, "speed": .speed, "sweep": .sweep,
  ]

  /// Reads the words behind a source, such as `pad` and `3`, or `volume` alone.
  fileprivate init?(_ word: String, _ argument: String?) {
    func number(_ range: ClosedRange<Int>) -> Int? {
      argument.flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    let target: MIDITarget? =
      switch (word, argument) {
      case (_, nil): MIDITarget.levels.first { $0.key == word }?.value
      case ("pad", _?): number(HitColumns.padRange).map { .pad($0) }
      case ("choke", _?): number(HitColumns.padRange).map { .choke($0) }
      case ("choke-note", _?): number(MIDISource.numbers).map { .chokeNote($0) }
      case ("tom", _?): number(KitToms.numbers).map { .tom($0, isRim: false) }
      case ("tom-rim", _?): number(KitToms.numbers).map { .tom($0, isRim: true) }
      case ("crash-edge", _?): number(PadNotes.crashNumbers).map { .crashEdge($0) }
      case ("as", _?): number(MIDISource.numbers).map { .note($0) }
      case ("command", let name?): Command(name: name).map { .command($0) }
      case ("move", let name?): Move(rawValue: name).map { .move($0) }
      case ("address", let text?): MixGraph.Address(text).map { .address($0) }
      default: nil
      }
    guard let target else { return nil }
    self = target
  }

  /// The text behind a source.
  fileprivate var text: String {
    switch self {
    case .pad(let pad): "pad \(pad)"
    case .choke(let pad): "choke \(pad)"
    case .chokeNote(let note): "choke-note \(note)"
    case .note(let note): "as \(note)"
    case .tom(let tom, let isRim): "\(isRim ? "tom-rim" : "tom") \(tom)"
    case .crashEdge(let crash): "crash-edge \(crash)"
    case .command(let command): "command \(command.name)"
    case .move(let move): "move \(move.rawValue)"
    case .address(let address): "address \(address.text)"
    case .volume, .balance, .speed, .sweep: MIDITarget.levels.first { $0.value == self }?.key ?? ""
    }
  }
}
