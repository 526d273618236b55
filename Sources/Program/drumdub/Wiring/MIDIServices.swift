import Application
import AudioBase
import AudioDevices
import Configuration
import Controls
import Dubbing
import MixEngine
import Percussion
import Synchronization
import SystemBase

/// The MIDI input, what its messages do, and the file that stores it. Any thread.
final class MIDIServices: Sendable {
  private static let largestFile = 1 << 20
  /// Seconds after a message about lost MIDI messages until the next one.
  private static let lossPause = 1.0

  private struct Input {
    /// The settings of the input that is wanted.
    var settings: Settings
    /// The input; nil until `start`, and if no input is chosen or found.
    var opened: (any MIDIInput)?
    /// Whether inputs are opened: from `start` to `stop`.
    var isUsed = false
    /// The serial number of the input that is wanted. Each change of the choice wants another one.
    var wanted = 1
    /// The serial number of the last input that was opened, or that does not exist.
    var done = 0

    var state: MIDIInputState { done < wanted ? .opening : opened == nil ? .none : .open }
  }

  /// The settings of the start.
  private let settings: Settings
  private let file: SavedFile
  private let receiver: MIDIReceiver
  private let report: @Sendable (MIDIReport) -> Void
  private let notify: @Sendable (Notice) -> Void
  private let engine: EngineControl
  /// Sends the clock; nil while none is sent.
  private let sender = Mutex<MIDISender<MIDIClockSchedule>?>(nil)
  private let input: Mutex<Input>
  /// The time of the last message about lost MIDI messages.
  private let lossTime = Mutex<HostTime?>(nil)
  /// Held while an input is opened or closed.
  private let opening = Mutex(())
  /// Changes inputs, since devices and servers may be slow.
  private let changes = LatestJob(name: "midi input")

  /// Creates the services of MIDI, which are started later. `kit`: the kit whose notes strike its pads. `file`: stores
  /// what the user teaches. `report`: receives what the inputs do. `notify`: receives other messages to the user.
  init(
    _ settings: Settings, _ engine: AudioEngine, _ kit: Kit?, file: SavedFile,
    report: @escaping @Sendable (MIDIReport) -> Void, notify: @escaping @Sendable (Notice) -> Void
  ) {
    (self.settings, self.engine, self.file) = (settings, engine.control, file)
    input = Mutex(Input(settings: settings))
    (self.report, self.notify) = (report, notify)
    var map = MIDIMap()
    map.kit = PadNotes(kit)
    map.usualResponse = settings.strikeResponse
    MIDIServices.send(map.kit, engine.control)
    receiver = MIDIReceiver(
      port: engine.control.port(for: .midi), notes: engine.control.notePort(for: .midi), map: map,
      send: report)
    receiver.setFollowsClock(settings.midiClock == .follow)
  }

  /// Reads what was taught, opens the input and starts its thread. Called once, when the pads can sound.
  func start() {
    readMap()
    readProfiles()
    input.withLock { $0.isUsed = true }
    open()
  }

  /// Uses the input of changed settings instead of the present one, whose pads are released.
  func changeInput(_ settings: Settings) {
    let isUsed = input.withLock { input in
      input.settings = settings
      if input.isUsed { input.wanted += 1 }
      return input.isUsed
    }
    if isUsed { changes.run { [self] in open() } }
  }

  /// Closes the input, and opens the one that is wanted.
  private func open() { opening.withLock { _ in openWanted() } }

  private func openWanted() {
    let (former, settings, number) = input.withLock { input in
      input.done = input.wanted - 1
      return (input.opened.take(), input.settings, input.wanted)
    }
    former?.stop()
    receiver.releaseAll(at: .now)
    let opened: (any MIDIInput)?
    do throws(DeviceError) { opened = try settings.midi.open(beside: settings.output) } catch {
      opened = nil
      report(.notice(.notOpened(error)))
    }
    let (isUsed, isWanted) = input.withLock { input in
      input.done = number
      if input.isUsed { input.opened = opened }
      return (input.isUsed, number == input.wanted)
    }
    // Another input may be wanted by now.
    if isWanted { report(.inputOpened(opened != nil)) }
    if isUsed, let opened { start(opened) }
  }

  /// Whether a loss of messages is to be told: a flood loses many times a second.
  private var lossIsToBeTold: Bool {
    let now = HostTime.now
    return lossTime.withLock { told in
      if let before = told, now.seconds(since: before) < MIDIServices.lossPause { return false }
      told = now
      return true
    }
  }

  private func start(_ input: any MIDIInput) {
    input.start(receive: { [receiver] in receiver.receive($0, from: $1, at: $2) }) {
      [self] event in
      switch event {
      case .connected(let device): report(.notice(.connected(device)))
      case .ended(let device): receiver.releaseAll(of: device, at: .now)
      case .overrun(let device): if lossIsToBeTold { report(.notice(.overrun(device))) }
      case .lost(let error):
        receiver.releaseAll(of: error.subject, at: .now)
        report(.notice(.lost(error)))
      }
    }
  }

  func stop() {
    stopClock()?.stop()
    let opened = input.withLock { input in
      input.isUsed = false
      return input.opened.take()
    }
    opened?.stop()
  }

  /// Lets notes play the instrument of the mixer, or strike pads alone.
  func setInstrument(_ isThere: Bool) { receiver.setInstrument(isThere) }

  /// Lets the notes of another kit strike its pads, and sends its pads by their notes.
  func use(_ kit: Kit) {
    // Built before the thread of the input has to wait for the change.
    let notes = PadNotes(kit)
    MIDIServices.send(notes, engine)
    receiver.change { $0.kit = notes }
  }

  /// Has pads sent to other programs by their notes.
  private static func send(_ notes: PadNotes, _ engine: EngineControl) {
    for pad in 1...128 {
      engine.setNote(notes.note(ofPad: pad), isHeld: notes.isHeld(pad: pad), ofPad: pad)
    }
  }

  /// Reads the device profiles. Profiles of the user come first.
  private func readProfiles() {
    var profiles: [MIDIProfile] = []
    for folder in BaseFolders.midiProfiles {
      let names = FolderReader.names(in: folder)
      for name in names.sorted(by: { $0.shown < $1.shown }) where name.fileExtension == "midi" {
        let path = folder.appending(name)
        do throws(FileError) {
          let bytes = try FileBytes.read(path, limit: MIDIServices.largestFile)
          let profile = MIDIProfile(text: String(decoding: bytes, as: UTF8.self))
          if let line = profile.invalidLine { notify(.midi(.badProfile(path, line: line))) }
          profiles.append(profile)
        } catch { notify(.file(error)) }
      }
    }
    receiver.use(profiles)
  }

  private func readMap() {
    do throws(FileError) {
      let bytes = try FileBytes.read(file.path, limit: MIDIServices.largestFile)
      receiver.change { $0.read(String(decoding: bytes, as: UTF8.self)) }
    } catch {
      if error.code != .notFound { notify(.file(error)) }
    }
  }

  func use(_ settings: Settings) {
    receiver.change { $0.usualResponse = settings.strikeResponse }
    receiver.setFollowsClock(settings.midiClock == .follow)
  }

  /// Sends the beats of the takes and of the metronome as a clock, or no longer.
  @MainActor
  func sendClock(_ settings: Settings, of takes: TakeController) {
    let isSending = sender.withLock { $0 != nil }
    if isSending == (settings.midiClock == .send) { return }
    guard settings.midiClock == .send else {
      takes.tempo.sendClock(nil)
      // The thread may be opening the output.
      if let sender = stopClock() { _ = WorkerThread(name: "midi clock") { sender.stop() } }
      return
    }
    let clockOutput = self.settings.midiOutput
    guard clockOutput.kind != .off else { return notify(.midi(.noClockOutput)) }
    let started = MIDISender(MIDIClockSchedule(), to: clockOutput.name, open: clockOutput.openOutput) {
      [report, notify] event in
      switch event {
      case .connected(let name): notify(.midi(.outputConnected(name)))
      case .lost(let error): notify(.midi(.outputLost(error)))
      case .progress: report(.clockProgress)
      }
    }
    sender.withLock { $0 = started }
    started.start()
    takes.tempo.sendClock { plan in started.change { $0.use(plan, at: .now) } }
  }

  /// Stops the receivers of the clock. Returns what sent it; nil if there is nothing.
  private func stopClock() -> MIDISender<MIDIClockSchedule>? {
    let sender = sender.withLock { $0.take() }
    sender?.change { $0.end() }
    return sender
  }
}

extension MIDIServices: MIDITeaching {
  func setLearning(_ isLearning: Bool) -> MIDIInputState {
    receiver.setLearning(isLearning)
    return input.withLock { $0.state }
  }

  func teach(_ source: MIDISource, _ target: MIDITarget) {
    receiver.change { $0.teach(source, target) }
    edit { $0.teach(source, target) }
  }

  func change(_ line: String) -> Bool {
    var isValid = false
    receiver.change { isValid = $0.change(line) }
    if isValid { edit { _ = $0.change(line) } }
    return isValid
  }

  var lines: [String] { receiver.map.lines.split(separator: "\n").map(String.init) }

  func learnCurve(for scope: String?) -> MIDINotice {
    if input.withLock({ $0.state == .none }) { return .noInput }
    return receiver.learnCurve(for: scope) ? .learningCurve : .unknownScope(scope ?? "")
  }

  private func edit(_ change: @escaping @Sendable (inout MIDIMap) -> Void) {
    file.edit(permissions: 0o666) { bytes in
      // Another instance may have taught the file something else.
      var map = MIDIMap(lines: String(decoding: bytes, as: UTF8.self))
      change(&map)
      bytes = Array(map.lines.utf8)
    }
  }
}
