import Application
import AudioBase
import Controls
import Dubbing
import Glibc
import MusicLibrary
import Synchronization
import SystemBase
import TerminalKit
import Testing

@testable import drumdub

/// What the queue of the main thread keeps while the main thread is busy.
@Suite struct MainQueueTests {
  private let queue = MainQueue()

  private func post(_ request: Command.Request) {
    queue.post(.report(.midi(.command(.request(request), .now))))
  }

  private func requests() -> [Command.Request] {
    queue.receiveAll().compactMap {
      if case .report(.midi(.command(.request(let request), _))) = $0 { request } else { nil }
    }
  }

  @Test func onlyTheNewestPositionOfAControllerIsKept() {
    for step in 0..<10_000 {
      post(.volume(Decibels(Double(-step % 60))))
      post(.balance(step % 10))
    }
    #expect(requests() == [.volume(Decibels(Double(-9_999 % 60))), .balance(9)])
    #expect(queue.lostInput == 0)
  }

  @Test func controllerIsAppliedAfterEarlierKeys() {
    post(.volume(Decibels(-20)))
    queue.post(.terminal(.command(.playback(.volumeUp), .now)))
    post(.volume(Decibels(-10)))
    let messages = queue.receiveAll()
    #expect(messages.count == 2)
    guard case .terminal(.command(.playback(.volumeUp), _)) = messages.first,
      case .report(.midi(.command(.request(let request), _))) = messages.last
    else {
      Issue.record("\(messages)")
      return
    }
    #expect(request == .volume(Decibels(-10)))
  }

  @Test func keysAndClientsWaitForAPartOfAFloodOnly() {
    for _ in 0..<1_000 { queue.post(.report(.midi(.command(.playback(.next), .now)))) }
    for _ in 0..<20 { queue.post(.terminal(.command(.playback(.volumeUp), .now))) }
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
      queue.post(step % 2 == 0 ? .terminal(.hangup) : .report(.midi(.connected("\(step)"))))
    }
    let messages = queue.receive(atMost: MainQueue.batch)
    let areKeys = messages.map { if case .terminal = $0 { true } else { false } }
    #expect(areKeys == (0..<MainQueue.batch).map { $0 > 0 && $0 % 2 == 0 })
    #expect(queue.receive(atMost: MainQueue.batch).isEmpty)
  }

  @Test func onlyTheLastProgramAndTheLastKitOfOneAreKept() {
    for program in 0..<128 {
      queue.post(.report(.midi(.program(program))))
      post(.set(name: "kit", value: "\(program)"))
    }
    let messages = queue.receiveAll()
    guard messages.count == 2, case .report(.midi(.program(127))) = messages[0],
      case .report(.midi(.command(.request(let request), _))) = messages[1]
    else {
      Issue.record("\(messages)")
      return
    }
    #expect(request == .set(name: "kit", value: "127"))
  }

  @Test func onlyTheLastHeardMIDINoteIsKept() {
    queue.post(.report(.midi(.heard(.note(36)))))
    queue.post(.report(.midi(.heard(.note(38)))))
    let messages = queue.receiveAll()
    guard case .report(.midi(.heard(.note(38)))) = messages.first, messages.count == 1 else {
      Issue.record("\(messages)")
      return
    }
  }

  @Test func onlyTheNewestProgressOfEachKindIsKept() {
    for step in 1...MainQueue.limit * 2 {
      let scan = ScanProgress(stage: .reading, done: step, total: 9_999, seconds: 1)
      queue.post(.report(.library(.progress(scan))))
      queue.post(.report(.kits(.progress(nil))))
      queue.post(.report(.tags(.progress(done: step, total: 9_999))))
      queue.post(.report(.export(.progress(Double(step)))))
      queue.post(.report(.calibration(.captures, serial: 1)))
      queue.post(.terminal(.focus(step % 2 == 0)))
      queue.post(.viewsChanged)
    }
    let messages = queue.receiveAll()
    guard messages.count == 7, case .report(.library(.progress(let scan))) = messages[0],
      case .report(.tags(.progress(let written, _))) = messages[2],
      case .report(.export(.progress(let exported))) = messages[3], case .terminal(.focus(true)) = messages[5]
    else {
      Issue.record("\(messages.prefix(10))")
      return
    }
    #expect(scan.done == MainQueue.limit * 2 && written == scan.done && exported == Double(scan.done))
  }

  @Test func progressOfTheNextExportComesAfterTheEndOfTheLastOne() {
    queue.post(.report(.export(.progress(0.9))))
    queue.post(.report(.export(.finished(ExportResult()))))
    queue.post(.report(.export(.progress(0.1))))
    let messages = queue.receiveAll()
    guard messages.count == 2, case .report(.export(.finished)) = messages[0],
      case .report(.export(.progress(0.1))) = messages[1]
    else {
      Issue.record("\(messages)")
      return
    }
  }

  @Test func threadThatFloodsTheQueueIsPausedAndLosesNoReport() throws {
    let pauses = Mutex(0)
    let queue = MainQueue { pauses.withLock { $0 += 1 } }
    let count = MainQueue.limit + 100
    let thread = WorkerThread(name: "flood") {
      for number in 1...count { queue.post(.report(.midi(.connected("\(number)")))) }
      // Input and values are not delayed.
      queue.post(.report(.midi(.command(.playback(.next), .now))))
      queue.post(.report(.midi(.command(.request(.volume(Decibels(-3))), .now))))
      queue.post(.terminal(.hangup))
    }
    thread.join()
    #expect(pauses.withLock { $0 } == 100 && queue.lostInput == 1)
    // The main thread does not wait for itself.
    queue.post(.report(.midi(.connected("own"))))
    #expect(pauses.withLock { $0 } == 100)
    let names = queue.receiveAll().compactMap {
      if case .report(.midi(.connected(let name))) = $0 { name } else { nil }
    }
    #expect(names == (1...count).map(String.init) + ["own"])
  }

  @Test func fullQueueCountsLostKeysAndKeepsReports() {
    for _ in 0..<MainQueue.limit + 5 { queue.post(.terminal(.command(.playback(.volumeUp), .now))) }
    queue.post(.report(.midi(.connected("pads"))))
    queue.post(.terminal(.hangup))
    #expect(queue.lostInput == 5)
    let messages = queue.receiveAll()
    #expect(messages.count == MainQueue.limit + 2)
    guard case .report(.midi(.connected("pads"))) = messages.dropLast().last,
      case .terminal(.hangup) = messages.last
    else {
      Issue.record("\(messages.suffix(2))")
      return
    }
  }
}
