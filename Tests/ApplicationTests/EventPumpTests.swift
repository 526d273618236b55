import AudioBase
import Player
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application

/// Reports of other threads as they reach the application.
@MainActor @Suite struct EventPumpTests {
  @Test func promptOpenedByAMIDICommandGetsTheKeys() throws {
    let bench = LocalPlayerBench([("a", nil)])
    let folder = try TemporaryFolder()
    let saver = FileSaver(name: "files") { _ in }
    let output = OutputController(
      TestOpener(), memory: DeviceMemory(SavedFile(folder.file("devices.json"), by: saver))
    ) { _ in }
    let application = Application(model: bench.model)
    let loader = QueueLoader(
      application: application, tags: TrackLoader(read: { _ in nil }, deliver: { _ in }), report: { _ in })
    let pump = EventPump(
      application: application, engine: bench.engine.control, events: bench.engine.events,
      transport: bench.transport, output: output, loader: loader)
    var responses: [Application.Response] = []
    application.onResponse = { responses.append($0) }
    pump.receive(.midi(.command(.request(.volume(Decibels(-3))), .now)))
    pump.receive(.midi(.command(.program(.palette), .now)))
    #expect(responses == [.done, .acceptText] && application.field != nil)
    output.stop()()
  }
}
