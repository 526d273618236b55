import AudioBase
import AudioDevices
import Glibc
import SystemBase

/// Measures how exactly the engine states what is heard now, on a track whose every frame encodes its own position.
struct ClockPart {
  private static let seconds = 10.0

  func measure() throws(Failure) -> PartResult {
    var result = PartResult()
    result.figures += figures("fifo:", try pipe(), bound: 1)
    guard let server = ProgramFinder.find("pulseaudio"), let recorder = ProgramFinder.find("parec") else {
      result.notes.append("clock: PulseAudio is not installed")
      return result
    }
    let sound = try soundServer(server, recorder) { () throws(DeviceError) in
      try PulseOutput(sink: nil, rate: .standard, period: FrameCount(256))
    }
    result.figures += figures("PulseAudio by its own protocol", sound, bound: 1)
    let throughALSA = try soundServer(server, recorder) { () throws(DeviceError) in
      try ALSAOutput(pcm: "default", rate: .standard, period: FrameCount(256))
    }
    result.figures += figures("PulseAudio through ALSA", throughALSA, bound: 5)
    return result
  }

  private func figures(_ output: String, _ errors: [Double], bound: Double) -> [Figure] {
    [("median", errors.median, bound), ("p99", errors.percentile(99), nil)].map { name, value, bound in
      Figure(
        part: .clock, what: "error of what is heard now, \(output), \(name)", unit: "ms", value: value * 1000,
        goal: bound.map { .atMost($0) })
    }
  }

  /// Measures the errors for a pipe, where a frame is heard when its block can be read: those of each block's first frame.
  private func pipe() throws(Failure) -> [Double] {
    let home = try ScratchFolder()
    let reader = try RampReader(path: home.file("sound"))
    let output: any OutputDevice
    do throws(FileError) {
      output = PacedOutput(
        name: "fifo", sampleRate: .standard, period: FrameCount(256),
        sink: try FifoSink(path: FilePath(home.file("sound"))))
    } catch {
      throw Failure(error)
    }
    let player = try RampPlayer(output)
    defer { player.stop() }
    let chunks = try reader.read(seconds: ClockPart.seconds)
    let timeline = player.timeline()
    return chunks.compactMap { chunk in
      guard let place = chunk.place else { return nil }
      return timeline.position(heardAt: chunk.time).map { abs(Double($0.trackFrame - place)) / 48_000 }
    }
  }

  /// Measures the errors for a sound server.
  ///
  /// The null sink consumes each block when its first frame is heard, and the recorder receives it at once or a little
  /// later. The earliest arrivals therefore give the time at which each frame was heard.
  private func soundServer(
    _ program: String, _ recorder: String, open: () throws(DeviceError) -> any OutputDevice
  ) throws(Failure) -> [Double] {
    let server = try SoundServer(program)
    let home = try ScratchFolder()
    try home.write("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\n", to: "alsa.conf")
    setenv("ALSA_CONFIG_PATH", home.file("alsa.conf"), 1)
    for variable in server.environment {
      let words = variable.split(separator: "=", maxSplits: 1).map(String.init)
      setenv(words[0], words[1], 1)
    }
    let reader = try RampReader(path: home.file("sound"))
    let recording = try Child(
      recorder, SoundServer.recording, environment: home.environment + server.environment,
      output: home.file("sound"))
    defer { recording.end() }
    let output: any OutputDevice
    do throws(DeviceError) {
      output = try open()
    } catch {
      throw Failure(error)
    }
    let player = try RampPlayer(output)
    defer { player.stop() }
    let chunks = try reader.read(seconds: ClockPart.seconds) { player.note() }
    // A percentile is used, since single blocks arrive early when the server catches up.
    let start = chunks.map { $0.time.seconds(since: chunks[0].time) - Double($0.frame) / 48_000 }.percentile(
      10)
    return chunks.compactMap { chunk in
      guard let place = chunk.place, let told = player.heard(trackFrame: place, notedAt: chunk.time) else {
        return nil
      }
      let really = chunks[0].time.advanced(bySeconds: start + Double(chunk.frame) / 48_000)
      return abs(told.seconds(since: really))
    }
  }
}
