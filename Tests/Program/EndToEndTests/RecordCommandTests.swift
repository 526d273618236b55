import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// `drumdub record`.
@Suite(.together) struct RecordCommandTests {
  private let track = TestTrack(seed: 61, seconds: 6)

  /// Waits until a number of seconds are recorded. A busy machine leaves out seconds on the terminal.
  private func wait(_ seconds: Int, _ terminal: PseudoTerminal) throws {
    try terminal.wait("\(seconds) seconds of the recording") { terminal in
      (seconds..<10).contains { terminal.text.contains("recording 00:0\($0)") }
    }
  }

  @Test func inputIsRecordedUnchangedForTheGivenDuration() throws {
    let sandbox = try Sandbox()
    try track.write(to: "in.wav", in: sandbox)
    let words = [
      "record", "-o", "out.wav", "--input", "file:in.wav", "--format", "float", "--duration", "1.5",
    ]
    let result = try sandbox.run(words)
    #expect(result.status == 0 && result.text == "wrote \(sandbox.file("out.wav").shown), 00:01\n")
    #expect(result.errors.isEmpty, "no level display without a terminal")
    #expect(try FloatWAV(sandbox.file("out.wav")).frames == Array(track.frames[..<72_000]))
    #expect(try sandbox.run(words).text == "wrote \(sandbox.file("out 2.wav").shown), 00:01\n")
  }

  @Test(arguments: ["flac", "ogg"])
  func recordingHasTheRequestedChannelsAndRate(format: String) throws {
    let sandbox = try Sandbox()
    try track.write(to: "in.wav", in: sandbox)
    let result = try sandbox.run([
      "record", "-o", "out.\(format)", "--input", "file:in.wav", "--channels", "1", "--rate", "44100",
      "--duration", "1",
    ])
    #expect(result.status == 0, "\(result.errorLines)")
    let info = try sandbox.run(["info", "--json", "out.\(format)"]).text
    #expect(info.contains("\"sampleRate\":44100") && info.contains("\"channels\":1"), "\(info)")
  }

  @Test func aTerminalShowsTheLevelsAndCtrlCEndsTheRecording() throws {
    let sandbox = try Sandbox()
    try track.write(to: "in.wav", in: sandbox)
    let terminal = try sandbox.terminal("record", "-o", "out.flac", "--input", "file:in.wav")
    try wait(1, terminal)
    try terminal.wait(for: "█")
    terminal.type("\u{3}")
    try terminal.wait(for: "wrote ")
    try terminal.expectEnd(.exited(0))
    #expect(try sandbox.run(["info", "out.flac"]).status == 0)
  }

  @Test(arguments: ["flac", "wav", "ogg"])
  func aKilledRecordingLosesASecondAtMost(format: String) throws {
    let sandbox = try Sandbox()
    try track.write(to: "in.wav", in: sandbox)
    let terminal = try sandbox.terminal("record", "-o", "out.\(format)", "--input", "file:in.wav")
    try wait(4, terminal)
    terminal.signal(SIGKILL)
    try terminal.expectEnd(.signalled(SIGKILL))
    let decoded = try sandbox.run(["decode", "out.\(format)", "-o", "copy.wav"])
    #expect(decoded.status == 0 || format != "wav", "\(decoded.errorLines)")
    #expect(try FloatWAV(sandbox.file("copy.wav")).frames.count >= 3 * 48_000)
  }

  @Test(.enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
  func recordingContinuesWhenAKilledSoundServerRestarts() throws {
    let sandbox = try Sandbox()
    try track.write(to: "in.wav", in: sandbox)
    let server = try SoundServer(sandbox)
    let terminal = try sandbox.terminal(
      "record", "-o", "out.wav", "--format", "float", environment: server.environment)
    try wait(0, terminal)
    let player = try server.play("in.wav")
    try wait(2, terminal)
    server.kill()
    waitpid(player, nil, 0)
    try terminal.wait(for: "waiting for it; the recording is kept")
    try server.start()
    try terminal.wait(for: "captures again")
    let kept = sandbox.size(of: "out.wav")
    try terminal.wait("the file to grow") { _ in sandbox.size(of: "out.wav") > kept + 48_000 * 8 }
    terminal.signal(SIGTERM)
    try terminal.expectEnd(.exited(0))
    let (frames, music) = (try FloatWAV(sandbox.file("out.wav")).frames, track.frames)
    let start = try #require(frames.first(above: 0))
    // A busy machine may interrupt what the server plays: sound between two interruptions is compared then.
    let isExact = stride(from: start, to: frames.count - 24_000, by: 4_800).contains { index in
      guard let place = track.place(of: frames[index..<(index + 8)]) else { return false }
      return music[place...].starts(with: frames[index..<(index + 24_000)])
    }
    #expect(isExact, "half a second, sample for sample")
  }

  @Test(arguments: [
    (["-o", "out.mp3"], 2, "record writes .wav, .flac and .ogg files, not out.mp3"),
    (["-o", "out.ogg", "--format", "s16"], 2, "--format s16 is not possible in .ogg files"),
    (["--channels", "3"], 2, "--channels must be 1 or 2, not 3"),
    (["--input", "tape"], 2, "--input must be alsa, alsa:PCM, pulse, pulse:SOURCE or file:PATH, not tape"),
    (["--duration", "0"], 2, "--duration must be a number of seconds, not 0"),
    (["song.wav"], 2, "record does not read a file (song.wav): name the recording with -o"),
    (["-o", "out.wav", "--input", "alsa:nothing"], 1, "cannot record from nothing (snd_pcm_open"),
    (["-o", "out.wav", "--input", "file:nothing.wav"], 1, "cannot record from file:nothing.wav"),
    (["-o", "in.wav/out.wav", "--input", "file:in.wav"], 1, "cannot write "),
  ])
  func impossibleRecordingIsReportedInOneLine(arguments: [String], status: Int32, message: String) throws {
    let sandbox = try Sandbox()
    try track.write(to: "in.wav", in: sandbox)
    let result = try sandbox.run(["record"] + arguments)
    #expect(result.status == status && result.errorLines.count == 1, "\(result.errorLines)")
    #expect(result.errorLines.first?.contains(message) == true, "\(result.errorLines)")
  }

  @Test func fullDiskKeepsTheRecordedPart() throws {
    let sandbox = try Sandbox()
    try track.write(to: "in.wav", in: sandbox)
    let result = try Tool.capture(
      "/bin/sh",
      [
        "-c",
        "trap '' XFSZ; ulimit -f 600; cd \"$1\"; "
          + "exec \"$2\" record -o out.wav --input file:in.wav --duration 5",
        "sh",
        sandbox.path.shown, Sandbox.program,
      ], environment: sandbox.environment([]))
    #expect(result.status == 1 && result.errorLines.count == 1, "\(result.errorLines)")
    #expect(result.errorLines.first?.contains("the file keeps 00:0") == true, "\(result.errorLines)")
    #expect(try sandbox.run(["decode", "out.wav", "-o", "copy.wav"]).status == 0)
  }
}
