import Application
import AudioBase
import Instruments
import MixEngine
import MusicFiles
import Percussion
import Player
import SystemBase
import TakeExchange

/// The program around an application that is measured alone.
@MainActor
final class NoProgram: KeyServing, MIDITeaching, ProgramServing, KitServing, ExportServing, DeviceServing {
  let lines: [String] = []
  let settings: [SettingLine] = []

  func names(of command: Command) -> [String] { [] }
  func bind(_ key: String, to command: Command, for application: Application) {}
  func remove(_ key: String, of command: Command, for application: Application) {}
  func restore(for application: Application) {}
  func use(_ mode: ScreenMode) {}
  func change(_ bank: BankChange) {}
  func choose(_ chord: GuitarChord) {}

  func setLearning(_ isLearning: Bool) -> Bool { false }
  func teach(_ source: MIDISource, _ target: MIDITarget) {}
  func change(_ line: String) -> Bool { false }
  func learnCurve(for scope: String?) -> MIDINotice { .noInput }

  func set(_ name: String, _ value: String) {}
  func keep(_ name: String, _ value: String?) {}
  func keepKit(_ kit: FilePath) -> Bool { false }
  func folder(typed text: String) -> FilePath { FilePath(text) }
  func complete(
    _ text: String, findsFiles: Bool, then receive: @escaping @MainActor (FolderCompletion) -> Void
  ) {}
  func prepareArgumentChoices() {}
  func argumentChoices(_ command: String, _ argument: String) -> [String] { [] }
  var playerNames: [String] { [] }
  func attach(to player: String) -> Bool { false }
  func open(_ text: String) {}
  func insert(_ path: FilePath, at place: QueuePlace, playing: Bool) {}
  func save(_ queue: QueueSave) {}
  func strike(_ pad: Int, _ stroke: Command.Stroke) -> PadRefusal? { nil }

  func list() {}
  func complete(_ pads: PadSet) {}
  func load(_ path: FilePath) {}
  func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber]) {}
  func save(_ kit: Kit, as name: String?) {}
  func setRoom(_ level: Decibels?, ofKitAt path: FilePath) {}
  func isOwn(_ kit: Kit) -> Bool { false }
  func loneSample(_ sample: Int, ofLayer layer: Int, of pad: Pad) -> LoneSample { .notApplied }

  func run(_ request: ExportRequest, report: @escaping @Sendable (ExportReport) -> Void) {}
  func cancel() {}

  var outputName: String { "null" }
  func findDevices(then receive: @escaping @MainActor (DeviceList) -> Void) { receive(DeviceList()) }
  func use(of row: DevicePicker.Row) -> DevicePicker.Use? { nil }
}

extension Application {
  /// Creates an application without a program around it.
  convenience init(model: PlayerModel) {
    let program = NoProgram()
    let main = MainThread { _ in }
    self.init(
      model: model, keys: program, midi: program, program: program,
      kits: KitController(loaded: nil, service: program, events: MainThreadChannel(main)),
      exports: ExportController(service: program, folder: FilePath("/exports"), main: main),
      devices: DeviceController(service: program), main: main)
  }
}
