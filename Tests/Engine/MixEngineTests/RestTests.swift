import AudioBase
import EngineTestSupport
import Glibc
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import MixEngine

/// When a device may rest, and what wakes it.
@Suite struct RestTests {
  private let spell = FrameCount(seconds: SilenceTimer.long, at: .standard)
  private let pads = [PadProgram.Pad.sample([Float](repeating: 0.5, count: 4800))]

  private func mayRest(_ bench: EngineBench) -> Bool { bench.engine.source.beginRest() }

  /// Renders as long as a device keeps running by itself, and a block more.
  private func renderQuietly(_ bench: EngineBench) { _ = bench.device.render(spell + FrameCount(256)) }

  @Test func deviceRestsAfterTheWholeSpellOfSilenceOnly() {
    let bench = EngineBench(pads: pads)
    _ = bench.device.render(spell - FrameCount(256))
    #expect(!mayRest(bench))
    _ = bench.device.render(FrameCount(512))
    #expect(mayRest(bench))
  }

  @Test func hitAndEchoKeepTheDeviceAwake() {
    let bench = EngineBench(pads: pads)
    renderQuietly(bench)
    bench.strike(1, atFrame: 0)
    #expect(!mayRest(bench), "it waits in its ring")
    _ = bench.device.render(FrameCount(1024))
    #expect(!mayRest(bench), "it sounds")
    renderQuietly(bench)
    #expect(!mayRest(bench), "the spell begins at its end")
    _ = bench.device.render(FrameCount(4800))
    #expect(mayRest(bench))
  }

  @Test func pendingCommandKeepsTheDeviceAwake() {
    let bench = EngineBench()
    renderQuietly(bench)
    bench.engine.control.set(.master, to: Decibels(-6))
    #expect(!mayRest(bench))
    _ = bench.device.render(FrameCount(256))
    #expect(mayRest(bench))
  }

  @Test func musicKeepsTheDeviceAwakeAndAPauseDoesNot() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(60_000)])
    bench.load("a")
    bench.waitForMusic(60_000)
    _ = bench.device.render(FrameCount(40_000))
    bench.engine.control.send(.pause)
    renderQuietly(bench)
    #expect(mayRest(bench))
    bench.engine.control.send(.play)
    _ = bench.device.render(FrameCount(5000))
    #expect(!mayRest(bench))
  }

  @Test func awaitedMusicKeepsTheDeviceAwake() {
    let bench = EngineBench()
    bench.engine.control.send(.flush(generation: 1))
    bench.engine.control.send(.play)
    renderQuietly(bench)
    #expect(!mayRest(bench))
  }

  @Test func freePlanKeepsTheDeviceAwakeUntilTheLastHit() {
    let bench = EngineBench(pads: pads)
    bench.engine.control.startFree(HitSequence([PlannedHit(frame: spell.value + 10_000, pad: 1)]))
    renderQuietly(bench)
    #expect(!mayRest(bench))
    _ = bench.device.render(FrameCount(20_000))
    renderQuietly(bench)
    #expect(mayRest(bench))
  }

  @Test func valuesOfAFreePlanKeepTheDeviceAwakeUntilTheLastOne() {
    let (bench, memory) = (EngineBench(), CourseMemory())
    bench.engine.control.startFree(
      HitSequence([]), lanes: [memory.course([spell.value + 10_000: 1])])
    renderQuietly(bench)
    #expect(!mayRest(bench) && memory.value == 0)
    _ = bench.device.render(FrameCount(10_000))
    #expect(mayRest(bench) && memory.value == 1)
    bench.engine.control.startFree(HitSequence([], period: 3000), lanes: [memory.course([0: 1])])
    renderQuietly(bench)
    #expect(!mayRest(bench), "they repeat")
  }

  @Test func openFreePlanKeepsTheDeviceAwakeUntilTheEndOfThePlan() {
    let bench = EngineBench(pads: pads)
    bench.engine.control.startFree(HitSequence([]), isOpen: true)
    renderQuietly(bench)
    #expect(!mayRest(bench))
    bench.engine.control.startFree(HitSequence([]))
    renderQuietly(bench)
    #expect(mayRest(bench))
  }

  @Test func seekDuringAPauseWakesTheDevice() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(600_000)])
    bench.engine.control.send(.flush(generation: 1))
    renderQuietly(bench)
    // Its decoder has taken so long.
    let sleeper = Sleeper(bench.engine.source)
    #expect(sleeper.begins())
    bench.load("a", play: false)
    #expect(sleeper.wait())
    bench.waitForMusic(50_000)
    _ = bench.device.render(FrameCount(512))
    #expect(
      bench.events().contains { if case .music(let segment) = $0 { segment.speed == 0 } else { false } })
  }

  @Test func hitWakesTheDeviceAndSoundsAConstantTimeAfterTheKey() throws {
    let bench = EngineBench(pads: pads)
    renderQuietly(bench)
    let sleeper = Sleeper(bench.engine.source)
    #expect(sleeper.begins())
    let key = HostTime.now
    bench.engine.control.port(for: .keys).strike(Hit(pad: 1, velocity: 127, time: key))
    #expect(sleeper.wait())
    // The device restarts 2 ms after the key.
    var block = [Frame](repeating: .zero, count: 256)
    let asked = key.advanced(bySeconds: 0.002)
    block.withUnsafeMutableBufferPointer {
      bench.engine.source.render(into: $0, at: BlockTime(asked: asked, delay: 0, isRestart: true))
    }
    let hit = try #require(bench.hits().first)
    #expect(!hit.isLate)
    let heard = bench.engine.events.timeline.time(ofOutputFrame: hit.outputFrame)
    let latency = bench.engine.control.hitLatency(period: FrameCount(256))
    #expect(abs(heard.seconds(since: key) - latency) < 2.0 / 48_000)
    #expect(!mayRest(bench), "another spell has to pass")
  }

  @Test func timelineExcludesTheTimeOfARest() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(60_000)])
    bench.load("a")
    bench.waitForMusic(60_000)
    let out = bench.device.render(FrameCount(20_000))
    bench.engine.control.send(.pause)
    renderQuietly(bench)
    let end = bench.device.now
    _ = bench.events()
    let paused = bench.engine.events.timeline.position(heardAt: end)
    // The device restarts a minute later.
    var block = [Frame](repeating: .zero, count: 512)
    let woken = end.advanced(bySeconds: 60)
    bench.engine.control.send(.play)
    block.withUnsafeMutableBufferPointer {
      bench.engine.source.render(into: $0, at: BlockTime(asked: woken, delay: 0, isRestart: true))
    }
    _ = bench.events()
    let timeline = bench.engine.events.timeline
    #expect(timeline.position(heardAt: end.advanced(bySeconds: 30))?.trackFrame == paused?.trackFrame)
    let place = timeline.position(heardAt: woken.advanced(bySeconds: 300.5 / 48_000))
    #expect(place?.trackFrame == Ramp.place(out[19_999]) + 1 + 144 + 300)
  }
}

/// The handshake itself.
@Suite struct IdleSignalTests {
  @Test func sleeperMissesNoItemPushedBeforeARest() {
    let signal = IdleSignal()
    let never = WakeSignal()
    let done = Atomic<Int>(0)
    let count = 5000
    let ring = RingBuffer<Int>(capacity: 4)
    let (reader, sleeper) = (ring.reader, signal.sleeper)
    let descriptor = never.descriptor
    withExtendedLifetime(ring) {
      let (writer, waker) = (ring.writer, signal.waker)
      let producer = WorkerThread(name: "producer") {
        for number in 0..<count {
          while !writer.push(number) { sched_yield() }
          waker.wake()
        }
      }
      while done.load(ordering: .relaxed) < count {
        while reader.pop() != nil { done.add(1, ordering: .relaxed) }
        if done.load(ordering: .relaxed) < count, sleeper.beginRest(unless: { reader.available > 0 }) {
          sleeper.rest(until: descriptor)
        }
      }
      producer.join()
    }
    #expect(done.load(ordering: .relaxed) == count)
  }
}

/// A device's thread that does nothing but rest.
private final class Sleeper: Sendable {
  private let source: RenderSource
  private let never = WakeSignal()
  private let woke = ConditionVariable()
  private let isAwake = Atomic<Bool>(false)

  init(_ source: RenderSource) { self.source = source }

  /// Goes to rest, where that is allowed.
  func begins() -> Bool {
    guard source.beginRest() else { return false }
    _ = WorkerThread(name: "sleeper") { [self] in
      source.rest(until: never)
      isAwake.store(true, ordering: .releasing)
      woke.tell()
    }
    return true
  }

  /// Waits until it was woken. Returns false where it is not.
  func wait() -> Bool { woke.wait { isAwake.load(ordering: .acquiring) } }
}
