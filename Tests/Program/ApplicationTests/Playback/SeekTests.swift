import ApplicationTestSupport
import AudioBase
import MixEngine
import Player
import PlayerTestSupport
import Studio
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// What seeks say where no music plays.
@MainActor @Suite struct SeekTests {
  @Test func seekOfAStoppedTrackSaysWherePlayBegins() throws {
    let bench = PlayerBench("a")
    let application = Application(model: bench.model)
    let session = ScreenSession(application)
    for (text, seconds) in [("seek 30", 30.0), ("seek 30", 60), ("seek 0:10", 10)] {
      session.perform(try Command.parse(text), from: .remote)
      #expect(application.state.notices.entries.map(\.notice) == [.playBegins(at: seconds)], "\(text)")
    }
    session.perform(try Command.parse("seek 50%"))
    #expect(application.state.notices.last == .lengthUnknown && bench.model.elapsed == 10)
    bench.model.play()
    bench.begin(0)
    session.perform(.seek(5))
    #expect(application.state.notices.last == .nowPlaying(title: "a"))
  }

  @Test(arguments: ["seek 9:00", "seek 600", "seek 100%"])
  func seekPastTheEndStaysBeforeIt(text: String) throws {
    let bench = PlayerBench("a", "b")
    let application = Application(model: bench.model)
    let session = ScreenSession(application)
    bench.model.play()
    bench.begin(0)
    session.perform(try Command.parse(text))
    #expect(bench.transport.take().last == .seek(99))
    bench.begin(0, at: 99.5)
    session.perform(try Command.parse(text))
    #expect(bench.transport.take().last == .seek(99.5), "a seek forward never goes back")
  }

  @Test(arguments: ["seek 30", "seek 1:30", "seek 50%"])
  func seekInAnEmptyQueueSaysThatItIsEmpty(text: String) throws {
    let application = Application(model: PlayerBench().model)
    let session = ScreenSession(application)
    session.perform(try Command.parse(text))
    #expect(application.state.notices.last == .queue(.isEmpty))
  }

  @Test func layersSayThatTheQueueIsEmptyWhenTheySeek() throws {
    let bench = try TakeBench([])
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
    let application = Application(model: bench.player.model)
    let session = ScreenSession(application)
    application.takes = bench.controller
    let owner = MixOwner(engine.control, MixCatalog(userFolder: FilePath("/u"), shippedFolder: nil)) { _, _ in
    }
    let instrument = InstrumentController(owner)
    var told: [Notice] = []
    let subscription = application.streams.reported.subscribe { told.append($0) }
    let layers: [ScreenLayer] = [
      LyricsLayer(session), InstrumentLayer(session, instrument), PracticeLayer(session, bench.controller),
    ]
    for layer in layers {
      session.open(layer)
      session.perform(.seek(5))
      #expect(told == [.queue(.isEmpty)] && session.layers.last === layer, "\(type(of: layer))")
      told = []
    }
    // The keys of a list act on the list.
    session.open(ChapterListLayer(session))
    session.perform(.seek(5))
    #expect(told.isEmpty)
    session.open(TimelineLayer(session, bench.controller))
    session.perform(.timeline(.playHere))
    #expect(told == [.queue(.isEmpty)])
    withExtendedLifetime(subscription) {}
    bench.close()
  }

  @Test func seekOfAnotherPlayerThatIsStoppedSaysThatNothingPlays() {
    let bench = PlayerBench()
    bench.transport.isExternal = true
    let application = Application(model: bench.model)
    let session = ScreenSession(application)
    let track = TrackInfo(path: FilePath("/mpris/x"))
    let position = bench.anchor(0, rate: 0)
    bench.emit(
      .external(ExternalState(trackName: "/1", track: track, playback: .stopped, position: position)))
    session.perform(.seek(5))
    #expect(application.state.notices.last == .library(.nothingPlays))
  }
}
