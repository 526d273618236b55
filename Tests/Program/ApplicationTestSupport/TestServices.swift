import Application
import AudioBase
import Instruments
import KitEditing
import MixEngine
import MusicFiles
import Percussion
import Player
import SystemBase
import TakeExchange

/// The program around an application, of which a test gives what it needs. The rest does nothing.
@MainActor
package final class TestServices: KeyServing, MIDITeaching, ProgramServing, KitServing, ExportServing,
  DeviceServing
{
  fileprivate let kitEvents = MainThreadChannel<KitEvent>.idle
  package var keys: (Command) -> [String] = { _ in [] }
  package var bindKey: (String, Command) -> Void = { _, _ in }
  package var removeKey: (String) -> Void = { _ in }
  package var restoreKeys: () -> Void = {}
  package var changeBank: (BankChange) -> Void = { _ in }
  package var chooseChord: (GuitarChord) -> Void = { _ in }
  package var midiInput = MIDIInputState.none
  package var teachMIDI: (MIDISource, MIDITarget) -> Void = { _, _ in }
  package var taughtMIDI: () -> [String] = { [] }
  package var shownSettings: () -> [SettingLine] = { [] }
  package var changeSetting: (String, String) -> Void = { _, _ in }
  package var keepSetting: (String, String?) -> Void = { _, _ in }
  package var chooseKit: (FilePath) -> Bool = { _ in false }
  package var folder: (String) -> FilePath = { FilePath($0) }
  package var completeFolder: (String) -> Void = { _ in }
  /// The files that the last completion of a path asked for.
  package private(set) var completedFiles = FolderCompletion.Files.none
  package var prepareChoices: () -> Void = {}
  package var choices: (_ command: String, String) -> [String] = { _, _ in [] }
  package var openMusic: (String) -> Void = { _ in }
  package var insertMusic: (FilePath, QueuePlace, _ playing: Bool) -> Void = { _, _, _ in }
  package var saveQueue: (QueueSave) -> Void = { _ in }
  package var strikePad: (_ pad: Int, Command.Stroke) -> PadRefusal? = { _, _ in nil }

  package func names(of command: Command) -> [String] { keys(command) }
  package func bind(_ key: String, to command: Command, for application: Application) {
    bindKey(key, command)
  }
  package func remove(_ key: String, of command: Command, for application: Application) { removeKey(key) }
  package func restore(for application: Application) { restoreKeys() }
  package func use(_ mode: ScreenMode) {}
  package func change(_ bank: BankChange) { changeBank(bank) }
  package func choose(_ chord: GuitarChord) { chooseChord(chord) }

  package private(set) var isLearning = false
  package func setLearning(_ isLearning: Bool) -> MIDIInputState {
    self.isLearning = isLearning
    return midiInput
  }
  package func teach(_ source: MIDISource, _ target: MIDITarget) { teachMIDI(source, target) }
  package func change(_ line: String) -> Bool { false }
  package var lines: [String] { taughtMIDI() }
  package func learnCurve(for scope: String?) -> MIDINotice { .noInput }

  package var settings: [SettingLine] { shownSettings() }
  package func set(_ name: String, _ value: String) { changeSetting(name, value) }
  package func keep(_ name: String, _ value: String?) { keepSetting(name, value) }
  package func keepKit(_ kit: FilePath) -> Bool { chooseKit(kit) }
  package func folder(typed text: String) -> FilePath { folder(text) }
  package func complete(
    _ text: String, files: FolderCompletion.Files,
    then receive: @escaping @MainActor (FolderCompletion) -> Void
  ) {
    completedFiles = files
    completeFolder(text)
  }
  package func prepareArgumentChoices() { prepareChoices() }
  package func argumentChoices(_ command: String, _ argument: String) -> [String] {
    choices(command, argument)
  }
  package var playerNames: [String] { [] }
  package func attach(to player: String) -> Bool { false }
  package func open(_ text: String) { openMusic(text) }
  package func insert(_ path: FilePath, at place: QueuePlace, playing: Bool) {
    insertMusic(path, place, playing)
  }
  package func save(_ queue: QueueSave) { saveQueue(queue) }
  package func strike(_ pad: Int, _ stroke: Command.Stroke) -> PadRefusal? { strikePad(pad, stroke) }

  package func list() {
    let kit = KitCatalog.Entry(
      path: FilePath("/kit"), name: "Kit", format: .native, pads: 8, isShipped: false, error: nil)
    kitEvents.receive(.listed([kit]))
  }
  package func complete(_ pads: PadSet) {}
  package func load(_ path: FilePath) {}
  package func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber]) {}
  package func save(_ kit: Kit, as name: String?) {}
  package func setRoom(_ level: Decibels?, ofKitAt path: FilePath) {}
  package func isOwn(_ kit: Kit) -> Bool { false }
  package func loneSample(_ sample: Int, ofLayer layer: Int, of pad: Pad) -> LoneSample { .notApplied }

  package func run(_ request: ExportRequest, report: @escaping @Sendable (ExportReport) -> Void) {}
  package func cancel() {}

  package var outputName: String { "null" }
  package func findDevices(then receive: @escaping @MainActor (DeviceList) -> Void) { receive(DeviceList()) }
  package func use(of row: DevicePicker.Row) -> DevicePicker.Use? { nil }
}

extension Application {
  /// Creates an application with `TestServices` around it.
  package convenience init(model: PlayerModel, main: MainThread = .idle) {
    let services = TestServices()
    self.init(
      model: model, keys: services, midi: services, program: services,
      kits: KitController(loaded: nil, service: services, events: services.kitEvents),
      exports: ExportController(service: services, folder: FilePath("/exports"), main: .idle),
      devices: DeviceController(service: services), main: main)
  }

  package var services: TestServices {
    guard let services = program as? TestServices else { preconditionFailure("made by this initialiser") }
    return services
  }
}
