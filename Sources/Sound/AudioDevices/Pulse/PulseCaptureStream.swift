import AudioBase
import CPulse
import SystemBase

extension PulseConnection {
  /// Asks the server for the format of a source; of its default one without a name.
  func format(ofSource name: String?) throws(DeviceError) -> (rate: SampleRate, channels: Int) {
    let call = "pa_context_get_source_info_by_name"
    let found: pa_sample_spec? = try answer(to: call, nil) { result in
      drumdub_pa_context_get_source_info_by_name(
        context, name ?? "@DEFAULT_SOURCE@",
        { _, info, _, context in
          guard let info else { return }
          CallbackResult<pa_sample_spec?>.at(context)?.value = info.pointee.sample_spec
        }, result)
    }
    guard let found else { throw error(.unavailable, call) }
    return (SampleRate(Int(found.rate)), Int(found.channels))
  }
}

/// A stream that captures from a source of a sound server. Used by the thread that serves its connection.
final class PulseCaptureStream {
  // The library uses the event loop of the connection until the stream is freed.
  private let connection: PulseConnection
  private let raw: OpaquePointer
  private let format: InputFormat
  private var block: [Frame] = []
  /// Whether frames are missing before the next block.
  private var isRestart = true

  /// Creates the stream and starts it, on the default source if none is named.
  init(_ connection: PulseConnection, source: String?, _ format: InputFormat) throws(DeviceError) {
    var specification = pa_sample_spec(
      format: PA_SAMPLE_FLOAT32LE, rate: UInt32(format.sampleRate.hertz), channels: UInt8(format.channels))
    guard
      let raw = drumdub_pa_stream_new_with_proplist(connection.context, "Input", &specification, nil, nil)
    else { throw connection.error(.unavailable, "pa_stream_new_with_proplist") }
    (self.connection, self.raw, self.format) = (connection, raw, format)
    let call = "pa_stream_connect_record"
    let fragment = format.period.value * format.channels * MemoryLayout<Float>.stride
    var buffer = pa_buffer_attr(
      maxlength: UInt32.max, tlength: UInt32.max, prebuf: UInt32.max, minreq: UInt32.max,
      fragsize: UInt32(fragment))
    let flags =
      PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
      | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
    guard drumdub_pa_stream_connect_record(raw, source, &buffer, pa_stream_flags_t(flags)) >= 0 else {
      throw connection.error(.unavailable, call)
    }
    try connection.awaitStream(raw, call)
  }

  deinit {
    drumdub_pa_stream_disconnect(raw)
    drumdub_pa_stream_unref(raw)
  }

  /// Whether the server still has the stream.
  var isAlive: Bool { drumdub_pa_stream_get_state(raw) == PA_STREAM_READY }

  /// Gives a block that has arrived to a function, with the time when its first frame was captured. Returns false if none has.
  func read(_ receive: (UnsafeBufferPointer<Frame>, CaptureTime) -> Void) -> Bool {
    var (data, bytes): (UnsafeRawPointer?, Int) = (nil, 0)
    guard drumdub_pa_stream_peek(raw, &data, &bytes) >= 0, bytes > 0 else { return false }
    defer { _ = drumdub_pa_stream_drop(raw) }
    guard let data else {
      // A hole: the server has lost frames.
      isRestart = true
      return true
    }
    let count = bytes / (format.channels * MemoryLayout<Float>.stride)
    let samples = data.assumingMemoryBound(to: Float.self)
    block.removeAll(keepingCapacity: true)
    for index in 0..<count {
      let first = samples[index * format.channels]
      block.append(Frame(first, format.channels == 1 ? first : samples[index * format.channels + 1]))
    }
    let time = CaptureTime(HostTime.now.advanced(bySeconds: -delay), isRestart: isRestart)
    isRestart = false
    block.withUnsafeBufferPointer { receive($0, time) }
    return true
  }

  /// Seconds since the first frame that was not read yet was captured.
  private var delay: Double {
    var (latency, isNegative): (pa_usec_t, Int32) = (0, 0)
    guard drumdub_pa_stream_get_latency(raw, &latency, &isNegative) >= 0 else { return 0 }
    // The monitor of a sink delivers frames before they are heard.
    return Double(latency) / 1e6 * (isNegative == 0 ? 1 : -1)
  }
}
