import AudioBase
import FoundationEssentials
import Glibc
import SystemBase

/// Measures MIDI input: 1,000 notes a second from three devices for a minute, through a pipe into the whole program, and
/// the phase of a clock that is followed; from a note to its sound, beside a key.
struct HandsPart {
  /// The notes of the devices, and the pads of the program's kit that they strike.
  private static let devices: [(note: UInt8, pad: Int)] = [(38, 1), (36, 2), (42, 5)]
  private static let notesOfDevice = 20_000
  private static let interval = 0.003

  private struct Hit: Decodable {
    var pad: Int
    var velocity: Int
    var readNs: Int64
  }

  private static let strikes = 250

  func measure() throws(Failure) -> PartResult {
    var result = PartResult()
    for timing in ["even", "tight"] { result.figures += try latencies(timing) }
    let hits = try played()
    let sent = HandsPart.devices.count * HandsPart.notesOfDevice
    result.figures.append(
      Figure(
        part: .hands, what: "notes lost of \(sent), 1,000 a second from three devices", unit: "notes",
        value: Double(sent - hits.count), goal: .atMost(0)))
    let swapped = HandsPart.devices.reduce(0) { count, device in
      let velocities = hits.filter { $0.pad == device.pad }.map(\.velocity)
      return count + zip(velocities, velocities.dropFirst()).count { $1 != $0 % 127 + 1 }
    }
    result.figures.append(
      Figure(
        part: .hands, what: "notes out of their order", unit: "notes", value: Double(swapped),
        goal: .atMost(0)))
    result.figures += [60.0, 90, 120, 180, 240].map { bpm in
      Figure(
        part: .hands, what: "phase of a MIDI clock at \(Int(bpm)) BPM with 3 ms of jitter, worst", unit: "ms",
        value: HandsPart.worstPhase(bpm) * 1_000, goal: .atMost(2))
    }
    return result
  }

  /// Returns the times from notes to their sounds, beside those from keys.
  private func latencies(_ timing: String) throws(Failure) -> [Figure] {
    let run = try LatencyRun(timing: timing, hasNotes: true)
    let (keys, notes) = try run.measureWithNotes(HandsPart.strikes)
    let told = try run.toldLatencies()
    // Keys and notes take turns.
    let toldKeys = stride(from: 0, to: told.count, by: 2).map { told[$0] }
    let toldNotes = stride(from: 1, to: told.count, by: 2).map { told[$0] }
    func figure(_ what: String, _ note: Double, _ key: Double, goal: Goal? = nil) -> Figure {
      Figure(
        part: .hands, what: "MIDI note to sound, period 128, \(timing), \(what)", unit: "ms",
        value: note * 1_000,
        peer: "a key", peerValue: key * 1_000, ratio: note / key, goal: goal)
    }
    let later = Figure(
      part: .hands, what: "MIDI note to sound, period 128, \(timing), median, later than a key", unit: "ms",
      value: (notes.median - keys.median) * 1_000, goal: .atMost(0.3))
    return [
      figure("median", notes.median, keys.median), later,
      figure("p99", notes.percentile(99), keys.percentile(99)),
      figure(
        "p99 − p1 of heard − read", toldNotes.percentile(99) - toldNotes.percentile(1),
        toldKeys.percentile(99) - toldKeys.percentile(1)),
    ]
  }

  /// Returns the largest error of the place of a message of the clock in two minutes, from the fourth beat on.
  private static func worstPhase(_ bpm: Double) -> Double {
    var random = SeededGenerator(seed: 8)
    var follower = MIDIClockFollower()
    let start = HostTime(nanoseconds: 1_000_000_000)
    let period = 60 / bpm / Double(MIDIClockFollower.messagesOfBeat)
    var worst = 0.0
    for number in 0..<Int(120 / period) {
      let place = start.advanced(bySeconds: Double(number) * period)
      follower.receive(at: place.advanced(bySeconds: .random(in: -0.003...0.003, using: &random)))
      guard number >= 4 * MIDIClockFollower.messagesOfBeat, let told = follower.time(ofMessage: number) else {
        continue
      }
      worst = max(worst, told.seconds(since: place).magnitude)
    }
    return worst
  }

  /// Plays the notes. Returns the hits that the program traced.
  private func played() throws(Failure) -> [Hit] {
    let home = try ScratchFolder()
    let terminal = try PseudoTerminal()
    let nothing = try home.makeFolder("music")
    let (pipe, trace) = (home.file("pads"), home.file("hits"))
    let child = try Child(
      try ProgramFinder.drumdub(),
      ["--output", "null", "--midi", "fifo:\(pipe)", "--trace-hits", trace, nothing],
      environment: home.environment, terminal: terminal.name)
    _ = try terminal.wait(for: ["snare"])
    let limit = HostTime.now.advanced(bySeconds: 10)
    while !FilePath(pipe).exists && HostTime.now < limit { _ = terminal.read(milliseconds: 20) }
    let start = HostTime.now.advanced(bySeconds: 1)
    let threads = HandsPart.devices.map { device in
      WorkerThread(name: "device") { HandsPart.play(device.note, to: pipe, from: start) }
    }
    let seconds = Double(HandsPart.notesOfDevice) * HandsPart.interval + 3
    while HostTime.now.seconds(since: start) < seconds { _ = terminal.read(milliseconds: 100) }
    threads.forEach { $0.join() }
    child.end(draining: terminal)
    do {
      let lines = try FileBytes.read(FilePath(trace), limit: 1 << 26).split(separator: 0x0A)
      return try lines.map { try JSONDecoder().decode(Hit.self, from: Data($0)) }
    } catch {
      throw Failure("the trace of the hits: \(error)")
    }
  }

  /// Sends notes at equal intervals. Their velocities repeat from 1 to 127.
  private static func play(_ note: UInt8, to pipe: String, from start: HostTime) {
    let descriptor = open(pipe, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    for number in 0..<notesOfDevice {
      let due = start.advanced(bySeconds: Double(number) * interval)
      let left = due.seconds(since: .now)
      if left > 0 { usleep(UInt32(left * 1e6)) }
      // A pipe writes the three bytes of a message atomically.
      guard FileBytes.writeAll([0x99, note, UInt8(number % 127 + 1)], to: descriptor) else { return }
    }
  }
}
