import Application
import AudioBase
import AudioDevices
import AudioFiles
import SystemBase

/// Opens the output that the user chose.
struct OutputOpener: OutputOpening {
  let choice: OutputChoice
  var rate: SampleRate?
  let period: FrameCount
  /// The size of the buffer in periods.
  var periods = 2

  var name: String { choice.name }
  var isDevice: Bool { choice.isDevice }
  var hasBuffer: Bool { if case .alsa = choice { true } else { false } }

  func open() throws(DeviceError) -> any OutputDevice {
    let rate = rate ?? .standard
    switch choice {
    case .alsa(let pcm): return try ALSAOutput(pcm: pcm, rate: self.rate, period: period, periods: periods)
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
      let sink = try DeviceError.wrapping { () throws(FileError) in try FifoSink(path: path) }
      return PacedOutput(name: "fifo:\(path.shown)", sampleRate: rate, period: period, sink: sink)
    }
  }

  func silent(rate: SampleRate) -> any OutputDevice {
    PacedOutput(name: "null", sampleRate: rate, period: period, sink: NullSink())
  }
}
