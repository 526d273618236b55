import AudioBase
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Music through a JACK server that starts after the program, ends, and is back.
@Suite(.jack, .enabled(if: JACKDummyServer.mayRun, "jackd2 is not installed")) struct JACKTests {
  private let sandbox: Sandbox
  private let environment: [String]

  init() throws {
    sandbox = try Sandbox()
    try TestTrack(seed: 48, seconds: 120).write(to: "a.wav", in: sandbox)
    environment = try sandbox.makeJACKEnvironment()
  }

  private func start() throws -> PseudoTerminal {
    try sandbox.terminal("--plain", "--output", "jack", "a.wav", environment: environment)
  }

  @Test func aServerThatStartsLaterIsUsed() throws {
    let terminal = try start()
    try terminal.wait(for: "no sound: cannot open jack (no JACK server is running)")
    try terminal.wait(for: "playing: 1 of 1")
    let server = try JACKDummyServer(sandbox)
    try terminal.wait(for: "the sound plays on jack now")
    try server.expectPorts(of: "drumdub")
    try terminal.quit()
  }

  @Test func aServerThatIsAwaitedIsNamedInTheHeader() throws {
    let session = try TmuxSession(
      [Sandbox.program, "--output", "jack", "a.wav"], environment: sandbox.environment(environment),
      directory: sandbox.path.shown, columns: 100, rows: 30)
    try session.wait(forAll: ["▶ playing    waiting for JACK", "silent: waiting for JACK"])
    let server = try JACKDummyServer(sandbox)
    try session.wait(for: "▶ playing    jack · 48 kHz")
    try session.expectQuit()
    server.end()
  }

  @Test func theMusicContinuesWhenTheServerIsBack() throws {
    let server = try JACKDummyServer(sandbox)
    let terminal = try start()
    try terminal.wait(for: "playing: 1 of 1")
    try server.expectPorts(of: "drumdub")
    let seen = terminal.output.count
    server.end()
    try terminal.wait(for: "interrupted: the sound server has ended", from: seen)
    try terminal.wait(for: "playback continues when it is back", from: seen)
    try terminal.wait(for: "interrupted at ", from: seen)
    let before = try sandbox.position()
    #expect(try sandbox.position() == before, "it stands still")
    let restart = HostTime.now
    try server.start()
    try terminal.wait(for: "the sound device is back", from: seen)
    try server.expectPorts(of: "drumdub")
    let after = try sandbox.position()
    let passed = HostTime.now.seconds(since: restart)
    #expect(after >= before && after <= before + passed, "\(before), \(after), \(passed)")
    try terminal.quit()
  }
}

/// A chain of programs: the music leaves to the effect of another program, and comes back to the output.
@Suite(.jack, .enabled(if: JACKDummyServer.mayRun, "jackd2 is not installed")) struct JACKChainTests {
  private let sandbox: Sandbox
  private let environment: [String]

  init() throws {
    sandbox = try Sandbox()
    try TestTrack(impulsesEvery: 4_800, seconds: 120).write(to: "a.wav", in: sandbox)
    environment = try sandbox.makeJACKEnvironment()
    let mixer = """
      {"format":"drumdub-mixer","version":1,"strips":[{"bus":"music","inserts":[{"unit":"jack:echo"}]}]}
      """
    try sandbox.write(mixer.utf8, to: "state/drumdub/mixer.json")
  }

  /// Waits for a second of the recording.
  private func second(_ terminal: PseudoTerminal) throws -> [Float] {
    try sandbox.waitForSound(2, in: "heard.wav", terminal)
    return try FloatWAV(sandbox.file("heard.wav")).frames.suffix(48_000).map(\.x)
  }

  @Test func effectOfAnotherProgramIsHeardAndTheMusicGoesOnDryWhenItIsKilled() throws {
    let server = try JACKDummyServer(sandbox)
    let effect = try server.startEffect("echo")
    let terminal = try sandbox.terminal(
      "--plain", "--output", "jack", "--record", "heard.wav", "a.wav", environment: environment)
    try terminal.wait(for: "playing: 1 of 1")
    try server.expectPort("drumdub:music send left")
    try sandbox.waitForSound(2, in: "heard.wav", terminal)
    // A busy machine may let the server skip cycles of the effect, or of the program.
    var (low, high) = (0, 0)
    try Wait.until("the effect", told: { "\(low), \(high)" }) {
      let wet = try second(terminal)
      (low, high) = (wet.count { $0 < -0.15 }, wet.count { $0 > 0.1 })
      return low > 40 && high < low / 4
    }
    let listed = try sandbox.run(["mixer", "--json"], environment: environment)
    let isListed = listed.text.contains(#""category":"JACK effect","kind":"jack","name":"echo""#)
    #expect(isListed)
    kill(effect, SIGKILL)
    waitpid(effect, nil, 0)
    try terminal.wait(for: "the program echo is gone")
    let dry = try second(terminal)
    #expect(dry.allSatisfy { $0 > -0.1 })
    let places = dry.indices.dropFirst().filter { dry[$0] > 0.3 && dry[$0 - 1] <= 0.3 }
    let gaps = zip(places, places.dropFirst()).map { $1 - $0 }
    #expect(gaps.count >= 8 && gaps.allSatisfy { $0 == 4_800 }, "\(gaps)")
    let again = try server.startEffect("echo")
    try terminal.wait(for: "the music passes through the program echo again")
    kill(again, SIGKILL)
    waitpid(again, nil, 0)
    terminal.type("q")
    try terminal.wait(for: "still recording")
    terminal.type("q")
    try terminal.expectEnd(.exited(0))
  }
}

/// Notes of a host play an instrument, whose sound another program changes or makes.
@Suite(.jack, .enabled(if: JACKDummyServer.mayRun, "jackd2 is not installed")) struct JACKInstrumentTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("run"), permissions: 0o700)
    try sandbox.writeEmptySession()
  }

  /// Starts the program with an instrument in the mixer.
  private func start(_ strip: String) throws -> PseudoTerminal {
    let mixer = """
      {"format":"drumdub-mixer","version":1,"strips":[{"bus":"instrument",\(strip)}]}
      """
    try sandbox.write(mixer.utf8, to: "state/drumdub/mixer.json")
    return try sandbox.terminal(
      "--plain", "--output", "jack", "--midi", "jack", "--record", "heard.wav",
      environment: [DetachedPlayer.runtime(sandbox), JACKDummyServer.variable(sandbox)])
  }

  /// Waits for two seconds of the recording.
  private func heard(_ terminal: PseudoTerminal) throws -> [Frame] {
    try sandbox.waitForSound(3, in: "heard.wav", terminal)
    return try Array(FloatWAV(sandbox.file("heard.wav")).frames.suffix(96_000))
  }

  /// The magnitude of a frequency, summed over tenths of a second, since notes do not begin in phase.
  private func magnitude(_ frequency: Double, _ frames: [Frame]) -> Double {
    stride(from: 0, to: frames.count, by: 4_800).reduce(0) { sum, start in
      var (real, imaginary) = (0.0, 0.0)
      for (index, frame) in frames[start..<min(start + 4_800, frames.count)].enumerated() {
        let angle = 2 * Double.pi * frequency * Double(index) / 48_000
        real += Double(frame.x) * cos(angle)
        imaginary += Double(frame.x) * sin(angle)
      }
      return sum + (real * real + imaginary * imaginary).squareRoot()
    }
  }

  @Test func guitarPlayedByAHostPassesThroughAnEffectAndGoesOnDryWhenItIsKilled() throws {
    let server = try JACKDummyServer(sandbox)
    let effect = try server.startEffect("echo")
    let terminal = try start(#""instrument":"guitar","inserts":[{"unit":"jack:echo"}]"#)
    try server.expectPort("drumdub:instrument send left")
    try server.expectPorts(of: "drumdub-midi")
    let host = try server.playMiddleC("host")
    var wet: [Frame] = []
    try Wait.until("the guitar") {
      wet = try heard(terminal)
      return magnitude(261.6, wet) > 0.1
    }
    kill(effect, SIGKILL)
    waitpid(effect, nil, 0)
    try terminal.wait(for: "the program echo is gone")
    let quiet = magnitude(261.6, wet)
    var loud = 0.0
    // The effect halves the level. A busy machine may let the server skip cycles of the host, and with them notes.
    try Wait.until("the guitar without the effect", told: { "\(quiet), \(loud)" }) {
      let dry = try heard(terminal)
      loud = magnitude(261.6, dry)
      let isMiddleC = loud > 2 * magnitude(247, dry) && loud > 2 * magnitude(277.2, dry)
      return loud > 1.5 * quiet && isMiddleC
    }
    kill(host, SIGKILL)
    waitpid(host, nil, 0)
    terminal.type("qq")
    try terminal.expectEnd(.exited(0))
  }

  @Test func programPlaysTheInstrumentAndTheBusIsSilentWhileItIsKilled() throws {
    let server = try JACKDummyServer(sandbox)
    var synth = try server.startSynthesizer()
    let terminal = try start(#""instrument":"jack:midisine""#)
    try server.expectPort("drumdub:instrument notes")
    try server.expectPorts(of: "drumdub-midi")
    let host = try server.playMiddleC("host")
    // It plays an octave above the keys. A busy machine may let the server skip cycles of the programs.
    var tone = 0.0
    try Wait.until("the tone", told: { "\(tone)" }) {
      let played = try heard(terminal)
      tone = magnitude(523.25, played)
      return tone > 100 && tone > 2 * magnitude(493.9, played) && tone > 2 * magnitude(554.4, played)
    }
    kill(synth, SIGKILL)
    waitpid(synth, nil, 0)
    try terminal.wait(for: "the program midisine is gone")
    #expect(try heard(terminal).suffix(48_000).allSatisfy { $0 == .zero })
    let listed = try sandbox.run(["mixer", "--json"], environment: [JACKDummyServer.variable(sandbox)])
    #expect(!listed.text.contains("midisine"))
    synth = try server.startSynthesizer()
    try terminal.wait(for: "the program midisine plays the instrument again")
    try Wait.until("the tone of the program that is back") {
      try magnitude(523.25, heard(terminal)) > tone / 4
    }
    for process in [host, synth] {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    terminal.type("qq")
    try terminal.expectEnd(.exited(0))
  }
}
