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

  /// The settings of the start.
  private let settings: Settings
  private let file: SavedFile
  private let receiver: MIDIReceiver
  private let report: @Sendable (MIDIReport) -> Void
  private let notify: @Sendable (Notice) -> Void
  private let engine: EngineControl
  /// Sends the clock; nil while none is sent.
  private let sender = Mutex<MIDISender<MIDIClockSchedule>?>(nil)
  /// The input; nil until `start`, and if no input is chosen or found.
  private let input = Mutex<(any MIDIInput)?>(nil)

  /// Creates the services of MIDI, which are started later. `kit`: the kit whose notes strike its pads. `file`: stores
  /// what the user teaches. `report`: receives what the inputs do. `notify`: receives other messages to the user.
  init(
    _ settings: Settings, _ engine: AudioEngine, _ kit: Kit?, file: SavedFile,
    report: @escaping @Sendable (MIDIReport) -> Void, notify: @escaping @Sendable (Notice) -> Void
  ) {
    (self.settings, self.engine, self.file) = (settings, engine.control, file)
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
    do throws(DeviceError) {
      guard let opened = try settings.midi.open(beside: settings.output) else { return }
      input.withLock { $0 = opened }
      opened.start(receive: { [receiver] in receiver.receive($0, from: $1, at: $2) }) {
        [receiver, report] event in
        switch event {
        case .connected(let device): report(.notice(.connected(device)))
        case .lost(let error):
          receiver.releaseAll(of: error.subject, at: .now)
          report(.notice(.lost(error)))
        }
      }
    } catch {
      report(.notice(.lost(error)))
    }
  }

  func stop() {
    stopClock()?.stop()
    input.withLock { $0.take() }?.stop()
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
      let names = (try? FolderReader(folder).names()) ?? []
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
  func setLearning(_ isLearning: Bool) -> Bool {
    receiver.setLearning(isLearning)
    return input.withLock { $0 != nil }
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
    if input.withLock({ $0 == nil }) { return .noInput }
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
