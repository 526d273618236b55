import Application
import AudioBase
import Dubbing
import Studio

/// The functions of notes and controllers of MIDI: those that the user has taught, and the notes of the kit.
package struct MIDIMap: Hashable, Sendable {
  /// A level that a controller sets.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case volume, balance, speed, sweep
  }

  /// The controllers that MIDI 1.0 names for volume and balance, and the first one for general purposes.
  private static let usualControllers: [Int: Level] = [7: .volume, 8: .balance, 16: .speed]
  private static let numbers = 0...127

  /// The pads of taught notes, by note.
  private var notes: [Int: Int] = [:]
  /// The pads that assigned notes choke, by note.
  private var chokes: [Int: Int] = [:]
  private var controllers = MIDIMap.usualControllers
  /// The values of the mixer that taught controllers move, by controller.
  private var addresses: [Int: MixGraph.Address] = [:]
  private var moves: [MIDISource: Move] = [:]
  private var commands: [MIDISource: Command] = [:]
  /// The notes that replace other notes, such as the drum for its rim.
  private var translations: [Int: Int] = [:]
  /// The responses to strikes by pad or device.
  private var responses: [StrikeResponse.Scope: StrikeResponse] = [:]
  /// The default response, from the settings.
  package var usualResponse = StrikeResponse()
  /// The notes of the kit.
  package var kit = PadNotes(nil)

  package init() {}

  /// Returns the pad that a note strikes, from 1; nil if there is none.
  package func pad(ofNote note: Int) -> Int? { notes[note] ?? kit.pad(ofNote: translations[note] ?? note) }

  /// Returns the pad with the most similar sound for a note that no pad has; nil if there is none.
  package func pad(nearestTo note: Int) -> Int? { kit.pad(nearestTo: translations[note] ?? note) }

  /// Returns the pad that a note chokes, from 1; nil if there is none.
  package func choke(ofNote note: Int) -> Int? { chokes[note] }

  /// Returns whether the user has taught a note to strike a pad.
  package func hasTaught(note: Int) -> Bool { notes[note] != nil }

  /// Returns the level that a controller sets.
  ///
  /// - Parameter channel: from 0. On the drum channel, the default controller of the speed is the strike position.
  package func level(ofController controller: Int, channel: Int = 0) -> Level? {
    let isPosition = channel == MIDIMessage.drumChannel && controller == MIDIMessage.positionController
    return isPosition && controllers[controller] == MIDIMap.usualControllers[controller]
      ? nil : controllers[controller]
  }

  package func address(ofController controller: Int) -> MixGraph.Address? { addresses[controller] }

  /// Returns the command of a note, a controller or a program; nil if there is none.
  package func command(of source: MIDISource) -> Command? { commands[source] }

  /// Returns the move that a note or a controller holds.
  package func move(of source: MIDISource) -> Move? { moves[source] }

  package mutating func teach(note: Int, pad: Int) {
    forget(.note(note))
    notes[note] = pad
  }

  package mutating func teach(note: Int, choke pad: Int) {
    forget(.note(note))
    chokes[note] = pad
  }

  package mutating func teach(_ source: MIDISource, move: Move) {
    forget(source)
    moves[source] = move
  }

  package mutating func teach(_ source: MIDISource, command: Command) {
    forget(source)
    commands[source] = command
  }

  /// Returns the map, completed with the functions of a profile for sources without an assignment.
  package func completed(by profile: MIDIProfile, of device: String) -> MIDIMap {
    var map = self
    let other = profile.map
    map.notes.merge(other.notes.filter { isFree(.note($0.key)) }) { old, _ in old }
    map.chokes.merge(other.chokes.filter { isFree(.note($0.key)) }) { old, _ in old }
    map.translations.merge(other.translations.filter { isFree(.note($0.key)) }) { old, _ in old }
    map.moves.merge(other.moves.filter { isFree($0.key) }) { old, _ in old }
    map.commands.merge(other.commands.filter { isFree($0.key) }) { old, _ in old }
    for (number, level) in other.controllers where isFree(.controller(number)) {
      map.controllers[number] = level
    }
    for (number, address) in other.addresses where isFree(.controller(number)) {
      (map.controllers[number], map.addresses[number]) = (nil, address)
    }
    let scope = StrikeResponse.Scope.device(device)
    map.responses[scope] = (responses[scope] ?? StrikeResponse()).completed(by: profile.response)
    return map
  }

  /// Returns whether a source has no assignment.
  private func isFree(_ source: MIDISource) -> Bool {
    if moves[source] != nil || commands[source] != nil { return false }
    switch source {
    case .note(let note): return notes[note] == nil && chokes[note] == nil && translations[note] == nil
    case .controller(let number):
      return addresses[number] == nil && controllers[number] == MIDIMap.usualControllers[number]
    case .program: return true
    }
  }

  /// Assigns a value of the mixer to a controller, and removes the value from the former one.
  package mutating func teach(controller: Int, address: MixGraph.Address) {
    forget(.controller(controller))
    addresses = addresses.filter { $0.value != address }
    addresses[controller] = address
  }

  private mutating func forget(_ source: MIDISource) {
    (moves[source], commands[source]) = (nil, nil)
    switch source {
    case .note(let note): (notes[note], chokes[note], translations[note]) = (nil, nil, nil)
    case .program: break
    case .controller(let controller):
      controllers[controller] = nil
      addresses[controller] = nil
    }
  }

  /// Assigns a level to a controller. The controller that was taught the level before does nothing then.
  package mutating func teach(controller: Int, level: Level) {
    forget(.controller(controller))
    controllers = controllers.filter { $0.value != level }
    controllers[controller] = level
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
    } else if words.count >= 2, let source = MIDIMap.source(words[0], words[1]) {
      forget(source)
      if case .controller(let number) = source { controllers[number] = MIDIMap.usualControllers[number] }
    } else if words.count == 3, let scope = StrikeResponse.Scope(words[2]) {
      responses[scope]?.remove(words[0])
      if responses[scope] == StrikeResponse() { responses[scope] = nil }
    }
    return self != before
  }

  private static func source(_ kind: String, _ number: String) -> MIDISource? {
    guard let number = Int(number), numbers.contains(number) else { return nil }
    return switch kind {
    case "note": .note(number)
    case "controller": .controller(number)
    case "program": .program(number)
    default: nil
    }
  }

  // MARK: The file

  /// Reads the lines of a file. Invalid lines are skipped.
  ///
  /// Examples: `note 38 pad 1`, `note 14 choke 12`, `note 58 as 43`, `note 40 move stutter`, `note 60 command record`,
  /// `program 3 command kit Electronic`, `controller 7 volume`, `controller 21 address pad 3/filter/cutoff`,
  /// `curve hard pad 3`, `mask 30 device TD-17`.
  package init(lines: String) { for line in lines.split(separator: "\n") { teach(line) } }

  private mutating func teach(_ line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
    if parts.count == 3, let scope = StrikeResponse.Scope(parts[2]) {
      var response = responses[scope] ?? StrikeResponse()
      if response.set(parts[0], parts[1]) { return responses[scope] = response }
    }
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    guard words.count >= 3, let number = Int(words[1]), MIDIMap.numbers.contains(number) else { return }
    switch (words[0], words[2], words.count == 4 ? words[3] : nil) {
    case ("note", "pad", let text?):
      if let pad = Int(text), HitColumns.padRange.contains(pad) { teach(note: number, pad: pad) }
    case ("note", "choke", let text?):
      if let pad = Int(text), HitColumns.padRange.contains(pad) { teach(note: number, choke: pad) }
    case ("note", "as", let text?):
      if let other = Int(text), MIDIMap.numbers.contains(other) {
        forget(.note(number))
        translations[number] = other
      }
    case (let kind, "command", let text?):
      if let source = MIDIMap.source(kind, words[1]), let command = Command(name: text) {
        teach(source, command: command)
      }
    case ("note", "move", let text?): Move(rawValue: text).map { teach(.note(number), move: $0) }
    case ("controller", "move", let text?): Move(rawValue: text).map { teach(.controller(number), move: $0) }
    case ("controller", "address", let text?):
      MixGraph.Address(text).map { teach(controller: number, address: $0) }
    case ("controller", let name, nil): Level(rawValue: name).map { teach(controller: number, level: $0) }
    default: return
    }
  }

  private var responseLines: [String] {
    responses.sorted { $0.key.text < $1.key.text }.flatMap { scope, response in
      response.words.map { "\($0) \(scope.text)\n" }
    }
  }

  /// The taught functions as lines, which `init(lines:)` reads.
  package var lines: String {
    var notes = notes.mapValues { "pad \($0)" }.merging(chokes.mapValues { "choke \($0)" }) { $1 }
      .merging(translations.mapValues { "as \($0)" }) { $1 }
    var programs: [Int: String] = [:]
    var controllers = controllers.filter { MIDIMap.usualControllers[$0.key] != $0.value }.mapValues(
      \.rawValue)
    for (number, address) in addresses { controllers[number] = "address \(address.text)" }
    for (source, move) in moves {
      switch source {
      case .note(let number): notes[number] = "move \(move.rawValue)"
      case .controller(let number): controllers[number] = "move \(move.rawValue)"
      case .program: break
      }
    }
    for (source, command) in commands {
      switch source {
      case .note(let number): notes[number] = "command \(command.name)"
      case .controller(let number): controllers[number] = "command \(command.name)"
      case .program(let number): programs[number] = "command \(command.name)"
      }
    }
    return
      (notes.sorted { $0.key < $1.key }.map { "note \($0.key) \($0.value)\n" }
      + controllers.sorted { $0.key < $1.key }.map { "controller \($0.key) \($0.value)\n" }
      + programs.sorted { $0.key < $1.key }.map { "program \($0.key) \($0.value)\n" }
      + responseLines).joined()
  }
}
