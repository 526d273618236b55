import AudioBase
import CALSA
import Glibc
import SystemBase

/// The reason why a PCM did not accept or deliver sound.
enum PCMFailure: Error {
  /// An underrun or an overrun; the PCM is ready again.
  case xrun
  /// The machine was suspended; the PCM is ready again.
  case suspended
  case deviceLost(detail: String)
}

/// Owns a `snd_pcm_t` for playback or capture; the raw pointer is not accessible outside.
final class PCMHandle {
  private let raw: OpaquePointer
  private let subject: String
  private var sampleFormat = PCMSampleFormat.float
  private var scratch: [UInt8] = []
  private var channels = 2
  /// Whether a delay was read since the last start or xrun.
  private var hasRun = false

  init(name: String, direction: snd_pcm_stream_t = SND_PCM_STREAM_PLAYBACK) throws(DeviceError) {
    drumdub_alsa_be_quiet()
    subject = name
    var opened: OpaquePointer?
    let result = snd_pcm_open(&opened, name, direction, SND_PCM_NONBLOCK)
    guard result >= 0, let opened else {
      throw DeviceError(
        result == -EBUSY ? .busy : .unavailable, name, detail: PCMHandle.message("snd_pcm_open", result))
    }
    raw = opened
  }

  deinit { snd_pcm_close(raw) }

  private static func message(_ call: String, _ result: Int32) -> String {
    "\(call): \(String(cString: snd_strerror(result)))"
  }

  private func checked(_ result: Int32, _ call: String) throws(DeviceError) {
    if result < 0 {
      throw DeviceError(.unavailable, subject, detail: PCMHandle.message(call, result))
    }
  }

  /// The number of the sound card; nil if the PCM belongs to none.
  var card: Int? {
    var info: OpaquePointer?
    guard snd_pcm_info_malloc(&info) >= 0 else { return nil }
    defer { snd_pcm_info_free(info) }
    guard snd_pcm_info(raw, info) >= 0 else { return nil }
    let card = snd_pcm_info_get_card(info)
    return card >= 0 ? Int(card) : nil
  }

  // MARK: Setting up

  /// Sets the period and the buffer for playback and reads back the accepted values. Setting one alone can result in
  /// periods of seconds.
  ///
  /// - Parameter hasLongBuffer: whether the buffer gets room for a long one, of which a short one is a part. If the driver
  ///   has no memory for it, it gets none.
  func configure(
    rate: SampleRate, period: FrameCount, periods: Int, hasLongBuffer: Bool
  ) throws(DeviceError) -> (SampleRate, PCMFill) {
    do throws(DeviceError) {
      let (rate, fill) = try setHardware(
        rate: rate, period: period, periods: periods, hasLongBuffer: hasLongBuffer
      ) { (parameters) throws(DeviceError) in
        try checked(snd_pcm_hw_params_set_channels(raw, parameters, 2), "snd_pcm_hw_params_set_channels")
      }
      try setThresholds(fill)
      return (rate, fill)
    } catch {
      if !hasLongBuffer { throw error }
      return try configure(rate: rate, period: period, periods: periods, hasLongBuffer: false)
    }
  }

  /// Sets the PCM up for capture of a wanted number of channels; of more than two, the first two are captured.
  func configureCapture(
    rate: SampleRate, channels wanted: Int, period: FrameCount, periods: Int
  ) throws(DeviceError) -> InputFormat {
    var count = UInt32(wanted)
    let (rate, fill) = try setHardware(rate: rate, period: period, periods: periods) {
      (parameters) throws(DeviceError) in
      try checked(
        snd_pcm_hw_params_set_channels_near(raw, parameters, &count), "snd_pcm_hw_params_set_channels_near")
    }
    channels = Int(count)
    scratch = [UInt8](repeating: 0, count: fill.period * channels * sampleFormat.bytes)
    return InputFormat(sampleRate: rate, channels: min(channels, 2), period: FrameCount(fill.period))
  }

  private func setHardware(
    rate: SampleRate, period: FrameCount, periods: Int, hasLongBuffer: Bool = false,
    setChannels: (OpaquePointer?) throws(DeviceError) -> Void
  ) throws(DeviceError) -> (SampleRate, PCMFill) {
    var parameters: OpaquePointer?
    try checked(snd_pcm_hw_params_malloc(&parameters), "snd_pcm_hw_params_malloc")
    defer { snd_pcm_hw_params_free(parameters) }
    try checked(snd_pcm_hw_params_any(raw, parameters), "snd_pcm_hw_params_any")
    try checked(
      snd_pcm_hw_params_set_access(raw, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
      "snd_pcm_hw_params_set_access")
    try setChannels(parameters)
    try chooseSampleFormat(parameters)
    let rate = try chooseRate(parameters, near: rate)
    return (
      rate,
      try chooseBuffer(parameters, rate, period: period, periods: periods, hasLongBuffer: hasLongBuffer)
    )
  }

  private func chooseSampleFormat(_ parameters: OpaquePointer?) throws(DeviceError) {
    for format in PCMSampleFormat.allCases {
      if snd_pcm_hw_params_set_format(raw, parameters, format.alsa) >= 0 {
        sampleFormat = format
        return
      }
    }
    throw DeviceError(.unavailable, subject, detail: "it takes neither float, 32-bit nor 16-bit samples")
  }

  private func chooseRate(
    _ parameters: OpaquePointer?, near rate: SampleRate
  ) throws(DeviceError) -> SampleRate {
    var hertz = UInt32(rate.hertz)
    // A direction from an earlier call would shift the result by one.
    var direction: Int32 = 0
    try checked(
      snd_pcm_hw_params_set_rate_near(raw, parameters, &hertz, &direction), "snd_pcm_hw_params_set_rate_near")
    return SampleRate(Int(hertz))
  }

  private func chooseBuffer(
    _ parameters: OpaquePointer?, _ rate: SampleRate, period: FrameCount, periods: Int, hasLongBuffer: Bool
  ) throws(DeviceError) -> PCMFill {
    var periodSize = snd_pcm_uframes_t(period.value)
    var direction: Int32 = 0
    try checked(
      snd_pcm_hw_params_set_period_size_near(raw, parameters, &periodSize, &direction),
      "snd_pcm_hw_params_set_period_size_near")
    var smallest: snd_pcm_uframes_t = 0
    try checked(
      snd_pcm_hw_params_get_buffer_size_min(parameters, &smallest), "snd_pcm_hw_params_get_buffer_size_min")
    let short = max(Int(periodSize) * periods, Int(smallest))
    let wanted = hasLongBuffer ? PCMFill.capacity(short: short, period: Int(periodSize), rate: rate) : short
    var bufferSize = snd_pcm_uframes_t(wanted)
    try checked(
      snd_pcm_hw_params_set_buffer_size_near(raw, parameters, &bufferSize),
      "snd_pcm_hw_params_set_buffer_size_near")
    try checked(snd_pcm_hw_params(raw, parameters), "snd_pcm_hw_params")
    try checked(snd_pcm_get_params(raw, &bufferSize, &periodSize), "snd_pcm_get_params")
    scratch = [UInt8](repeating: 0, count: Int(periodSize) * 2 * sampleFormat.bytes)
    let capacity = Int(bufferSize)
    return PCMFill(
      capacity: capacity, short: hasLongBuffer ? short : capacity, period: Int(periodSize), rate: rate)
  }

  /// Lets the PCM start after two periods, since filling a large buffer first would add its length as delay, and wake its
  /// thread when blocks are due.
  private func setThresholds(_ fill: PCMFill) throws(DeviceError) {
    var parameters: OpaquePointer?
    try checked(snd_pcm_sw_params_malloc(&parameters), "snd_pcm_sw_params_malloc")
    defer { snd_pcm_sw_params_free(parameters) }
    try checked(snd_pcm_sw_params_current(raw, parameters), "snd_pcm_sw_params_current")
    let threshold = min(fill.period * 2, fill.target)
    try checked(
      snd_pcm_sw_params_set_start_threshold(raw, parameters, snd_pcm_uframes_t(threshold)),
      "snd_pcm_sw_params_set_start_threshold")
    try checked(
      snd_pcm_sw_params_set_avail_min(raw, parameters, snd_pcm_uframes_t(fill.wakeRoom)),
      "snd_pcm_sw_params_set_avail_min")
    try checked(snd_pcm_sw_params(raw, parameters), "snd_pcm_sw_params")
  }

  // MARK: Capturing

  /// Waits at most 0.1 s for captured frames; starts the PCM if it does not run. Returns when the next frame was captured; nil
  /// if there is none yet.
  func waitForFrames(_ format: InputFormat) throws(PCMFailure) -> CaptureTime? {
    if snd_pcm_state(raw) == SND_PCM_STATE_PREPARED { try valid(snd_pcm_start(raw), "snd_pcm_start") }
    try waitForRoom()
    let available = try room()
    if available == 0 { return nil }
    var delay: snd_pcm_sframes_t = 0
    let isKnown = snd_pcm_delay(raw, &delay) >= 0
    // The delay of a capture includes the frames that were not read yet.
    let seconds = Double(max(isKnown ? delay : available, 0)) / Double(format.sampleRate.hertz)
    let isFirst = !hasRun
    hasRun = true
    return CaptureTime(HostTime.now.advanced(bySeconds: -seconds), isRestart: isFirst)
  }

  /// Reads captured frames without waiting. Returns the number of frames.
  func read(into block: UnsafeMutableBufferPointer<Frame>) throws(PCMFailure) -> Int {
    let count = scratch.withUnsafeMutableBytes { bytes in
      let room = bytes.count / (channels * sampleFormat.bytes)
      return snd_pcm_readi(raw, bytes.baseAddress, snd_pcm_uframes_t(min(block.count, room)))
    }
    if count == -Int(EAGAIN) { return 0 }
    try valid(count, "snd_pcm_readi")
    sampleFormat.convert(
      scratch, channels: channels, into: UnsafeMutableBufferPointer(rebasing: block[..<count]))
    return count
  }

  // MARK: Playing

  /// Uses more or less of the buffer from now on. What is queued is played.
  func use(_ fill: PCMFill) throws(PCMFailure) {
    do throws(DeviceError) {
      try setThresholds(fill)
    } catch {
      throw .deviceLost(detail: error.detail ?? "")
    }
  }

  /// Waits at most 0.1 s until blocks are due; of a capture, until frames were captured.
  func waitForRoom() throws(PCMFailure) {
    let result = snd_pcm_wait(raw, 100)
    // A plug-in has this error for a dropout that alsa-lib has not noticed yet: it does when it is asked for the room.
    if result == -EIO, snd_pcm_avail_update(raw) == -Int(EPIPE) {
      try recover(-EPIPE, "snd_pcm_wait")
    }
    try valid(result, "snd_pcm_wait")
  }

  /// Returns the free frames of the buffer; of a capture, those that were not read yet.
  func room() throws(PCMFailure) -> Int { try valid(snd_pcm_avail_update(raw), "snd_pcm_avail_update") }

  /// Returns the time of a block that is written next.
  func blockTime(at rate: SampleRate) -> BlockTime {
    let asked = HostTime.now
    var delay: snd_pcm_sframes_t = 0
    // Before the start there is no delay (-EIO): queued frames are heard right after it.
    let isKnown = snd_pcm_delay(raw, &delay) >= 0 && snd_pcm_state(raw) == SND_PCM_STATE_RUNNING
    if !isKnown { return BlockTime(asked: asked, delay: max(delay, 0), isRestart: true) }
    // The delay was read a little later than `asked`: a sound server takes some time.
    let since = HostTime.now.seconds(since: asked) * Double(rate.hertz)
    let isFirst = !hasRun
    hasRun = true
    return BlockTime(asked: asked, delay: max(delay, 0) + Int(since.rounded()), isRestart: isFirst)
  }

  /// Writes a block, waiting for room, unless the device is stopped.
  func write(
    _ block: UnsafeMutableBufferPointer<Frame>, on thread: DeviceThread
  ) throws(PCMFailure) {
    sampleFormat.convert(UnsafeBufferPointer(block), into: &scratch)
    var done = 0
    while done < block.count && !thread.isStopping {
      let written = scratch.withUnsafeBytes { bytes in
        snd_pcm_writei(
          raw, bytes.baseAddress?.advanced(by: done * 2 * sampleFormat.bytes),
          snd_pcm_uframes_t(block.count - done))
      }
      if written == -Int(EAGAIN) {
        _ = snd_pcm_wait(raw, 100)
      } else if written < 0 {
        try recover(Int32(written), "snd_pcm_writei")
      } else {
        done += written
      }
    }
  }

  /// Stops and discards the queued frames.
  func halt() throws(PCMFailure) {
    hasRun = false
    try valid(snd_pcm_drop(raw), "snd_pcm_drop")
  }

  /// Prepares the PCM for a start after a halt.
  func makeReady() throws(PCMFailure) { try valid(snd_pcm_prepare(raw), "snd_pcm_prepare") }

  /// Returns the result of a call that has succeeded; recovers the PCM from an error.
  @discardableResult
  private func valid<Result: BinaryInteger>(_ result: Result, _ call: String) throws(PCMFailure) -> Result {
    if result < 0 { try recover(Int32(result), call) }
    return result
  }

  /// Prepares the PCM again after an xrun or a suspend; any other error means that the device is lost.
  private func recover(_ result: Int32, _ call: String) throws(PCMFailure) -> Never {
    let detail = PCMHandle.message(call, result)
    hasRun = false
    switch -result {
    case EPIPE, EINTR: break
    case ESTRPIPE: resume()
    default: throw .deviceLost(detail: detail)
    }
    if snd_pcm_state(raw) != SND_PCM_STATE_RUNNING {
      let prepared = snd_pcm_prepare(raw)
      if prepared < 0 { throw .deviceLost(detail: PCMHandle.message("snd_pcm_prepare", prepared)) }
    }
    throw result == -ESTRPIPE ? .suspended : .xrun
  }

  private func resume() {
    for _ in 0..<50 {
      if snd_pcm_resume(raw) != -EAGAIN { return }
      usleep(20_000)
    }
  }
}
