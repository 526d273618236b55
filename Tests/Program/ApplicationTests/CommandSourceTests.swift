import ApplicationTestSupport
import AudioBase
import Player
import PlayerTestSupport
import TestSupport
import Testing

@testable import Application

/// Only the user answers and cancels what the program asks.
@MainActor @Suite struct CommandSourceTests {
  private nonisolated static let others: [CommandSource] = [.midi, .program, .remote]

  private let bench = PlayerBench("a", "b", "c")
  private let application: Application

  init() { application = Application(model: bench.model) }

  /// Begins a recording. Returns the program around it.
  private func record(_ takes: TakeBench) throws -> Application {
    let application = takes.makeApplication()
    try takes.play()
    takes.controller.recording.toggle()
    takes.run(frames: 3000)
    return application
  }

  @Test(arguments: others) func commandOfAControllerBetweenTwoQuitsLetsARecordingEnd(source: CommandSource)
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write("", to: "takes")
    let takes = try TakeBench([("a", Ramp.frames(900_000))], in: folder, below: "takes")
    let application = try record(takes)
    takes.strike()
    #expect(application.perform(.program(.quit)).response == .done)
    application.perform(.request(.volume(Decibels(-3))), from: source)
    #expect(takes.player.model.levels.volume == Decibels(-3))
    #expect(application.perform(.program(.quit)).response == .quit)
    takes.close()
  }

  @Test func quitBehindTheEndOfARecordingIsNotAskedAbout() throws {
    let takes = try TakeBench([("a", Ramp.frames(900_000))])
    let application = try record(takes)
    takes.controller.recording.toggle()
    #expect(takes.controller.recording.phase == .ending)
    #expect(application.perform(.program(.quit)).response == .quit)
    takes.close()
  }

  @Test func onlyTheUserIsAskedBeforeAPlaylistIsReplaced() {
    var saves: [QueueSave] = []
    application.services.saveQueue = { saves.append($0) }
    let sources: [CommandSource] = [.palette, .midi, .program, .remote]
    for source in sources { application.perform(.request(.saveQueue("mine")), from: source) }
    #expect(saves.map(\.mayAsk) == [true, true, false, false] && saves.allSatisfy { $0.name == "mine" })
  }

  @Test(arguments: others) func quitOfAnotherProgramDoesNotAnswerTheWarningOfAKey(source: CommandSource)
    throws
  {
    let takes = try TakeBench([("a", Ramp.frames(900_000))])
    let application = try record(takes)
    #expect(application.perform(.program(.quit)).response == .done)
    #expect(application.perform(.program(.quit), from: source).response == .done)
    #expect(application.perform(.program(.quit), from: source).response == .quit)
    #expect(application.perform(.program(.quit), from: .mouse).response == .quit)
    takes.close()
  }

  @Test(arguments: others) func questionStaysOpenOnCommandsOfOtherSources(source: CommandSource) {
    application.ask(.defaultKeys)
    var restored = 0
    application.services.restoreKeys = { restored += 1 }
    for command in [Command.list(.activate), .program(.cancel), .program(.undo), .request(.balance(2))] {
      application.perform(command, from: source)
    }
    #expect(application.state.question == .defaultKeys && restored == 0)
    application.perform(.list(.activate), from: .mouse)
    #expect(application.state.question == nil && restored == 1)
  }

  @Test(arguments: others) func clearIsStillConfirmedAfterAControllerCommand(source: CommandSource) {
    application.perform(.queue(.clear))
    application.perform(.request(.balance(2)), from: source)
    application.perform(.queue(.clear))
    #expect(bench.model.queue.isEmpty)
  }
}
