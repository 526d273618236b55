import AudioBase
import AudioFiles
import FoundationEssentials
import Glibc
import SystemBase

/// A run of the program with a kit of one click. One thread types the keys and reads the sound.
final class LatencyRun {
  private let home: ScratchFolder
  private let terminal: PseudoTerminal
  private let pipe: SoundPipe
  private let child: Child
  /// Copies what a sound server plays into the pipe.
  private let recorder: Child?
  /// The pipe of the MIDI input; negative if there is none.
  private var notes: Int32 = -1
  private var random = SeededGenerator(seed: 2)

  /// Starts the program with a pipe as its output and periods of 128 frames.
  ///
  /// - Parameter timing: the setting of the program, `even` or `tight`.
  convenience init(timing: String, hasNotes: Bool = false) throws(Failure) {
    let home = try ScratchFolder()
    let options = ["--output", "fifo:\(home.file("sound"))", "--period", "128", "--timing", timing]
    let path = home.file("notes")
    if hasNotes, mkfifo(path, 0o600) != 0 { throw Failure("mkfifo: \(SystemError.text)") }
    try self.init(home, options + (hasNotes ? ["--midi", "fifo:\(path)"] : []))
    if !hasNotes { return }
    notes = open(path, O_RDWR | O_CLOEXEC)
    guard notes >= 0 else { throw Failure("open \(path): \(SystemError.text)") }
  }

  /// Starts the program with an output that plays through a sound server.
  ///
  /// - Parameter recorder: the program `parec`.
  convenience init(output: String, on server: SoundServer, recorder: String) throws(Failure) {
    let home = try ScratchFolder()
    try home.write("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\n", to: "alsa.conf")
    let variables = server.environment + ["ALSA_CONFIG_PATH=\(home.file("alsa.conf"))"]
    try self.init(home, ["--output", output], environment: variables) { path throws(Failure) in
      try Child(
        recorder, SoundServer.recording, environment: home.environment + server.environment, output: path)
    }
  }

  /// Starts the player and what records it.
  ///
  /// - Parameter record: starts a program that writes what is heard to a path, if the player does not do so itself.
  private init(
    _ home: ScratchFolder, _ options: [String], environment: [String] = [],
    record: ((String) throws(Failure) -> Child)? = nil
  ) throws(Failure) {
    self.home = home
    terminal = try PseudoTerminal()
    let kit = try LatencyRun.makeKit(in: home)
    let nothing = try home.makeFolder("music")
    pipe = try SoundPipe(path: home.file("sound"))
    recorder = try record?(home.file("sound"))
    child = try Child(
      try ProgramFinder.drumdub(),
      options + [
        "--kit", kit, "--trace-hits", home.file("hits"), "--stats", home.file("statistics"), nothing,
      ],
      environment: home.environment + environment, terminal: terminal.name)
    _ = try terminal.wait(for: ["click"])
  }

  deinit {
    if notes >= 0 { close(notes) }
    child.end(draining: terminal)
    recorder?.end()
  }

  /// Types keys at irregular times, so that they fall on all positions in a period, more slowly than a held key repeats.
  ///
  /// - Returns: for each key, the seconds until its sound arrived.
  func measure(keys: Int) throws(Failure) -> [Double] {
    _ = try passTime(milliseconds: 500)
    var seconds: [Double] = []
    for number in 1...keys { seconds.append(try strike("key \(number)") { terminal.type("a") }) }
    return seconds
  }

  /// Strikes by a key and by a note in turn.
  ///
  /// - Returns: for each of them, the seconds until its sound arrived.
  func measureWithNotes(_ count: Int) throws(Failure) -> (keys: [Double], notes: [Double]) {
    _ = try passTime(milliseconds: 500)
    var seconds: (keys: [Double], notes: [Double]) = ([], [])
    for number in 1...count {
      seconds.keys.append(try strike("key \(number)") { terminal.type("a") })
      // The only pad of the kit has the first note of pads without one.
      seconds.notes.append(
        try strike("note \(number)") { _ = FileBytes.writeAll([0x99, 36, 100], to: notes) })
    }
    return seconds
  }

  /// Strikes and waits for the sound. Returns the seconds until it arrived.
  private func strike(_ name: String, _ strike: () -> Void) throws(Failure) -> Double {
    let start = HostTime.now
    strike()
    guard let heard = try passTime(milliseconds: 1000, untilSound: true) else {
      throw Failure("\(name) was not heard within a second")
    }
    _ = try passTime(milliseconds: Double.random(in: 60...100, using: &random))
    return heard.seconds(since: start)
  }

  /// Ends the program.
  ///
  /// - Returns: how often its output ran out of sound.
  func dropouts() throws(Failure) -> Int {
    child.end(draining: terminal)
    return try SoakCounters(path: home.file("statistics")).xruns
  }

  /// Returns the seconds from the read of each key to its sound, as the program's trace states them.
  func toldLatencies() throws(Failure) -> [Double] {
    struct Hit: Decodable {
      var readNs: Int64
      var heardNs: Int64
    }
    do {
      let lines = try FileBytes.read(FilePath(home.file("hits")), limit: 1 << 20).split(separator: 0x0A)
      let hits = try lines.map { try JSONDecoder().decode(Hit.self, from: Data($0)) }
      guard !hits.isEmpty else { throw Failure("no hit was traced") }
      return hits.map { Double($0.heardNs - $0.readNs) / 1e9 }
    } catch {
      throw Failure("the trace of the hits: \(error)")
    }
  }

  /// Reads sound and screen for a time.
  ///
  /// - Returns: the time of the first sound; nil if there was none.
  private func passTime(milliseconds: Double, untilSound: Bool = false) throws(Failure) -> HostTime? {
    let end = HostTime.now.advanced(bySeconds: milliseconds / 1000)
    var first: HostTime?
    while HostTime.now < end && !(untilSound && first != nil) {
      var watched = [pipe.descriptor, terminal.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let left = max(end.seconds(since: .now) * 1000, 0)
      guard poll(&watched, 2, Int32(left.rounded(.up))) > 0 else { continue }
      if watched[0].revents != 0, let heard = try pipe.read() { first = first ?? heard }
      if watched[1].revents != 0 { _ = terminal.read(milliseconds: 0) }
    }
    return first
  }

  /// Makes a kit whose only pad is a click of a few frames, so that its onset is exact.
  private static func makeKit(in home: ScratchFolder) throws(Failure) -> String {
    let folder = try home.makeFolder("kit")
    do throws(FileError) {
      let writer = try SndfileWriter(
        path: FilePath("\(folder)/click.wav"), sampleRate: .standard, encoding: .wavFloat)
      try [Frame](repeating: Frame(0.5, 0.5), count: 16).withUnsafeBufferPointer(writer.write)
      try writer.close()
    } catch {
      throw Failure("\(error)")
    }
    let pad = #"{"number":1,"name":"click","layers":[{"samples":["click.wav"]}]}"#
    try home.write(
      #"{"format":"drumdub-kit","version":1,"name":"click","pads":[\#(pad)]}"#, to: "kit/kit.json")
    return folder
  }
}
