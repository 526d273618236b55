import AudioBase
import Dubbing
import MixEngine
import Percussion
import Synchronization
import SystemBase
import Testing

@testable import Application
@testable import Controls

/// What the receiver of MIDI messages reports.
@Suite struct MIDIReceiverTests {
  private func note(_ note: Int) -> MIDIMessage { .noteOn(channel: 9, note: note, velocity: 100) }

  private func receiver(_ map: MIDIMap, _ report: @escaping @Sendable (MIDIReport) -> Void) -> MIDIReceiver {
    let control = AudioEngine(sampleRate: .standard).control
    return MIDIReceiver(
      port: control.port(for: .midi), notes: control.notePort(for: .midi), map: map, send: report)
  }

  @Test func noteWithoutAPadIsReportedOnceForEachKit() {
    let reports = Mutex<[String]>([])
    let receiver = receiver(MIDIMap()) { report in
      switch report {
      case .notice(.substituted(let note, let pad)): reports.withLock { $0.append("\(note) \(pad)") }
      case .notice(.silent(let note)): reports.withLock { $0.append("\(note) -") }
      default: break
      }
    }
    func play() { for key in [57, 99, 57, 52, 99] { receiver.receive(note(key), from: "pads", at: .now) } }
    play()
    #expect(reports.withLock(\.self) == ["57 -", "99 -", "52 -"])
    var crash = Pad(number: 5, name: "crash", layers: [])
    crash.midiNote = 49
    receiver.change { $0.kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: [crash])) }
    play()
    #expect(reports.withLock(\.self) == ["57 -", "99 -", "52 -", "57 5", "99 -"])
  }

  /// Ten zones without a pad of their own, and toms that have copies.
  @Test func substitutesOfAWholeElectronicKitAreReportedOnce() {
    let reports = Mutex<[MIDIReport]>([])
    let pads = [(1, 38), (2, 36), (3, 42), (4, 49), (5, 51), (6, 47)].map { number, note in
      var pad = Pad(number: number, name: "\(note)", layers: [SampleLayer(samples: [FilePath("/k/a.wav")])])
      pad.midiNote = note
      return pad
    }
    var map = MIDIMap()
    map.kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: pads))
    let receiver = receiver(map) { report in reports.withLock { $0.append(report) } }
    let toms = "note 48 tom 1\nnote 45 tom 2\nnote 43 tom 3\nnote 41 tom 4\n"
    receiver.use([MIDIProfile(text: "match TD-\n\(toms)")])
    for _ in 0..<2 {
      for key in [22, 35, 40, 46, 44, 26, 37, 57, 59, 53, 48, 45, 43, 41] {
        receiver.receive(note(key), from: "TD-17", at: .now)
      }
    }
    #expect(reports.withLock(\.self) == [.notice(.substituted(note: 22, pad: 3))])
  }

  @Test func assignedPadMissingInTheKitIsReportedOnce() {
    let reports = Mutex<[MIDIReport]>([])
    var map = MIDIMap()
    map.kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: [Pad(number: 1, name: "p", layers: [])]))
    map.teach(.note(60), .pad(99))
    let receiver = receiver(map) { report in reports.withLock { $0.append(report) } }
    for _ in 0..<3 { receiver.receive(note(60), from: "pads", at: .now) }
    #expect(reports.withLock(\.self) == [.notice(.missing(note: 60, pad: 99))])
  }

  @Test func padOfAProfileMissingInTheKitIsReportedOnceForEachNote() {
    let reports = Mutex<[MIDIReport]>([])
    var map = MIDIMap()
    map.kit = PadNotes(Kit(name: "k", path: FilePath("/k"), pads: [Pad(number: 1, name: "p", layers: [])]))
    let receiver = receiver(map) { report in reports.withLock { $0.append(report) } }
    receiver.use([MIDIProfile(text: "match liar\nnote 60 pad 99\nnote 61 pad 1\n")])
    var parser = MIDIStreamParser()
    for byte in Array(repeating: [0x90, 60, 100, 61, 100, 60, 0] as [UInt8], count: 3).joined() {
      if let message = parser.feed(byte) { receiver.receive(message, from: "liar", at: .now) }
    }
    #expect(reports.withLock(\.self) == [.notice(.missing(note: 60, pad: 99))])
  }

  /// Pressure, controllers, notes and running status without end: each device that floods is told once.
  @Test(
    arguments: [
      [0xA9, 49], [0xB9, 20], [0x99, 38], [0xE9, 3], [0xD9, 3],
    ] as [[UInt8]])
  func floodOfADeviceIsReportedOnceAndOtherDevicesArePlayed(_ start: [UInt8]) {
    let reports = Mutex<[MIDIReport]>([])
    var map = MIDIMap()
    map.teach(.note(49), .pad(12))
    let receiver = receiver(map) { report in
      if case .notice(.flood) = report { reports.withLock { $0.append(report) } }
    }
    var parser = MIDIStreamParser()
    _ = parser.feed(start[0])
    let first = HostTime(nanoseconds: 1_000_000_000)
    for number in 0..<60_000 {
      let time = first.advanced(bySeconds: Double(number) * 0.000_01)
      for byte in [start[1], UInt8(number & 0x7F)] {
        if let message = parser.feed(byte) { receiver.receive(message, from: "broken", at: time) }
      }
      if number % 1_000 == 0 { receiver.receive(note(49), from: "pads", at: time) }
    }
    // Pressure of a channel is skipped by the parser.
    let told = start[0] == 0xD9 ? [] : [MIDIReport.notice(.flood("broken", messages: 10_000))]
    #expect(reports.withLock(\.self) == told)
  }

  /// What is taught sounds, but gives no command, loads no kit and changes no value.
  @Test func teachingDoesNotExecuteWhatItTeaches() {
    let reports = Mutex<[MIDIReport]>([])
    var map = MIDIMap()
    map.teach(.note(60), .command(.take(.record)))
    map.teach(.note(61), .move(.stutter))
    map.teach(.controller(21), .command(.playback(.playPause)))
    let receiver = receiver(map) { report in reports.withLock { $0.append(report) } }
    func receive(_ messages: MIDIMessage...) {
      for message in messages { receiver.receive(message, from: "pads", at: HostTime(nanoseconds: 1)) }
    }
    receive(note(61))
    receiver.setLearning(true)
    receive(
      note(60), .programChange(channel: 9, program: 4),
      .controlChange(channel: 0, controller: 21, value: 127),
      .controlChange(channel: 0, controller: 7, value: 3), .machine(.play), note(61),
      .noteOff(channel: 9, note: 61))
    receiver.setLearning(false)
    receive(note(60))
    let time = HostTime(nanoseconds: 1)
    #expect(
      reports.withLock(\.self) == [
        .command(.request(.hold(.stutter, true)), time), .heard(.note(60)), .heard(.program(4)),
        .heard(.controller(21)), .heard(.controller(7)), .heard(.note(61)),
        .command(.request(.hold(.stutter, false)), time), .command(.take(.record), time),
      ])
  }

  @Test func machineControlAndProgramsAreReported() {
    let reports = Mutex<[MIDIReport]>([])
    let receiver = receiver(MIDIMap()) { report in reports.withLock { $0.append(report) } }
    let time = HostTime(nanoseconds: 1)
    let messages: [MIDIMessage] = [
      .machine(.play), .machine(.recordStrobe), .machine(.stop), .programChange(channel: 9, program: 0),
    ]
    for message in messages { receiver.receive(message, from: "pads", at: time) }
    #expect(
      reports.withLock(\.self) == [
        .machine(.play, time), .machine(.recordStrobe, time), .machine(.stop, time), .program(0),
      ])
  }

  @Test func endOfAPipeReleasesWhatItsWriterHeld() {
    let reports = Mutex<[MIDIReport]>([])
    var map = MIDIMap()
    map.teach(.note(61), .move(.brake))
    let receiver = receiver(map) { report in reports.withLock { $0.append(report) } }
    let time = HostTime(nanoseconds: 1)
    receiver.receive(note(61), from: "fifo", at: time)
    receiver.releaseAll(at: time)
    receiver.releaseAll(of: "fifo", at: time)
    #expect(
      reports.withLock(\.self) == [
        .command(.request(.hold(.brake, true)), time), .command(.request(.hold(.brake, false)), time),
      ])
  }

  /// A clock of 120 beats a minute as bytes.
  @Test func receiverReportsEachBeatAndStartsAndStopsOfAFollowedClock() {
    let reports = Mutex<[String]>([])
    let receiver = receiver(MIDIMap()) { report in
      switch report {
      case .clock(let beats): reports.withLock { $0.append("\(beats.beat) \(Int(beats.bpm.rounded()))") }
      case .song(.started): reports.withLock { $0.append("start") }
      case .song(.stopped): reports.withLock { $0.append("stop") }
      default: break
      }
    }
    func play() {
      var parser = MIDIStreamParser()
      for (index, byte) in ([0xFA] + Array(repeating: 0xF8, count: 120) + [0xFC] as [UInt8]).enumerated() {
        let time = HostTime(nanoseconds: 1_000_000_000).advanced(bySeconds: Double(index) * 0.5 / 24)
        if let message = parser.feed(byte) { receiver.receive(message, from: "sequencer", at: time) }
      }
    }
    play()
    #expect(reports.withLock(\.self).isEmpty, "it is not followed")
    receiver.setFollowsClock(true)
    play()
    #expect(reports.withLock(\.self) == ["start", "2 120", "3 120", "4 120", "stop"])
  }
}
