import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Devices that come, go, and are chosen while music plays.
@Suite(.together, .enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
struct DeviceTests {
  private let sandbox: Sandbox
  private let track = TestTrack(seed: 43, seconds: 120)

  init() throws {
    sandbox = try Sandbox()
    try track.write(to: "a.wav", in: sandbox)
  }

  /// Starts the program in the plain mode, which prints each notice on a line of its own.
  private func start(_ server: SoundServer, _ output: String) throws -> PseudoTerminal {
    try sandbox.terminal(
      "--plain", "--period", "1024", "--output", output, "a.wav", environment: server.environment)
  }

  private func play(_ server: SoundServer, _ output: String) throws -> PseudoTerminal {
    let terminal = try start(server, output)
    try terminal.wait(for: "playing: 1 of 1")
    return terminal
  }

  private func end(_ terminal: PseudoTerminal) throws {
    try terminal.expectQuit()
  }

  /// Starts the program on a screen.
  private func screen(_ server: SoundServer, _ output: String) throws -> TmuxSession {
    try TmuxSession(
      [Sandbox.program, "--period", "1024", "--output", output, "a.wav"],
      environment: sandbox.environment(server.environment), directory: sandbox.path.shown, columns: 160,
      rows: 34)
  }

  /// Waits until the program is told of new devices. Those that are there before are not new.
  private func waitForMonitor(_ server: SoundServer, _ terminal: PseudoTerminal) throws {
    var count = 0
    try terminal.wait("the monitor of the devices") { terminal in
      count += 1
      try server.plug("other\(count)")
      return terminal.text.contains("new output: other")
    }
  }

  @Test func outputChosenInTheListTakesOverThePlayingMusic() throws {
    let server = try SoundServer(sandbox, sinks: ["speakers", "phones"])
    let session = try screen(server, "pulse:speakers")
    let first = try server.place(in: track, on: "speakers")
    try session.press("M-V")
    try session.wait(forAll: ["Outputs", "▶ speakers", "default · pulse:speakers", "Inputs"])
    // The output in use is selected.
    try session.press("Down")
    try session.press("Enter")
    try session.wait(for: "▶ phones")
    let second = try server.place(in: track, on: "phones")
    #expect(second > first, "\(first), \(second)")
    // The list shows what is plugged in and out.
    try server.plug("headset")
    try session.wait(for: "pulse:headset.monitor")
    try server.unplug("headset")
    try session.wait(for: "the headset to go") { !$0.contains("pulse:headset.monitor") }
    try session.press("Escape")
    try session.wait(for: "the list to close") { !$0.contains("Outputs") }
    try session.expectQuit()
  }

  @Test func aChosenInputIsCaptured() throws {
    let server = try SoundServer(sandbox)
    let terminal = try play(server, "pulse")
    terminal.type("\u{1B}[18~")
    try terminal.wait(for: "input on: alsa")
    try terminal.type("\u{1B}V", andSee: "Outputs: 1 of")
    // The defaults of server and ALSA come before the monitor.
    try terminal.type("\u{1B}[F", andSee: "Inputs: ")
    try terminal.type("\u{1B}[A", andSee: "Monitor of speakers (monitor), default · pulse:speakers.monitor")
    try terminal.type("\r", andSee: "input on: pulse:speakers.monitor")
    try end(terminal)
  }

  @Test func changedDefaultOutputIsFollowedWithoutAPause() throws {
    let server = try SoundServer(sandbox, sinks: ["speakers", "phones"])
    let terminal = try play(server, "pulse")
    try server.control("set-default-sink", "phones")
    try terminal.wait(for: "the sound plays on phones now")
    _ = try server.hear("phones", frames: 4_800)
    #expect(!terminal.text.contains("paused"))
    try end(terminal)
  }

  @Test(arguments: ["pulse", "alsa"]) func aRemovedOutputPausesTheMusic(output: String) throws {
    let server = try SoundServer(sandbox, sinks: ["phones", "speakers"])
    let terminal = try play(server, output)
    try waitForMonitor(server, terminal)
    try server.unplug("phones")
    try terminal.wait(for: "paused: phones is gone; the sound will play on speakers")
    try terminal.type(" ", andSee: "playing")
    _ = try server.hear("speakers", frames: 4_800)
    try end(terminal)
  }

  /// The sink that a server makes while it has no other one, under its usual name.
  @Test(arguments: ["pulse", "alsa"]) func removedPlaceholderSinkDoesNotPauseMusic(output: String) throws {
    let server = try SoundServer(sandbox, sinks: ["auto_null"])
    let terminal = try play(server, output)
    try waitForMonitor(server, terminal)
    try server.plug("speakers")
    try server.control("set-default-sink", "speakers")
    try server.unplug("auto_null")
    try terminal.wait(for: "the sound plays on speakers now")
    _ = try server.hear("speakers", frames: 4_800)
    #expect(!terminal.text.contains("paused"))
    try end(terminal)
  }

  @Test func musicInterruptedByACallResumesWhenTheCallEnds() throws {
    try TestTrack(seed: 44, seconds: 60).write(to: "call.wav", in: sandbox)
    let server = try SoundServer(sandbox, modules: ["module-role-cork"])
    let terminal = try play(server, "pulse")
    let call = try server.play("call.wav", role: "phone")
    defer { waitpid(call, nil, 0) }
    try terminal.wait(for: "interrupted: another program is heard")
    let seen = terminal.output.count
    kill(call, SIGKILL)
    try terminal.wait(for: "the sound device is back", from: seen)
    try terminal.wait(for: "playing", from: seen)
    _ = try server.hear("speakers", frames: 4_800)
    try end(terminal)
  }

  /// The music is silent until then, but goes on.
  @Test(arguments: ["auto", "pulse", "pulse:speakers"])
  func aServerThatStartsLaterIsUsed(output: String) throws {
    let server = try SoundServer(sandbox)
    server.kill()
    let session = try screen(server, output)
    let awaited = output == "auto" ? "no sound device" : "no sound server"
    try session.wait(forAll: ["▶ playing    \(awaited)", "no sound: ", "silent: \(awaited)"])
    try server.start()
    try session.wait(for: "the sound plays on pulse")
    try session.wait(for: "▶ playing    speakers · 48 kHz")
    try session.wait(for: "the pads") { !$0.contains("silent:") }
    _ = try server.hear("speakers", frames: 4_800)
    try session.expectQuit()
  }

  @Test func anOutputThatIsPluggedInLaterIsUsed() throws {
    let server = try SoundServer(sandbox)
    let session = try screen(server, "pulse:phones")
    try session.wait(
      forAll: [
        "phones is missing: the sound plays on speakers until it is there", "▶ playing    speakers · ",
      ])
    _ = try server.hear("speakers", frames: 4_800)
    try server.plug("phones")
    try session.wait(for: "▶ playing    phones · ")
    _ = try server.hear("phones", frames: 4_800)
    try session.expectQuit()
  }

  @Test func interruptedMusicContinuesOnANewlySetOutput() throws {
    let server = try SoundServer(sandbox)
    let terminal = try play(server, "pulse")
    let seen = terminal.output.count
    server.kill()
    try terminal.wait(for: "interrupted at ", from: seen)
    try terminal.type(":set output null\r", andSee: "playing: 1 of 1")
    try terminal.wait(for: "output null", from: seen)
    try end(terminal)
  }

  @Test func thePositionStandsStillWhileTheServerIsGone() throws {
    let server = try SoundServer(sandbox)
    let session = try screen(server, "pulse")
    try session.wait(for: "▶ playing    speakers · 48 kHz")
    _ = try server.hear("speakers", frames: 4_800)
    server.kill()
    try session.wait(forAll: ["‖ interrupted    no sound server", "silent: no sound server"])
    let before = try sandbox.position(environment: server.environment)
    let later = try sandbox.position(environment: server.environment)
    #expect(later == before)
    try server.start()
    try session.wait(for: "▶ playing    speakers · 48 kHz")
    let resumed = try sandbox.position(environment: server.environment)
    #expect(resumed >= before)
    try session.expectQuit()
  }

  @Test func headerReportsAPipeWithoutAReader() throws {
    let pipe = sandbox.file("nope")
    let session = try TmuxSession(
      [Sandbox.program, "--output", "fifo:\(pipe.shown)", "a.wav"],
      environment: sandbox.environment([]), directory: sandbox.path.shown, columns: 160, rows: 34)
    try session.wait(for: "▶ playing    no reader of fifo:\(pipe.shown)")
    let reader = open(pipe.shown, O_RDONLY | O_NONBLOCK)
    try session.wait(for: "▶ playing    fifo:\(pipe.shown) · 48 kHz")
    close(reader)
    try session.wait(for: "▶ playing    no reader of fifo:\(pipe.shown)")
    try session.expectQuit()
  }

  // MARK: A card that another program uses alone

  /// A PCM that is busy while the file `taken` exists, and a server to which it plays otherwise.
  private func makeCard() throws -> SoundServer {
    let server = try SoundServer(sandbox)
    let source = FilePath(#filePath).directory.appending("Peers/busy_pcm.c").shown
    let library = sandbox.file("busy_pcm.so").shown
    try Tool.run("clang", ["-shared", "-fPIC", "-DPIC", "-o", library, source, "-lasound"])
    let configuration = """
      </usr/share/alsa/alsa.conf>
      pcm_type.busy { lib "\(library)" }
      pcm.card { type busy file "\(sandbox.file("taken").shown)" slave "pulse" }

      """
    try sandbox.write(configuration.utf8, to: "asound.conf")
    try sandbox.write([], to: "taken")
    return server
  }

  @Test func playbackStartsWhenABusyCardBecomesFree() throws {
    let server = try makeCard()
    let session = try screen(server, "alsa:card")
    try session.wait(forAll: ["‖ interrupted", "silent: card is in use by another program"])
    // The player stays usable.
    try session.type("?")
    try session.wait(for: "Keys")
    try session.press("Escape")
    try session.wait(for: "silent: card is in use by another program")
    FileBytes.remove(sandbox.file("taken"))
    try session.wait(for: "▶ playing")
    _ = try server.hear("speakers", frames: 4_800)
    try session.wait(for: "the pads") { !$0.contains("silent:") }
    try session.expectQuit()
  }

  @Test func pausedMusicStaysPausedWhenABusyCardIsFree() throws {
    let server = try makeCard()
    let terminal = try start(server, "alsa:card")
    try terminal.wait(for: "interrupted: card is in use by another program")
    try terminal.wait(for: "playback continues when that ends")
    try terminal.wait(for: "interrupted at ")
    try terminal.type(":pause\r", andSee: "paused at ")
    let seen = terminal.output.count
    FileBytes.remove(sandbox.file("taken"))
    try terminal.wait(for: "the sound device is back", from: seen)
    try terminal.type(" ", andSee: "playing")
    let text = String(decoding: terminal.output[seen...], as: UTF8.self)
    #expect(text.split(separator: "playing").count == 2, "\(text)")
    _ = try server.hear("speakers", frames: 4_800)
    try end(terminal)
  }
}
