import AudioBase
import MixEngine
import Percussion
import Player
import SystemBase

/// Applies the events of the engine to the player and to the controllers that follow it. Main thread.
@MainActor
package final class EngineEventDispatcher {
  private let application: Application
  private let engine: EngineControl
  private let events: EngineEvents
  private let transport: LocalTransport
  private let output: OutputController
  /// Returns the number of commands that were refused since too many came at once.
  private let lostCommands: () -> Int
  /// The number of hits by keys and mouse.
  package private(set) var hits = 0
  /// The most events of the engine that are applied in one turn of the main loop.
  package static let mostEvents = 256
  /// Seconds after a message about lost input until the next one.
  private static let lossPause = 1.0
  /// The numbers of lost hits and commands in the last message, and the earliest time of the next message.
  private var told = (hits: 0, commands: 0, next: HostTime(nanoseconds: 0))
  /// Called with each hit when it starts to sound.
  package var onHit: (StartedHit) -> Void = { _ in }

  package init(
    application: Application, engine: EngineControl, events: EngineEvents, transport: LocalTransport,
    output: OutputController, lostCommands: @escaping () -> Int
  ) {
    (self.application, self.transport, self.output) = (application, transport, output)
    (self.engine, self.events, self.lostCommands) = (engine, events, lostCommands)
  }

  private var model: PlayerModel { application.model }

  /// Applies the events of the engine since the last call. If more wait, their signal is set.
  package func drain(atMost limit: Int = EngineEventDispatcher.mostEvents) {
    events.signal.clear()
    var count = 0
    while count < limit, let event = events.next() {
      apply(event)
      count += 1
    }
    if count == limit { events.signal.wake() }
    application.takes?.recording.followCountIn(at: .now)
    application.takes?.tempo.followMetronome(at: .now)
    application.takes?.practice.follow(at: .now)
    application.followScene(at: .now)
    application.takes?.lanes.follow(at: .now)
    model.padsChanged(engine.soundingPads)
    output.use(application.bufferLength(at: .now))
    application.kits.followPrograms(at: .now)
    tellLosses(at: .now)
  }

  private func apply(_ event: EngineEvent) {
    switch event {
    case .hit(let hit):
      if !hit.isPlanned { hits += 1 }
      if hit.sample == StartedHit.unheard { application.kits.hitWasNotHeard() }
      model.padSounded(hit)
      application.takes?.practice.receive(hit)
      application.rememberHit(hit)
      application.kits.use(PadBank.pads(beside: hit.pad))
      onHit(hit)
    case .music(let segment):
      transport.receive(segment)
      application.takes?.receive(segment)
    case .ended(let stream, _): transport.streamEnded(stream)
    case .freeBegan(let serial, let frame):
      application.takes?.freeBegan(serial, at: frame)
      application.input?.freeBegan(serial, at: frame)
    case .clock(let report): transport.clockRestarted(report)
    case .note(let note): model.noteSounded(note)
    case .automation(let change): application.takes?.lanes.receive(change)
    case .hitEnded: break
    }
  }

  /// Tells how many hits, notes and commands were lost so far: at once, then once a second.
  func tellLosses(at now: HostTime) {
    let (hits, commands) = (engine.lostHits, lostCommands())
    if (hits, commands) == (told.hits, told.commands) || now < told.next { return }
    told = (hits, commands, now.advanced(bySeconds: EngineEventDispatcher.lossPause))
    application.report(.midi(.inputLost(hits: hits, commands: commands)))
  }

  /// The time at which the next beat of a count-in, the end of a bar, the release of a value, the kit of a MIDI program or a
  /// message about lost input is due; nil if there is none.
  package var nextBeat: HostTime? {
    let isLossUntold = engine.lostHits != told.hits || lostCommands() != told.commands
    let times = [
      application.takes?.nextBeat, application.takes?.practice.nextBar, application.takes?.lanes.nextDue,
      application.kits.nextProgram, application.mixer?.nextSceneStep, isLossUntold ? told.next : nil,
    ]
    // A device that has stopped never reaches the beat.
    return times.compactMap { $0 }.min()
      .map { max($0, HostTime.now.advanced(bySeconds: 0.005)) }
  }
}

extension Application {
  /// The seconds after a hit for which the output expects the next one.
  private static let drummingSeconds = 600.0

  /// Returns how much sound the output should buffer: much where the user only listens.
  ///
  /// A user listens if pads are hidden, none was struck for a while, no input is on and no take is recorded.
  func bufferLength(at now: HostTime) -> BufferLength {
    let isDrumming =
      model.pads.lastStrike.map { now.seconds(since: $0) < Application.drummingSeconds } ?? false
    let isRecording = takes?.recording.isActive == true || input?.isOn == true
    return screen?.hidesPads == true && !isDrumming && !isRecording ? .long : .short
  }
}
