import Application
import AudioBase
import Dubbing
import Instruments
import MusicFiles
import Player
import SystemBase

/// The program around an application that is measured alone.
@MainActor
final class NoProgram: KeyServing, MIDITeaching, ProgramServing {
  let lines: [String] = []
  let settings: [SettingLine] = []

  func names(of command: Command) -> [String] { [] }
  func bind(_ key: String, to command: Command, for application: Application) {}
  func remove(_ key: String, for application: Application) {}
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
  func open(_ text: String) {}
  func insert(_ path: FilePath, at place: QueuePlace, playing: Bool) {}
  func save(_ queue: QueueSave) {}
  func findLyrics(of track: TrackLocation, then receive: @escaping @MainActor (LyricsResult) -> Void) {}
  func findChapters(of track: TrackLocation, then receive: @escaping @MainActor (ChaptersResult) -> Void) {}
  func readMIDI(
    _ text: String, then receive: @escaping @MainActor (FilePath, Result<MIDIFile, FileError>) -> Void
  ) {}
  func strike(_ pad: Int, _ stroke: Command.Stroke) -> PadRefusal? { nil }
}

extension Application {
  /// Creates an application without a program around it.
  convenience init(model: PlayerModel) {
    let program = NoProgram()
    self.init(model: model, keys: program, midi: program, program: program)
  }
}
