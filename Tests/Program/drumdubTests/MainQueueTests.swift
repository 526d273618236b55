import Application
import AudioBase
import Controls
import Dubbing
import Glibc
import KitEditing
import Librarian
import MusicLibrary
import Synchronization
import SystemBase
import TakeExchange
import TerminalKit
import Testing

@testable import drumdub

/// What the queue of the main thread keeps while the main thread is busy.
@MainActor @Suite struct MainQueueTests {
  /// What the calls of a queue have brought.
  private final class Arrivals {
    var midi: [MIDIReport] = []
    var scans: [ScanProgress] = []
    var kits: [KitEvent] = []
    var exports: [ExportReport] = []
  }

  private let queue = MainQueue()
  private let arrivals = Arrivals()

  /// Sends a report of the MIDI input.
  private var send: @Sendable (MIDIReport) -> Void {
    queue.mainThread.sender(kind: \.kind) { [arrivals] in arrivals.midi.append($0) }
  }

  private func post(_ request: Command.Request) { send(.command(.request(request), .now)) }

  /// Makes the calls among messages.
  private func perform(_ messages: [MainEvent]) {
    for case .call(let call) in messages { call.perform() }
  }

  @Test func onlyTheNewestPositionOfAControllerIsKept() {
    for step in 0..<10_000 {
      post(.volume(Decibels(Double(-step % 60))))
      post(.balance(step % 10))
    }
    perform(queue.receiveAll())
    let requests = arrivals.midi.compactMap { report -> Command.Request? in
      if case .command(.request(let request), _) = report { request } else { nil }
    }
    #expect(requests == [.volume(Decibels(Double(-9_999 % 60))), .balance(9)])
    #expect(queue.lostInput == 0)
  }

  @Test func controllerIsAppliedAfterEarlierKeys() {
    post(.volume(Decibels(-20)))
    queue.post(.terminal(.command(.playback(.volumeUp)), .now))
    post(.volume(Decibels(-10)))
    let messages = queue.receiveAll()
    #expect(messages.count == 2)
    guard case .terminal(.command(.playback(.volumeUp)), _) = messages.first else {
      Issue.record("\(messages)")
      return
    }
    perform(messages)
    guard arrivals.midi.count == 1, case .command(.request(let request), _) = arrivals.midi[0] else {
      Issue.record("\(arrivals.midi)")
      return
    }
    #expect(request == .volume(Decibels(-10)))
  }

  @Test func keysAndClientsWaitForAPartOfAFloodOnly() {
    for _ in 0..<1_000 { send(.command(.playback(.next), .now)) }
    for _ in 0..<20 { queue.post(.terminal(.command(.playback(.volumeUp)), .now)) }
    var turns: [(keys: Int, others: Int)] = []
    while turns.map(\.keys).reduce(0, +) < 20, turns.count < 100 {
      let messages = queue.receive(atMost: MainQueue.batch)
      let keys = messages.count { if case .terminal = $0 { true } else { false } }
      turns.append((keys, messages.count - keys))
    }
    #expect(turns.map(\.keys) == [7, 7, 6] && turns.map(\.others) == [1, 1, 2])
    // The queue still wakes the main thread.
    var watched = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&watched, 1, 0) == 1)
    #expect(queue.receiveAll().count == 996)
  }

  @Test func messagesThatAreNoFloodKeepTheirOrder() {
    post(.volume(Decibels(-20)))
    for step in 1..<MainQueue.batch {
      if step % 2 == 0 { queue.post(.terminal(.hangup, .now)) } else { send(.notice(.connected("\(step)"))) }
    }
    let messages = queue.receive(atMost: MainQueue.batch)
    let areKeys = messages.map { if case .terminal = $0 { true } else { false } }
    #expect(areKeys == (0..<MainQueue.batch).map { $0 > 0 && $0 % 2 == 0 })
    #expect(queue.receive(atMost: MainQueue.batch).isEmpty)
  }

  @Test func onlyTheLastProgramAndTheLastKitOfOneAreKept() {
    for program in 0..<128 {
      send(.program(program))
      post(.set(name: "kit", value: "\(program)"))
    }
    perform(queue.receiveAll())
    guard arrivals.midi.count == 2, case .program(127) = arrivals.midi[0],
      case .command(.request(let request), _) = arrivals.midi[1]
    else {
      Issue.record("\(arrivals.midi)")
      return
    }
    #expect(request == .set(name: "kit", value: "127"))
  }

  @Test func onlyTheLastHeardMIDINoteIsKept() {
    send(.heard(.note(36)))
    send(.heard(.note(38)))
    perform(queue.receiveAll())
    #expect(arrivals.midi == [.heard(.note(38))])
  }

  @Test func onlyTheNewestProgressOfEachKindIsKept() {
    let main = queue.mainThread
    let scan: @Sendable (LibraryReport) -> Void = main.sender(kind: \.kind) { [arrivals] in
      if case .progress(let progress) = $0 { arrivals.scans.append(progress) }
    }
    let kits: @Sendable (KitEvent) -> Void = main.sender(kind: \.kind) { [arrivals] in
      arrivals.kits.append($0)
    }
    let views: @Sendable (()) -> Void = main.sender(kind: { _ in .value("views") }) { _ in }
    let count = MainQueue.limit * 2
    for step in 1...count {
      scan(.progress(ScanProgress(stage: .reading, done: step, total: 9_999, seconds: 1)))
      kits(.progress(nil))
      queue.post(.terminal(.focus(step % 2 == 0), .now))
      views(())
    }
    let messages = queue.receiveAll()
    guard messages.count == 4, case .terminal(.focus(true), _) = messages[2] else {
      Issue.record("\(messages.prefix(10))")
      return
    }
    perform(messages)
    #expect(arrivals.scans.map(\.done) == [count] && arrivals.kits.count == 1)
  }

  @Test func progressOfTheNextExportComesAfterTheEndOfTheLastOne() {
    let send: @Sendable (ExportReport) -> Void = queue.mainThread.sender(kind: \.kind) { [arrivals] in
      arrivals.exports.append($0)
    }
    send(.progress(0.9))
    send(.ended(nil))
    send(.progress(0.1))
    perform(queue.receiveAll())
    guard arrivals.exports.count == 2, case .ended = arrivals.exports[0],
      case .progress(0.1) = arrivals.exports[1]
    else {
      Issue.record("\(arrivals.exports)")
      return
    }
  }

  @Test func threadThatFloodsTheQueueIsPausedAndLosesNoResult() throws {
    let pauses = Mutex(0)
    let queue = MainQueue { pauses.withLock { $0 += 1 } }
    let send: @Sendable (MIDIReport) -> Void = queue.mainThread.sender(kind: \.kind) { [arrivals] in
      arrivals.midi.append($0)
    }
    let count = MainQueue.limit + 100
    let thread = WorkerThread(name: "flood") {
      for number in 1...count { send(.notice(.connected("\(number)"))) }
      // Input and values are not delayed.
      send(.command(.playback(.next), .now))
      send(.command(.request(.volume(Decibels(-3))), .now))
      queue.post(.terminal(.hangup, .now))
    }
    thread.join()
    #expect(pauses.withLock { $0 } == 100 && queue.lostInput == 1)
    // The main thread does not wait for itself.
    send(.notice(.connected("own")))
    #expect(pauses.withLock { $0 } == 100)
    perform(queue.receiveAll())
    let names = arrivals.midi.compactMap { if case .notice(.connected(let name)) = $0 { name } else { nil } }
    #expect(names == (1...count).map(String.init) + ["own"])
  }

  @Test func floodOfOtherInputRefusesNoKeys() {
    let send: @Sendable (MIDIReport) -> Void = queue.mainThread.sender(kind: \.kind) { [arrivals] in
      arrivals.midi.append($0)
    }
    for _ in 0..<MainQueue.limit + 5 { send(.command(.playback(.next), .now)) }
    queue.post(.terminal(.command(.program(.quit)), .now))
    #expect(queue.lostInput == 5)
    let first = queue.receive(atMost: MainQueue.batch)
    #expect(
      first.contains { if case .terminal(.command(.program(.quit)), _) = $0 { true } else { false } })
  }

  @Test func fullQueueCountsLostKeysAndKeepsResults() {
    for _ in 0..<2 * MainQueue.limit + 5 { queue.post(.terminal(.command(.playback(.volumeUp)), .now)) }
    send(.notice(.connected("pads")))
    queue.post(.terminal(.hangup, .now))
    #expect(queue.lostInput == 5)
    let messages = queue.receiveAll()
    #expect(messages.count == 2 * MainQueue.limit + 2)
    guard case .call = messages.dropLast().last, case .terminal(.hangup, _) = messages.last else {
      Issue.record("\(messages.suffix(2))")
      return
    }
    perform(messages)
    #expect(arrivals.midi == [.notice(.connected("pads"))])
  }
}
