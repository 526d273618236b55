import AudioBase
import MixEngine
import SystemBase
import Testing

@testable import Application

/// The state machine of recording as tables: a row for each event, a column for each state.
///
/// The recording of a state whose name ends in `M` has a track, that of one in `F` has none. A cell contains the next phase
/// and the effects.
@Suite struct RecordingTransitionTests {
  private static let table = """
    event    idle       read          countM                                countF                          hitM                                  hitF                            recM                     recF                            endM
    toggle   idle/ask   idle/beat     end/forget,stop,pause,beat,clear,keys end/forget,stop,beat,clear,keys end/forget,stop,pause,beat,clear,keys end/forget,stop,beat,clear,keys end/loop,beat,clear,keys end/loop,stop?,beat,clear,keys  end/ask
    end      idle       read          end/forget,stop,pause,beat,clear,keys end/forget,stop,beat,clear,keys end/forget,stop,pause,beat,clear,keys end/forget,stop,beat,clear,keys end/beat,clear,keys      end/stop?,beat,clear,keys       end
    counted  idle       read          count                                 rec/beat                        hit                                   hit                             rec                      rec                             end
    began    idle       read          count                                 count                           hit                                   rec/beat                        rec                      rec                             end
    other    idle       read          count                                 count                           hit                                   hit                             rec                      rec                             end
    music    idle       read          rec/beat,clear,stop                   count                           rec/beat,clear,stop                   hit                             rec                      rec                             end
    stopped  idle       read          end/say,forget,stop,pause,beat,clear,keys count                       end/say,forget,stop,pause,beat,clear,keys hit                         end/say,beat,clear,keys  rec                             end
    read     idle       idle/beat,ask count                                 count                           hit                                   hit                             rec                      rec                             end
    next     idle       read          end/say,forget,stop,pause,beat,clear,keys count                       end/say,forget,stop,pause,beat,clear,keys hit                         rec/keys,next            rec                             end
    none     idle       read          end/say,forget,stop,pause,beat,clear,keys count                       end/say,forget,stop,pause,beat,clear,keys hit                         end/say,beat,clear,keys  rec                             end
    same     idle       read          count                                 count                           hit                                   hit                             rec                      rec                             end
    stored   idle       read          idle/beat                             idle/beat                       idle/beat                             idle/beat                       idle/beat                idle/beat                       idle/beat
    """

  /// What follows from what there is to record, which is asked for in two states only.
  private static let answers = """
    event       idle            endM
    unread      read/beat       read/beat
    missing     idle/say        end/say
    playing     rec/next,beat   rec/next,beat
    paused      count/beat,arm  count/beat,arm
    pausedHit   hit/beat,arm    hit/beat,arm
    free        count/beat,free count/beat,free
    freeAtOnce  rec/beat,free   rec/beat,free
    freeHit     hit/beat,free   hit/beat,free
    repeating   rec/beat,join   rec/beat,join
    """

  private static let now = HostTime(nanoseconds: 5_000_000_000)
  private static let error = FileError(.readFailed, "a.wav", detail: "gone")
  private static let stream = StreamID(3)
  private static let track = location("a")
  private static let next = waiting("b", isContinuation: true)

  private static func location(_ name: String) -> TrackLocation {
    TrackLocation(path: FilePath("/m").appending(name))
  }

  private static func waiting(_ name: String?, isContinuation: Bool = false) -> RecordingState.Waiting {
    RecordingState.Waiting(track: name.map(location), since: now, isContinuation: isContinuation)
  }

  private static func recorded(_ track: TrackLocation?) -> RecordingState.Recorded {
    RecordingState.Recorded(track: track, firstLayer: 1, journal: FilePath("/t/1.journal"))
  }

  private static let events: [String: RecordingEvent] = [
    "toggle": .toggle(now), "end": .end(now), "counted": .countedIn, "began": .sequenceBegan(7),
    "other": .sequenceBegan(8), "music": .musicStarted, "stopped": .musicStopped(now), "read": .trackRead,
    "next": .trackChanged(next, else: .musicStopped, now),
    "none": .trackChanged(nil, else: .musicStopped, now),
    "same": .trackChanged(waiting("a", isContinuation: true), else: .musicStopped, now), "stored": .stored,
    "unread": .unread, "missing": .unreadable(error), "playing": .playing(waiting("b")),
    "paused": .paused(.countIn), "pausedHit": .paused(.firstHit), "free": .free(.countIn, countIn: 4),
    "freeAtOnce": .free(.countIn, countIn: 0), "freeHit": .free(.firstHit, countIn: 0),
    "repeating": .repeating,
  ]

  private static let phases: [String: RecordingPhase] = [
    "idle": .idle, "read": .waitingForTrack, "count": .countingIn, "hit": .waitingForHit, "rec": .recording,
    "end": .ending,
  ]

  private static func state(_ name: String) throws -> RecordingState {
    var state = RecordingState()
    if let phase = phases[name] {
      state.phase = phase
    } else {
      state.phase = try #require(phases[String(name.dropLast())])
      state.recorded = recorded(name.last == "M" ? track : nil)
    }
    if state.phase == .waitingForHit { state.hitStart = 7 }
    return state
  }

  private static func name(_ effect: RecordingEffect) -> String {
    switch effect {
    case .prepare: "ask"
    case .arm: "arm"
    case .startFree: "free"
    case .joinFree: "join"
    case .beginNext: "next"
    case .begin: "begin"
    case .accept: "accept"
    case .loop: "loop"
    case .stopSequence: "stop"
    case .stopUnlessLooping: "stop?"
    case .forgetFreePlayback: "forget"
    case .pauseMusic: "pause"
    case .forgetStart: "clear"
    case .endJournal: "keys"
    case .updateBeats: "beat"
    case .notify: "say"
    }
  }

  private static func rows(_ table: String) -> [[String]] {
    table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }

  @Test(arguments: [table, answers]) func transitionsMatchTheTable(_ table: String) throws {
    let rows = Self.rows(table)
    for row in rows.dropFirst() {
      let event = try #require(Self.events[row[0]])
      for (start, cell) in zip(rows[0], row).dropFirst() {
        let parts = cell.split(separator: "/").map(String.init)
        let (next, effects) = RecordingTransition.next(try Self.state(start), event, isOpened: true)
        #expect(next.phase == Self.phases[parts[0]], "\(row[0]) while \(start)")
        let names = parts.dropFirst().first.map { $0.split(separator: ",").map(String.init) } ?? []
        #expect(effects.map(Self.name) == names, "\(row[0]) while \(start)")
      }
    }
  }

  @Test func tablesCoverAllEventsAndPhases() {
    let (table, answers) = (Self.rows(Self.table), Self.rows(Self.answers))
    #expect(Set((table.dropFirst() + answers.dropFirst()).map { $0[0] }) == Set(Self.events.keys))
    #expect(table.allSatisfy { $0.count == table[0].count } && answers.allSatisfy { $0.count == 3 })
    #expect(Set(Self.phases.values) == Set(RecordingPhase.allCases))
  }

  // MARK: The recordings that start next

  @Test func recordingIsBegunWhenThePreviousOneIsStored() {
    var state = RecordingState(phase: .ending, recorded: Self.recorded(Self.track))
    let started = RecordingTransition.next(state, .playing(Self.waiting("b")), isOpened: true)
    #expect(started.0.track == Self.location("b"))
    #expect(RecordingTransition.next(started.0, .ready, isOpened: true).1.isEmpty)
    (state, _) = RecordingTransition.next(started.0, .stored, isOpened: true)
    #expect(state.phase == .recording)
    let begun = RecordingTransition.next(state, .ready, isOpened: true)
    #expect(begun.0.waiting.isEmpty && begun.1 == [.begin(Self.waiting("b"))])
  }

  @Test func recordingOfATrackThatCannotBeReadIsSkipped() {
    let state = RecordingState(phase: .recording, waiting: [Self.next])
    let (next, effects) = RecordingTransition.next(state, .failed(Self.error), isOpened: true)
    #expect(next == RecordingState())
    #expect(
      effects == [
        .notify(.recordingStopped(.unreadable(Self.error), saved: nil)), .updateBeats, .beginNext,
      ])
  }

  @Test func hitsAfterTheEndAreNotStoredByTheRecordingThatWaits() {
    let state = RecordingState(phase: .recording, recorded: Self.recorded(nil), waiting: [Self.waiting("b")])
    let (next, effects) = RecordingTransition.next(state, .end(Self.now), isOpened: true)
    #expect(next.waiting.first?.until == Self.now)
    #expect(effects == [.updateBeats, .forgetStart])
  }

  @Test func continuationThatWasNotOpenedIsDropped() {
    let state = RecordingState(phase: .recording, recorded: Self.recorded(Self.track), waiting: [Self.next])
    let ended = RecordingTransition.next(state, .end(Self.now), isOpened: false)
    #expect(ended.0.waiting.isEmpty && ended.0.phase == .ending)
    #expect(ended.1.last == .endJournal(at: Self.now))
    let third = Self.waiting("c", isContinuation: true)
    let event = RecordingEvent.trackChanged(third, else: .musicStopped, Self.now)
    let skipped = RecordingTransition.next(state, event, isOpened: false)
    #expect(skipped.0.waiting == [third] && skipped.1 == [.beginNext])
    var last = state
    last.recorded = nil
    let idle = RecordingTransition.next(last, .end(Self.now), isOpened: false)
    #expect(idle.0 == RecordingState() && idle.1 == [.updateBeats, .forgetStart])
  }

  @Test func endedRecordingContinuesWithATrackThatWasHeardBeforeTheEnd() {
    let recording = RecordingState(phase: .recording, recorded: Self.recorded(Self.track))
    let ended = RecordingTransition.next(recording, .end(Self.now), isOpened: true).0
    #expect(ended.endTime == Self.now)
    var heard = Self.next
    heard.until = Self.now
    let event = RecordingEvent.trackChanged(heard, else: .musicStopped, Self.now)
    let (next, effects) = RecordingTransition.next(ended, event, isOpened: true)
    #expect(next.phase == .ending && next.waiting == [heard] && effects == [.beginNext])
    let later = RecordingEvent.trackChanged(Self.next, else: .musicStopped, Self.now)
    #expect(RecordingTransition.next(ended, later, isOpened: true).1.isEmpty)
    #expect(RecordingTransition.next(ended, .stored, isOpened: true).0 == RecordingState())
  }

  @Test func openingBelongsToTheRecordingThatWasStartedLast() {
    var state = RecordingState(phase: .recording, recorded: Self.recorded(Self.track))
    #expect(
      RecordingTransition.next(state, .opened(Self.stream, Self.track), isOpened: true).1 == [
        .accept(Self.stream)
      ])
    #expect(
      RecordingTransition.next(state, .opened(Self.stream, Self.location("b")), isOpened: true).1.isEmpty)
    state.waiting = [Self.next]
    let (next, effects) = RecordingTransition.next(
      state, .opened(Self.stream, Self.location("b")), isOpened: true)
    #expect(next.waiting[0].streams == [Self.stream] && effects.isEmpty)
  }
}
