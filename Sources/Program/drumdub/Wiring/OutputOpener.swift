import AudioBase
import AudioDevices
import AudioFiles
import Configuration
import Player
import SystemBase

/// Opens the output that the user chose for the music or for the metronome.
struct OutputOpener: OutputOpening {
  /// What plays there.
  private enum Use { case music, metronome }

  private let use: Use
  private let settings: Settings
  private let choice: OutputChoice
  /// What an output through JACK shares with other programs; nothing for the metronome.
  private let jack: JACKServices
  var rate: SampleRate?
  /// The size of the buffer in periods.
  var periods = 2

  init(_ settings: Settings, jack: JACKServices) {
    (use, choice, self.settings, self.jack) = (.music, settings.output, settings, jack)
    rate = settings.rate
  }

  /// Opens the device of the metronome; nil if the metronome is heard in the output.
  static func metronome(_ settings: Settings) -> OutputOpener? {
    settings.clickOutput.map { OutputOpener(metronome: $0, settings) }
  }

  private init(metronome choice: OutputChoice, _ settings: Settings) {
    (use, self.choice, self.settings, jack) = (.metronome, choice, settings, JACKServices())
    rate = settings.rate
    // Beats are sent ahead, so a large buffer delays none.
    periods = 4
  }

  var period: FrameCount { settings.period }
  var name: String { choice.name }
  var isDevice: Bool { choice.isDevice }
  var awaitsServer: Bool { choice.kind == .jack }

  var hasBuffer: Bool {
    switch choice.kind {
    case .automatic, .pulse, .alsa: true
    case .jack, .null, .file, .fifo: false
    }
  }

  func open() throws(DeviceError) -> OpenedOutput {
    do throws(DeviceError) {
      let device = try openDevice()
      let format = device.format
      EventLog.write(
        .device,
        "opened \(name) as \(device.name): \(format.sampleRate.hertz) Hz, period \(format.period.value), "
          + "buffer \(format.buffer.value)")
      return OpenedOutput(device)
    } catch {
      EventLog.write(.device, "cannot open \(name): \(error.code), \(error.detail ?? "without a reason")")
      throw error
    }
  }

  private func openDevice() throws(DeviceError) -> any OutputDevice {
    let rate = rate ?? .standard
    let other = use == .music ? settings.clickOutput : settings.output
    // A file or a pipe has one writer.
    if !choice.isDevice, choice.kind != .null, choice == other {
      throw DeviceError(
        .unavailable, name, detail: "the \(use == .music ? "metronome" : "music") is written there")
    }
    switch choice.kind {
    case .automatic: return try openAutomatic()
    case .pulse: return try pulse(choice.deviceName)
    case .alsa: return try alsa(choice.device.shown)
    case .jack:
      switch use {
      case .music: return try JACKClient(services: jack)
      case .metronome: return try JACKClient(name: "drumdub-click", firstSpeaker: 2, yields: true)
      }
    case .null: return silentDevice(rate: rate)
    case .file:
      let writer = try DeviceError.wrapping { () throws(FileError) in
        try SndfileWriter(path: choice.device, sampleRate: rate, encoding: .wavFloat)
      }
      return PacedOutput(
        name: name, sampleRate: rate, period: period,
        sink: FileSink(writer: writer, rate: rate))
    case .fifo:
      let sink = try DeviceError.wrapping { () throws(FileError) in
        try FifoSink(path: choice.device, format: settings.pipeFormat)
      }
      return PacedOutput(name: name, sampleRate: rate, period: period, sink: sink)
    }
  }

  private func pulse(_ sink: String?) throws(DeviceError) -> any OutputDevice {
    switch use {
    case .music: return try PulseOutput(sink: sink, rate: rate, period: period, periods: periods)
    case .metronome:
      // Where the audience hears the music, it must not hear the metronome.
      return try PulseOutput(
        sink: sink, staysOnSink: true, title: "Metronome", rate: rate, period: period, periods: periods)
    }
  }

  private func alsa(_ pcm: String) throws(DeviceError) -> any OutputDevice {
    try ALSAOutput(pcm: pcm, rate: rate, period: period, periods: periods)
  }

  /// Opens the sound server if there is one, else ALSA's default.
  private func openAutomatic() throws(DeviceError) -> any OutputDevice {
    if let server = try openServer() { return server }
    let device = try alsa("default")
    // ALSA's default may be a server that has started meanwhile. By its own protocol, the latency is lower.
    return try openServer() ?? device
  }

  /// Opens the sound server; nil if there is none, or it cannot be used.
  ///
  /// - Throws: if it does not answer. ALSA would ask the same server, and would wait for it for ever.
  private func openServer() throws(DeviceError) -> (any OutputDevice)? {
    guard PulseServer.isListening else { return nil }
    do throws(DeviceError) {
      return try pulse(nil)
    } catch {
      if error.code == .notResponding { throw error }
      return nil
    }
  }

  func silent(rate: SampleRate) -> OpenedOutput { OpenedOutput(silentDevice(rate: rate)) }

  private func silentDevice(rate: SampleRate) -> any OutputDevice {
    PacedOutput(name: "null", sampleRate: rate, period: period, sink: NullSink())
  }
}
