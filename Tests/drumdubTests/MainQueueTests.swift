import Application
import AudioBase
import Controls
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
      case .report(.midi(.command(.request(.volume(Decibels(-10))), _))) = messages.last
    else {
      Issue.record("\(messages)")
      return
    }
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
