import Application
import AudioBase
import AudioDevices
import AudioFiles
import SystemBase

/// Opens the output that the user chose.
struct OutputOpener: OutputOpening {
  private let choice: OutputChoice
  var rate: SampleRate?
  let period: FrameCount
  /// The size of the buffer in periods.
  var periods = 2
  /// The samples in a pipe.
  private let pipeFormat: PCMSampleFormat

  init(_ settings: Settings) {
    (choice, rate, period) = (settings.output, settings.rate, settings.period)
    pipeFormat = settings.pipeFormat
  }

  var name: String { choice.name }
  var isDevice: Bool { choice.isDevice }

  var hasBuffer: Bool {
    switch choice {
    case .automatic, .pulse, .alsa: true
    case .jack, .null, .file, .fifo: false
    }
  }

  func open() throws(DeviceError) -> any OutputDevice {
    let rate = rate ?? .standard
    switch choice {
    case .automatic: return try openAutomatic()
    case .pulse(let sink): return try pulse(sink)
    case .alsa(let pcm): return try alsa(pcm)
    case .jack: return try JACKClient()
    case .null: return silent(rate: rate)
    case .file(let path):
      let writer = try DeviceError.wrapping { () throws(FileError) in
        try SndfileWriter(path: path, sampleRate: rate, encoding: .wavFloat)
      }
      return PacedOutput(
        name: "file:\(path.shown)", sampleRate: rate, period: period,
        sink: FileSink(writer: writer, rate: rate))
    case .fifo(let path):
      let sink = try DeviceError.wrapping { () throws(FileError) in
        try FifoSink(path: path, format: pipeFormat)
      }
      return PacedOutput(name: "fifo:\(path.shown)", sampleRate: rate, period: period, sink: sink)
    }
  }

  private func pulse(_ sink: String?) throws(DeviceError) -> any OutputDevice {
    try PulseOutput(sink: sink, rate: rate, period: period, periods: periods)
  }

  private func alsa(_ pcm: String) throws(DeviceError) -> any OutputDevice {
    try ALSAOutput(pcm: pcm, rate: rate, period: period, periods: periods)
  }

  /// Opens the sound server if there is one, else ALSA's default.
  private func openAutomatic() throws(DeviceError) -> any OutputDevice {
    guard PulseServer.isListening else { return try alsa("default") }
    do throws(DeviceError) {
      return try pulse(nil)
    } catch {
      // ALSA would ask the same server, and would wait for it for ever.
      if error.code == .notResponding { throw error }
      return try alsa("default")
    }
  }

  func silent(rate: SampleRate) -> any OutputDevice {
    PacedOutput(name: "null", sampleRate: rate, period: period, sink: NullSink())
  }
}
