import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Player

/// The player and the transport that programs share.
@MainActor @Suite struct TransportLinkTests {
  private let bench = PlayerBench("a", "b")
  private let log = Log()

  @MainActor private final class Log { var requests: [SharedTransportRequest] = [] }

  private func link(_ mode: TransportLink.Mode) -> TransportLink {
    TransportLink(bench.model, mode: mode, changes: MainThreadChannel(MainThread { _ in })) { [log] in
      log.requests.append($0)
    }
  }

  /// Returns a start, a stop or a relocation.
  private func change(
    rolls: Bool, at seconds: Double, relocated: Bool = false, after requests: Int = 0
  ) -> SharedTransportChange {
    SharedTransportChange(
      isRolling: rolls, seconds: seconds, at: bench.model.now(), isStateChanged: !relocated,
      isRelocated: relocated, precedingRequests: requests)
  }

  @Test func leadsWithPlayPauseAndSeeks() {
    let link = link(.lead)
    bench.model.seek(to: 3)
    bench.model.play()
    bench.model.pause()
    #expect(log.requests == [.locate(3), .locate(3), .start, .stop])
    link.receive(change(rolls: true, at: 1, relocated: true))
    #expect(!bench.model.phase.isPlaying, "it does not follow")
  }

  @Test func followsStartStopAndPosition() {
    let link = link(.follow)
    link.receive(change(rolls: true, at: 2))
    #expect(bench.model.phase.isPlaying)
    #expect((bench.model.elapsed - 2).magnitude < 1)
    link.receive(change(rolls: true, at: 7, relocated: true))
    #expect(bench.model.elapsed >= 7)
    link.receive(change(rolls: false, at: 7))
    #expect(!bench.model.phase.isPlaying)
    #expect(log.requests.isEmpty, "it does not lead")
  }

  @Test func whatFollowsDoesNotLead() {
    let link = link(.both)
    link.receive(change(rolls: true, at: 2))
    bench.begin(0, at: 2)
    link.receive(change(rolls: true, at: 7, relocated: true))
    #expect(bench.transport.take().contains(.seek(7)))
    bench.emit(.moved(bench.id(0), bench.anchor(7)))
    #expect(bench.model.playbackState == .playing && log.requests.isEmpty)
    bench.model.pause()
    #expect(log.requests == [.stop])
  }

  @Test func seekOfWhatPlaysIsLocatedWhenItIsHeard() {
    let link = link(.lead)
    bench.model.play()
    bench.begin(0)
    log.requests = []
    bench.model.seek(to: 30)
    #expect(log.requests.isEmpty)
    bench.emit(.moved(bench.id(0), bench.anchor(30)))
    #expect(log.requests == [.locate(30), .start])
    _ = link
  }

  @Test func seekThatTakesLongIsCorrectedOnceAndAllowedForLater() {
    let link = link(.follow)
    link.receive(change(rolls: true, at: 0))
    bench.begin(0)
    _ = bench.transport.take()
    link.receive(change(rolls: true, at: 7, relocated: true))
    bench.pass(seconds: 0.125)
    bench.emit(.moved(bench.id(0), bench.anchor(7)))
    #expect(bench.transport.take() == [.seek(7), .seek(7.25)])
    bench.pass(seconds: 0.125)
    bench.emit(.moved(bench.id(0), bench.anchor(7.25)))
    #expect(bench.transport.take().isEmpty && log.requests.isEmpty)
    link.receive(change(rolls: true, at: 40, relocated: true))
    #expect(bench.transport.take() == [.seek(40.125)])
  }

  @Test func pauseWhileItSeeksToTheTransportStopsTheTransport() {
    let link = link(.both)
    link.receive(change(rolls: true, at: 2))
    bench.begin(0, at: 2)
    link.receive(change(rolls: true, at: 7, relocated: true))
    bench.model.pause()
    bench.emit(.moved(bench.id(0), bench.anchor(7, rate: 0)))
    #expect(bench.model.playbackState == .paused && log.requests == [.stop])
  }

  @Test func changeThatIsOlderThanThePauseDoesNotEndIt() {
    let link = link(.both)
    bench.model.play()
    bench.begin(0)
    bench.model.pause()
    #expect(log.requests.suffix(2) == [.start, .stop])
    link.receive(change(rolls: true, at: 7, after: 1))
    link.receive(change(rolls: true, at: 7, relocated: true, after: 1))
    #expect(bench.model.playbackState == .paused)
    link.receive(change(rolls: true, at: 7, after: 2))
    #expect(bench.model.phase.isPlaying)
  }

  @Test func relocationDoesNotEndAPauseAndAStartDoes() {
    let link = link(.follow)
    link.receive(change(rolls: true, at: 2))
    bench.begin(0, at: 2)
    bench.model.pause()
    link.receive(change(rolls: true, at: 7, relocated: true))
    #expect(bench.model.playbackState == .paused)
    link.receive(change(rolls: false, at: 7))
    link.receive(change(rolls: true, at: 7))
    #expect(bench.model.phase.isPlaying)
  }

  @Test func offDoesNothing() {
    let link = link(.off)
    link.receive(change(rolls: true, at: 2, relocated: true))
    bench.model.play()
    #expect(log.requests.isEmpty && bench.model.elapsed < 1)
  }
}
