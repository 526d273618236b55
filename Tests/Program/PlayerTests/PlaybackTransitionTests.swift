import Testing

@testable import Player

/// The state machine of playback as a table: a row for each input, a column for each phase.
///
/// `fwd▶` seeks forward and continues playing, `bwd‖` seeks backward and stays paused. A cell contains the next phase and
/// the effects. The caller of a seek passes the position to the transport.
@Suite struct PlaybackTransitionTests {
  private static let table = """
    input      stop        play        paus       intr       fwd▶        fwd‖        bwd▶        bwd‖
    play       play/start  play        play/play  play/play  fwd▶/play   fwd▶/play   bwd▶/play   bwd▶/play
    pause      stop        paus/pause  paus       paus       fwd‖/pause  fwd‖/pause  bwd‖/pause  bwd‖/pause
    toggle     play/start  paus/pause  play/play  play/play  fwd‖/pause  fwd▶/play   bwd‖/pause  bwd▶/play
    stop       stop        stop/stop   stop/stop  stop/stop  stop/stop   stop/stop   stop/stop   stop/stop
    forward    stop        fwd▶        fwd‖       intr       fwd▶        fwd‖        fwd▶        fwd‖
    backward   stop        bwd▶        bwd‖       intr       bwd▶        bwd‖        bwd▶        bwd‖
    landed     stop        play        paus       intr       play        paus        play        paus
    next       stop        play/next   stop/stop  stop/stop  play/next   stop/stop   play/next   stop/stop
    last       stop        stop/stop   stop/stop  stop/stop  stop/stop   stop/stop   stop/stop   stop/stop
    interrupt  stop        intr/pause  paus       intr       intr/pause  fwd‖        intr/pause  bwd‖
    back       stop        play        paus       play/play  fwd▶        fwd‖        bwd▶        bwd‖
    """

  private static let inputs: [String: PlaybackEvent] = [
    "play": .play, "pause": .pause, "toggle": .toggle, "stop": .stop, "forward": .seek(forward: true),
    "backward": .seek(forward: false), "landed": .landed, "next": .ended(hasNext: true),
    "last": .ended(hasNext: false), "interrupt": .interrupt, "back": .interruptionEnded,
  ]

  private static let phases: [String: PlaybackPhase] = [
    "stop": PlaybackPhase(.stopped), "play": PlaybackPhase(.playing), "paus": PlaybackPhase(.paused),
    "intr": PlaybackPhase(.interrupted), "fwd▶": PlaybackPhase(.seekingForward, resumesPlaying: true),
    "fwd‖": PlaybackPhase(.seekingForward), "bwd▶": PlaybackPhase(.seekingBackward, resumesPlaying: true),
    "bwd‖": PlaybackPhase(.seekingBackward),
  ]

  private static let effects: [String: PlaybackEffect] = [
    "start": .startCurrent, "next": .startNext, "play": .play, "pause": .pause, "stop": .stop,
  ]

  private static let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

  @Test(arguments: rows.dropFirst()) func transitionsMatchTheTable(_ row: [String]) throws {
    let input = try #require(Self.inputs[row[0]])
    for (start, cell) in zip(Self.rows[0], row).dropFirst() {
      let parts = cell.split(separator: "/").map(String.init)
      let phase = try #require(Self.phases[start])
      let (next, effects) = PlaybackTransition.next(phase, input, hasItem: true)
      #expect(next == Self.phases[parts[0]], "\(row[0]) while \(start)")
      #expect(effects == parts.dropFirst().map { Self.effects[$0] }, "\(row[0]) while \(start)")
    }
  }

  @Test func transitionTableCoversAllInputsAndPhases() {
    #expect(Set(Self.rows.dropFirst().map { $0[0] }) == Set(Self.inputs.keys))
    #expect(Self.rows.allSatisfy { $0.count == 1 + Self.phases.count })
    #expect(Set(Self.rows[0].dropFirst()) == Set(Self.phases.keys))
    #expect(Set(Self.phases.values.map(\.state)) == Set(PlaybackPhase.State.allCases))
  }

  @Test(arguments: [PlaybackEvent.play, .toggle]) func playWithoutATrackStaysStopped(_ input: PlaybackEvent) {
    let (phase, effects) = PlaybackTransition.next(PlaybackPhase(.stopped), input, hasItem: false)
    #expect(phase == PlaybackPhase(.stopped))
    #expect(effects.isEmpty)
  }
}
