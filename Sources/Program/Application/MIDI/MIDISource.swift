import AudioBase
import Player
import Studio
import SystemBase

/// A note, a controller or a program of a MIDI device, to which a function can be assigned.
package enum MIDISource: Hashable, Sendable {
  case note(Int)
  case controller(Int)
  case program(Int)

  /// Creates the source of a note or a controller message. Returns nil for the end of a note, for pressure and for a
  /// bend.
  package init?(_ message: MIDIMessage) {
    switch message {
    case .noteOn(_, let note, _): self = .note(note)
    // Electronic kits send the pedal position and the strike position before the note that is assigned.
    case .controlChange(MIDIMessage.drumChannel, MIDIMessage.pedalController, _),
      .controlChange(MIDIMessage.drumChannel, MIDIMessage.positionController, _),
      .controlChange(MIDIMessage.drumChannel, MIDIMessage.ridePositionController, _):
      return nil
    case .controlChange(_, let controller, _): self = .controller(controller)
    case .programChange(_, let program): self = .program(program)
    case .noteOff, .notePressure, .pitchBend, .clock, .start, .goOn, .stop, .songPosition, .machine:
      return nil
    }
  }
}

/// A report of the thread of a MIDI input to the main thread.
package enum MIDIReport: Hashable, Sendable {
  case command(Command, HostTime)
  /// A note or a controller, while one is taught.
  case heard(MIDISource)
  case notice(MIDINotice)
  /// The beats of the clock that is followed, once in each beat.
  case clock(ClockBeats)
  /// The device whose clock is followed has started, stopped or moved its song.
  case song(SongChange)
  /// Some beats of the clock that is sent have passed: the place of the music is due.
  case clockProgress
  /// A program change without an assignment, from 0.
  case program(Int)
  /// A command of MIDI machine control.
  case machine(MIDIMessage.MachineCommand, HostTime)
  /// The learned curve as a line of the map; nil if the strikes were too similar.
  case curve(String?)
  /// The input that is wanted was opened, before its messages; false if there is none.
  case inputOpened(Bool)

  /// What becomes of it while others wait for the main thread.
  package var kind: MainThread.Call.Kind {
    switch self {
    case .command(let command, _): command.kind
    case .program: .value("MIDI program")
    case .machine: .input
    case .heard: .value("MIDI source")
    case .notice, .clock, .song, .clockProgress, .curve, .inputOpened: .result
    }
  }
}

extension Command {
  /// What becomes of a command of MIDI while others wait for the main thread.
  fileprivate var kind: MainThread.Call.Kind {
    guard case .request(let request) = self else { return .input }
    if let name = request.valueName { return .value("command \(name)") }
    // A move that is not released would sound on.
    return request.releasesMove ? .result : .input
  }
}

package enum MIDINotice: Hashable, Sendable {
  case connected(String)
  case lost(DeviceError)
  /// An input cannot be opened, and is not tried again.
  case notOpened(DeviceError)
  /// A substitute pad plays a note that no pad has. As the next two, said at the first strike since the kit was loaded; this
  /// one for the first such note alone.
  case substituted(note: Int, pad: Int)
  /// No pad plays a note.
  case silent(note: Int)
  /// The kit does not have the pad of a note.
  case missing(note: Int, pad: Int)
  /// A device sends more messages in a second than a working one does.
  case flood(String, messages: Int)
  /// A device sent more messages than could be read, and some were lost.
  case overrun(String)
  /// Hits and notes, or commands of keys and MIDI, were lost since too many came at once; since the start of the program.
  case inputLost(hits: Int, commands: Int)
  /// A line changed the assignments.
  case changed(String)
  /// A line is not valid.
  case notUnderstood(String)
  /// A velocity curve is learned from the next strikes.
  case learningCurve
  /// The curve is to be learned for something that is neither a pad nor a device.
  case unknownScope(String)
  /// The strikes were too similar to learn a curve.
  case noCurve
  /// A clock is to be sent, but there is no output for it.
  case noClockOutput
  /// The output of the clock is used again, or cannot be used.
  case outputConnected(String)
  case outputLost(DeviceError)
  /// There is no kit for a program, from 0.
  case noKit(program: Int, kits: Int)
  /// A device profile has an invalid line, by its number. The other lines are used.
  case badProfile(FilePath, line: Int)
  /// There is no MIDI input, or none is used.
  case noInput
  /// Teaching begins when the input is open.
  case openingInput
  /// The next note or controller is taught.
  case learning
  /// A note or a controller has come; the next key names what it does.
  case heard(MIDISource)
  /// Escape ended the teaching.
  case notLearned
  /// A key was pressed before a note or a controller came.
  case nothingHeard
  /// The pressed key is neither a pad nor volume, balance or speed.
  case notTaught(MIDISource)
  case taught(MIDISource, MIDITarget)

  var severity: Severity {
    switch self {
    case .connected, .outputConnected, .openingInput, .learning, .notLearned, .heard, .taught, .substituted,
      .changed, .learningCurve:
      .info
    case .lost, .notOpened, .overrun, .inputLost, .outputLost, .noClockOutput, .flood, .missing, .noInput,
      .nothingHeard, .notTaught, .silent, .notUnderstood, .noCurve, .unknownScope, .noKit, .badProfile:
      .warning
    }
  }
}

package enum MIDITarget: Hashable, Sendable {
  /// Strikes a pad.
  ///
  /// - Parameter pad: from 1.
  case pad(Int)
  /// Chokes a pad, from 1.
  case choke(Int)
  /// Chokes the pad that has a note of General MIDI, and the other zones of its cymbal.
  case chokeNote(Int)
  /// Plays what another note plays, such as the drum for its rim.
  case note(Int)
  /// Strikes a tom of an electronic kit, 1–4, or its rim, on whichever pad the kit has it.
  case tom(Int, isRim: Bool)
  /// Strikes the edge of a crash of an electronic kit, 1 or 2, or the crash if the kit has no edge of it.
  case crashEdge(Int)
  case volume, balance, speed
  /// Turns the filter of the music.
  case sweep
  /// Performs a command.
  case command(Command)
  /// Holds a move.
  case move(Move)
  /// Moves a value of the mixer.
  case address(MixGraph.Address)
}

/// Changes of keys, which wait for a key.
extension Application {
  /// Waits for a key. The front end reports it instead of performing its command.
  package func await(_ edit: ApplicationState.KeyEdit) -> Response {
    state.keyEdit = edit
    return .captureKey
  }

  /// Stops waiting for a key. Returns what the key is for; nil if no key was awaited.
  package func endKeyEdit() -> ApplicationState.KeyEdit? {
    defer { changes.send(.state) }
    return state.keyEdit.take()
  }
}

/// Teaching MIDI devices: a pad of the device is struck, then the key is pressed that it replaces.
extension Application {
  package func receive(_ report: MIDIReport) {
    switch report {
    case .command(let command, let time): request(command, from: .midi, at: time)
    case .heard(let source): heard(source)
    case .notice(let notice): self.report(.midi(notice))
    case .clock(let beats): takes?.tempo.follow(beats)
    case .song(let change): followSong(change)
    case .clockProgress: takes?.tempo.updateClock()
    case .program(let program): kits.choose(program: program, at: .now)
    case .machine(let command, let time): follow(command, at: time)
    case .curve(let line): curveIsLearned(line)
    case .inputOpened(let isThere): inputIsOpened(isThere)
    }
  }

  /// Follows a command of MIDI machine control. One that begins what runs already, or ends what does not run, does nothing.
  private func follow(_ command: MIDIMessage.MachineCommand, at time: HostTime) {
    let isRecording = takes.map { ![.idle, .ending].contains($0.recording.phase) } ?? false
    switch command {
    case .play, .deferredPlay: request(.playback(.play), from: .midi, at: time)
    case .pause: request(.playback(.pause), from: .midi, at: time)
    case .stop:
      if isRecording { request(.take(.record), from: .midi, at: time) }
      request(.playback(.stop), from: .midi, at: time)
    case .recordStrobe: if !isRecording { request(.take(.record), from: .midi, at: time) }
    case .recordExit: if isRecording { request(.take(.record), from: .midi, at: time) }
    }
  }

  /// Waits for a note or a controller, then for a key; if the input is still being opened, as soon as it is open.
  package func learnMIDI() -> Outcome {
    let input = midi.setLearning(true)
    state.teachesOpenInput = input == .opening
    switch input {
    case .none: return .notice(.midi(.noInput))
    case .opening: return .notice(.midi(.openingInput))
    case .open:
      beginLearning()
      return .response(.captureKey)
    }
  }

  private func beginLearning() {
    state.keyEdit = .midi(nil)
    report(.midi(.learning))
  }

  /// Begins the teaching that waits for the input, or says that there is none.
  private func inputIsOpened(_ isThere: Bool) {
    guard state.teachesOpenInput else { return }
    state.teachesOpenInput = false
    if isThere {
      beginLearning()
      streams.responses.send(.captureKey)
    } else {
      _ = midi.setLearning(false)
      report(.midi(.noInput))
    }
  }

  /// Changes the assignments by a line, or learns a velocity curve: `curve learn`, `curve learn pad 3`.
  package func changeMIDI(_ line: String) -> Outcome {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count >= 2, words[0] == "curve", words[1] == "learn" else {
      return .notice(.midi(midi.change(line) ? .changed(line) : .notUnderstood(line)))
    }
    return .notice(.midi(midi.learnCurve(for: words.count == 3 ? words[2] : nil)))
  }

  /// Stores a learned curve; nil reports that none was learned.
  package func curveIsLearned(_ line: String?) {
    report(line.map(changeMIDI) ?? .notice(.midi(.noCurve)))
  }

  /// Handles that a note or a controller has come while one is taught; the last one applies.
  package func heard(_ source: MIDISource) {
    guard case .midi(let last)? = state.keyEdit, last != source else { return }
    state.keyEdit = .midi(source)
    report(.midi(.heard(source)))
  }

  /// Teaches what was heard last the command of the key that was pressed.
  ///
  /// - Parameter command: of the key; nil if it has none.
  package func endLearning(_ source: MIDISource?, _ command: Command?, isCancelled: Bool) {
    _ = midi.setLearning(false)
    if isCancelled { return report(.midi(.notLearned)) }
    guard let source else { return report(.midi(.nothingHeard)) }
    guard let target = target(of: source, command) else { return report(.midi(.notTaught(source))) }
    midi.teach(source, target)
    report(.midi(.taught(source, target)))
  }

  private func target(of source: MIDISource, _ command: Command?) -> MIDITarget? {
    switch (source, command) {
    // An accent is struck with Shift.
    case (.note, .pad(let key, .accented)?): .choke(state.bank.pad(ofKey: key))
    case (.note, .pad(let key, _)?): .pad(state.bank.pad(ofKey: key))
    case (_, .mixer(let command)?) where command.move != nil: command.move.map { .move($0) }
    case (.controller, .request(Command.Request.sweep)?): .sweep
    case (.controller, .request(Command.Request.sweepEcho)?): .address(MixGraph.Address(.echo))
    // In the mixer, these keys change the chosen value.
    case (.controller, .playback(.volumeUp)?), (.controller, .playback(.volumeDown)?):
      screen?.mixerAddress.map { .address($0) } ?? .volume
    case (.controller, .playback(.balanceToMusic)?), (.controller, .playback(.balanceToPads)?): .balance
    case (.controller, .playback(.speedUp)?), (.controller, .playback(.speedDown)?): .speed
    // A level that a key changes by steps can be assigned to a controller only.
    case (.note, .playback(.volumeUp)?), (.note, .playback(.volumeDown)?),
      (.note, .playback(.balanceToMusic)?), (.note, .playback(.balanceToPads)?),
      (.note, .playback(.speedUp)?), (.note, .playback(.speedDown)?),
      (.note, .request(Command.Request.sweep)?), (.note, .request(Command.Request.sweepEcho)?),
      (_, .pads(.learnMIDI)?):
      nil
    case (_, .playback(_)?), (_, .take(_)?), (_, .pads(_)?), (_, .seek(_)?), (_, .request(_)?):
      command.map { .command($0) }
    case _: nil
    }
  }
}
