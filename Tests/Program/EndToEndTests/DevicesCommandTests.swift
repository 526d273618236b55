import FoundationEssentials
import HeardSound
import TestSupport
import Testing

/// `drumdub devices`.
@Suite(.together, .enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
struct DevicesCommandTests {
  private struct Listed: Decodable {
    struct Device: Decodable {
      var name: String
      var description: String
      var `default`: Bool
      var monitor: Bool?
    }

    var outputs: [Device]
    var inputs: [Device]
    var midi: [Device]
  }

  private func run(_ sandbox: Sandbox, _ words: [String], _ environment: [String]) throws -> Tool.Finished {
    try Tool.capture(
      Sandbox.program, ["devices"] + words, environment: sandbox.environment(environment))
  }

  private func list(_ sandbox: Sandbox, _ environment: [String]) throws -> Listed {
    let result = try run(sandbox, ["--json"], environment)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errorLines)")
    return try JSONDecoder().decode(Listed.self, from: Data(result.text.utf8))
  }

  @Test func listedServerDevicesAreUsableAsOptionValues() throws {
    let sandbox = try Sandbox()
    let server = try SoundServer(sandbox, sinks: ["speakers", "phones"])
    let listed = try list(sandbox, server.environment)
    #expect(listed.outputs.map(\.name).starts(with: ["pulse", "pulse:speakers", "pulse:phones"]))
    #expect(listed.outputs.filter(\.default).map(\.name) == ["pulse:speakers"])
    #expect(listed.outputs[1].description == "speakers")
    let inputs = listed.inputs.filter { $0.monitor == true }
    #expect(inputs.map(\.name) == ["pulse:speakers.monitor", "pulse:phones.monitor"])
    let text = try run(sandbox, [], server.environment).text
    #expect(text.contains("\n* pulse:speakers          speakers\n"), "\(text)")
    // Each of them can be used.
    try TestTrack(seed: 42, seconds: 60).write(to: "a.wav", in: sandbox)
    for output in listed.outputs.map(\.name) {
      let terminal = try sandbox.terminal(
        "--plain", "--output", output, "a.wav", environment: server.environment)
      try terminal.wait(for: "playing")
      try terminal.expectQuit()
      #expect(!terminal.text.contains("no sound"), "\(output)")
    }
  }

  @Test func pulseDevicesAreNotListedWithoutAServer() throws {
    let sandbox = try Sandbox()
    let server = try SoundServer(sandbox)
    server.kill()
    let listed = try list(sandbox, server.environment)
    #expect(!listed.outputs.contains { $0.name.hasPrefix("pulse") })
  }

  @Test func devicesCommandRejectsArguments() throws {
    let result = try Sandbox().run(["devices", "speakers"])
    #expect(result.status == 2)
    #expect(
      result.errorLines == [
        "drumdub: devices takes no argument, but speakers is given; try 'drumdub devices --help'"
      ])
  }
}
