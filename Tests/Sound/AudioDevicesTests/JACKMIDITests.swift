import AudioBase
import Glibc
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import AudioDevices

extension JACKServerTests {
  /// MIDI through JACK, from a client of another process. The test runs in a process of its own, since the library finds
  /// its server by the environment.
  @Suite struct JACKMIDITests {
    private final class Log: Sendable {
      let messages = Mutex<[(message: MIDIMessage, time: HostTime)]>([])
      let events = Mutex<[MIDIInputEvent]>([])
      let news = ConditionVariable()

      /// Whether a connection that was there was lost.
      var hasLost: Bool {
        events.withLock { list in
          list.contains { if case .lost(let error) = $0 { error.code == .lost } else { false } }
        }
      }
    }

    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func notesArriveInOrderAndALostServerIsReported() async throws {
      await #expect(processExitsWith: .success) {
        JACKServer.serve { server in
          let (log, input) = (Log(), JACKMIDIInput())
          input.start(receive: { message, _, time in
            log.messages.withLock { $0.append((message, time)) }
            log.news.tell()
          }) { event in
            log.events.withLock { $0.append(event) }
            log.news.tell()
          }
          let notes = try server.playNotes(to: "drumdub-midi:in")
          // They take turns, every 50 ms. A busy server leaves out cycles, whose places stay empty.
          let isRegular = log.news.wait {
            let struck = log.messages.withLock { $0 }.compactMap { message, time in
              if case .noteOn(_, let note, _) = message { (note: note, time: time) } else { nil }
            }
            return zip(struck, struck.dropFirst()).count {
              Set([$0.note, $1.note]) == [36, 38] && abs($1.time.seconds(since: $0.time) - 0.05) < 0.025
            } >= 10
          }
          #expect(isRegular)
          let heard = log.messages.withLock { $0 }
          #expect(zip(heard, heard.dropFirst()).allSatisfy { $0.time <= $1.time })
          #expect(heard.allSatisfy { $0.time < .now })
          // A busy server may refuse a client at first.
          #expect(!log.hasLost)
          #expect(server.kill() == 0, "a client does not disturb the end of the server")
          #expect(log.news.wait { log.hasLost })
          kill(notes, SIGKILL)
          waitpid(notes, nil, 0)
          input.stop()
        }
      }
    }

    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func missingJACKServerIsReportedOnce() async throws {
      await #expect(processExitsWith: .success) {
        setenv("JACK_DEFAULT_SERVER", "drumdub-none", 1)
        let (log, input) = (Log(), JACKMIDIInput())
        input.start(receive: { _, _, _ in }) { event in
          log.events.withLock { $0.append(event) }
          log.news.tell()
        }
        #expect(log.news.wait { log.events.withLock { !$0.isEmpty } })
        input.stop()
        let error = DeviceError(.noServer, "jack", detail: "no JACK server is running")
        #expect(log.events.withLock { $0 } == [.lost(error)])
      }
    }

    @Test(.enabled(if: JACKServer.mayRun, "jackd2 is not installed"))
    func messagesPassThroughJACKInTheirOrder() async throws {
      await #expect(processExitsWith: .success) {
        JACKServer.serve { server in
          let messages = Mutex<[MIDIMessage]>([])
          let (input, output) = (JACKMIDIInput(), JACKMIDIOutput())
          input.start(receive: { message, _, _ in messages.withLock { $0.append(message) } }) { _ in }
          /// Sends a message as soon as the server accepts the client and has read what waits.
          func send(_ message: MIDIMessage) throws {
            var failure: DeviceError?
            try Wait.until("the output to accept a message", told: { "\(failure.map { "\($0)" } ?? "")" }) {
              do throws(DeviceError) { try output.send(message) } catch {
                failure = error
                return false
              }
              return true
            }
          }
          try send(.stop)
          try server.connect("drumdub-clock:out", to: "drumdub-midi:in")
          try Wait.until("the ports are connected") {
            try send(.clock)
            return messages.withLock { $0.contains(.clock) }
          }
          for message in MIDIOutputTests.song { try send(message) }
          try Wait.until("the messages") { messages.withLock { $0.last == .clock && $0.contains(.start) } }
          let received = messages.withLock { Array($0.drop { $0 == .clock || $0 == .stop }) }
          #expect(received == Array(MIDIOutputTests.song.dropFirst()))
          input.stop()
          #expect(server.kill() == 0)
          // JACK reports the end of the server on another thread.
          try Wait.until("the output is lost") {
            do throws(DeviceError) { try output.send(.clock) } catch { return true }
            return false
          }
        }
      }
    }
  }
}
