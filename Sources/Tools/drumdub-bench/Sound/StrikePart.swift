import AudioBase
import Glibc
import SystemBase

/// Measures the time from a key or a MIDI note to its sound, in a pipe and through a server, and the error of its statement.
enum StrikePart {
  /// The strikes of a run, 12 per second.
  private static let count = 250
  private static let states = ["idle", "every core busy"]

  static func measureLatency(_ report: Report) throws {
    for timing in ["even", "tight"] {
      for state in states {
        let name = "key to sound, period 128, \(timing), \(state)"
        let strikes = try busy(state) { try StrikeRun(timing: timing).strike(count) }
        report.add(
          name, of: strikes.map(\.latency), .milliseconds,
          [(.median, .atMost(8)), (.percentile(99), .atMost(12))])
        report.add(
          "\(name), heard − read", of: strikes.map(\.saidLatency), .milliseconds,
          [(.range, timing == "even" ? .atMost(0.25) : nil)])
      }
    }
    if !report.has(SoundServer.programs) { return }
    for state in states {
      let (direct, throughALSA) = try busy(state) {
        (try StrikeRun(server: "pulse").strike(count), try StrikeRun(server: "alsa").strike(count))
      }
      report.add(
        "key to sound, through PulseAudio, \(state)", of: direct.map(\.latency), .milliseconds,
        beside: ("through ALSA", throughALSA.map(\.latency)),
        [(.median, .ratioAtMost(1)), (.percentile(99), .ratioAtMost(1))])
    }
  }

  private static func busy<Value>(_ state: String, _ body: () throws -> Value) throws -> Value {
    let cores = state == "idle" ? [] : try [Child].busyCores()
    return try withExtendedLifetime(cores) { try body() }
  }

  static func measureClock(_ report: Report) throws {
    var outputs: [(name: String, output: String?, goal: Double)] = [("a pipe", nil, 1)]
    if report.has(SoundServer.programs) {
      outputs += [
        ("PulseAudio by its own protocol", "pulse", 1), ("PulseAudio through ALSA", "alsa", 5),
      ]
    }
    for (name, output, goal) in outputs {
      let run =
        try output.map { try StrikeRun(server: $0, ["--period", "256"]) } ?? StrikeRun(timing: "even")
      report.add(
        "error of what is heard now, \(name)", of: try run.strike(count).map(\.clockError), .milliseconds,
        [(.median, .atMost(goal)), (.percentile(99), nil)])
    }
  }

  static func measureNotes(_ report: Report) throws {
    for timing in ["even", "tight"] {
      let strikes = try StrikeRun(timing: timing, hasNotes: true).strike(2 * count)
      // Keys and notes take turns.
      let keys = stride(from: 0, to: strikes.count, by: 2).map { strikes[$0] }
      let notes = stride(from: 1, to: strikes.count, by: 2).map { strikes[$0] }
      let name = "MIDI note to sound, period 128, \(timing)"
      report.add(
        name, of: notes.map(\.latency), .milliseconds, beside: ("a key", keys.map(\.latency)),
        [(.median, .atMost(8)), (.percentile(99), .atMost(12))])
      report.add(
        "\(name), median, later than a key", notes.map(\.latency).median - keys.map(\.latency).median,
        .milliseconds, .atMost(0.3))
      report.add(
        "\(name), heard − read", of: notes.map(\.saidLatency), .milliseconds,
        beside: ("a key", keys.map(\.saidLatency)), [(.range, nil)])
    }
  }
}

/// A run of the program with a kit of one click. One thread strikes and reads the sound.
final class StrikeRun {
  /// Seconds of a strike.
  struct Strike {
    var latency = 0.0
    /// From the read of the key to its sound, as the program's trace states them.
    var saidLatency = 0.0
    /// Between the time at which it is heard, as the trace states it, and that at which it came out.
    var clockError = 0.0
  }

  /// A frame is heard when its block can be read from the program itself, or as the recorder tells.
  private let server: SoundServer?
  private let recorder: Child?
  private let pipe: SoundPipe
  private let run: TerminalRun
  /// The pipe of the MIDI input; negative if there is none.
  private var notes: Int32 = -1
  private var random = SeededGenerator(seed: 2)

  /// Starts the program with a pipe as its output, periods of 128 frames, and the timing `even` or `tight`.
  convenience init(timing: String, hasNotes: Bool = false) throws {
    let home = try ScratchFolder()
    var options = ["--output", "fifo:\(home.file("sound"))", "--period", "128", "--timing", timing]
    if hasNotes { options += ["--midi", "fifo:\(home.file("notes"))"] }
    try self.init(home, options)
    if !hasNotes { return }
    try run.terminal.wait("no MIDI input") { home.filePath("notes").exists }
    notes = open(home.file("notes"), O_RDWR | O_CLOEXEC)
    guard notes >= 0 else { throw Failure.systemCall("open \(home.file("notes"))") }
  }

  convenience init(server output: String, _ options: [String] = []) throws {
    try self.init(ScratchFolder(), ["--output", output] + options, SoundServer())
  }

  private init(_ home: ScratchFolder, _ options: [String], _ server: SoundServer? = nil) throws {
    self.server = server
    pipe = try SoundPipe(path: home.file("sound"))
    recorder = try server?.record(to: home.file("sound"))
    // A click of a few frames has an exact onset.
    try home.makeFolder("kit")
    try home.write([Frame](repeating: Frame(0.5, 0.5), count: 16), to: "kit/click.wav")
    let pad = #"{"number":1,"name":"click","layers":[{"samples":["click.wav"]}]}"#
    try home.write(
      #"{"format":"drumdub-kit","version":1,"name":"click","pads":[\#(pad)]}"#, to: "kit/kit.json")
    let words = ["--kit", home.file("kit"), "--trace-hits", home.file("hits"), try home.makeFolder("music")]
    run = try TerminalRun(
      drumdub: options + words, home: home, server?.environment ?? [], until: "click")
    _ = try heard(milliseconds: 500, untilSound: false)
  }

  deinit { if notes >= 0 { close(notes) } }

  /// Strikes by a key and, with a MIDI input, by a note in turn, at irregular times: at all positions in a period.
  func strike(_ count: Int) throws -> [Strike] {
    var sounds: [(strike: HostTime, arrival: HostTime, block: Int, onset: Int)] = []
    for number in 0..<count {
      let time = HostTime.now
      if notes >= 0, number % 2 == 1 {
        // The only pad of the kit has the first note of pads without one.
        _ = FileBytes.writeAll([0x99, 36, 100], to: notes)
      } else {
        run.type("a")
      }
      guard let block = try heard(milliseconds: 1_000, untilSound: true) else {
        throw Failure("strike \(number) was not heard within a second")
      }
      let onset = block.frames.firstIndex { $0 != .zero } ?? 0
      sounds.append((time, block.time, block.first, onset))
      _ = try heard(milliseconds: .random(in: 60...100, using: &random), untilSound: false)
    }
    _ = try run.quit()
    let hits = try run.tracedHits()
    guard hits.count == count else { throw Failure("\(hits.count) of \(count) strikes were traced") }
    return zip(sounds, hits).map { sound, hit in
      let offset = FrameCount(sound.onset).seconds(at: .standard)
      let out =
        server == nil ? sound.arrival.advanced(bySeconds: offset) : pipe.heard(sound.block + sound.onset)
      return Strike(
        latency: sound.arrival.seconds(since: sound.strike),
        saidLatency: Double(hit.heardNs - hit.readNs) / 1e9,
        clockError: abs(HostTime(nanoseconds: hit.heardNs).seconds(since: out)))
    }
  }

  /// Reads sound and screen for a time, or until there is sound. Returns the first block with sound.
  private func heard(milliseconds: Double, untilSound: Bool) throws -> SoundPipe.Block? {
    let end = HostTime.now.advanced(bySeconds: milliseconds / 1_000)
    var first: SoundPipe.Block?
    while HostTime.now < end && !(untilSound && first != nil) {
      var watched = [pipe.descriptor, run.terminal.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let left = max(end.seconds(since: .now) * 1_000, 0)
      guard poll(&watched, 2, Int32(left.rounded(.up))) > 0 else { continue }
      if watched[0].revents != 0, let block = pipe.read(milliseconds: 0), first == nil,
        block.frames.contains(where: { $0 != .zero })
      {
        first = block
      }
      if watched[1].revents != 0 { _ = run.terminal.read(milliseconds: 0) }
    }
    return first
  }
}
