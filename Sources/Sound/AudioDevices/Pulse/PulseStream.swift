import AudioBase
import CPulse
import Glibc
import SystemBase

/// A playback stream of a sound server. Used by the thread that serves its connection.
final class PulseStream {
  /// The reports of the server since the last call.
  struct Events {
    var underflows = 0
    /// Whether the stream plays on another sink now.
    var hasMoved = false
    /// A request of a policy of the server: true to be silent, false to play again.
    var corkRequest: Bool?
    /// Whether the server buffers more or less than before, as requested.
    var hasOtherBuffer = false
  }

  struct Options: Hashable, Sendable {
    /// The sink's name; nil for the default sink.
    var sink: String?
    /// Whether the stream ends when the sink is removed, instead of moving to another one.
    var staysOnSink: Bool
    var title: String
    var period: FrameCount
    /// The periods in the buffer of the server.
    var periods: Int
  }

  private static let frameBytes = MemoryLayout<Frame>.stride
  /// How often the clock is asked for in the second after a restart.
  private static let frequentTimings = 10

  private let connection: PulseConnection
  private let raw: OpaquePointer
  private let sampleRate: SampleRate
  private let period: FrameCount
  /// The periods in a short buffer.
  private let periods: Int
  private var events = Events()
  private var blocksUntilTiming = 0
  /// How often the clock is still asked for in short intervals.
  private var frequentTimings = 0
  /// The last request for the clock; nil before the first one.
  private var timing: OpaquePointer?
  private var clockIsNew = true
  /// Whether the delay of the next block differs from that of the last one by more than jitter.
  private var delayIsNew = false
  private(set) var isCorked = true

  /// Creates the stream, halted.
  init(_ connection: PulseConnection, _ options: Options, rate: SampleRate) throws(DeviceError) {
    var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(rate.hertz), channels: 2)
    guard let raw = PulseStream.make(connection, options.title, &format) else {
      throw connection.error(.unavailable, "pa_stream_new_with_proplist")
    }
    (self.connection, self.raw, sampleRate) = (connection, raw, rate)
    (period, periods) = (options.period, options.periods)
    setCallbacks()
    try connect(options)
  }

  deinit {
    forget(timing)
    drumdub_pa_stream_disconnect(raw)
    drumdub_pa_stream_unref(raw)
  }

  private static func make(
    _ connection: PulseConnection, _ title: String, _ format: inout pa_sample_spec
  ) -> OpaquePointer? {
    guard let properties = drumdub_pa_proplist_new() else { return nil }
    defer { drumdub_pa_proplist_free(properties) }
    _ = drumdub_pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
    _ = drumdub_pa_proplist_sets(properties, PA_PROP_MEDIA_ICON_NAME, "drumdub")
    return drumdub_pa_stream_new_with_proplist(
      connection.context, title, &format, nil, properties)
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    drumdub_pa_stream_set_underflow_callback(raw, { PulseStream.at($1)?.events.underflows += 1 }, context)
    drumdub_pa_stream_set_moved_callback(raw, { PulseStream.at($1)?.events.hasMoved = true }, context)
    drumdub_pa_stream_set_event_callback(
      raw,
      { _, name, _, context in
        guard let name else { return }
        switch String(cString: name) {
        case PA_STREAM_EVENT_REQUEST_CORK: PulseStream.at(context)?.events.corkRequest = true
        case PA_STREAM_EVENT_REQUEST_UNCORK: PulseStream.at(context)?.events.corkRequest = false
        default: break
        }
      }, context)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> PulseStream? {
    context.map { Unmanaged<PulseStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private func connect(_ options: Options) throws(DeviceError) {
    var buffer = attributes(.short)
    let flags =
      PA_STREAM_START_CORKED.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
      | PA_STREAM_ADJUST_LATENCY.rawValue | (options.staysOnSink ? PA_STREAM_DONT_MOVE.rawValue : 0)
    let result = drumdub_pa_stream_connect_playback(
      raw, options.sink, &buffer, pa_stream_flags_t(flags), nil, nil)
    guard result >= 0 else { throw connection.error(.unavailable, "pa_stream_connect_playback") }
    try connection.awaitStream(raw, "pa_stream_connect_playback")
  }

  /// Returns the periods that the server requests at once: half of what a long buffer holds.
  func requestedPeriods(_ length: BufferLength) -> Int {
    let half = BufferLength.longSeconds / 2 / period.seconds(at: sampleRate)
    return length == .short ? 1 : max(Int(half), 1)
  }

  /// Returns the sizes that the server is asked for.
  ///
  /// The server divides what exceeds two requests between its queue and the buffer of its sink. That rest is one period
  /// more than a card has, since the server takes whole periods at once. It is the same for both lengths, since the sound is
  /// interrupted where the sink changes its buffer.
  private func attributes(_ length: BufferLength) -> pa_buffer_attr {
    let bytes = UInt32(period.value * PulseStream.frameBytes)
    let requested = requestedPeriods(length)
    return pa_buffer_attr(
      maxlength: UInt32.max, tlength: bytes * UInt32(2 * requested + periods - 1), prebuf: bytes,
      minreq: bytes * UInt32(requested), fragsize: UInt32.max)
  }

  /// Lets the server buffer more or less from now on. What is buffered is played.
  func use(_ length: BufferLength) {
    var buffer = attributes(length)
    delayIsNew = true
    requestTimingSoon()
    let context = Unmanaged.passUnretained(self).toOpaque()
    forget(
      drumdub_pa_stream_set_buffer_attr(
        raw, &buffer, { PulseStream.at($2)?.changedBuffer(isDone: $1 != 0) }, context))
  }

  private func changedBuffer(isDone: Bool) { if isDone { events.hasOtherBuffer = true } }

  /// Whether the server still has the stream.
  var isAlive: Bool { drumdub_pa_stream_get_state(raw) == PA_STREAM_READY }

  /// The format that the server has accepted.
  var format: OutputFormat {
    OutputFormat(sampleRate: sampleRate, period: period, buffer: buffer + sinkBuffer)
  }

  /// The frames that the server queues before its sink's own buffer.
  private var buffer: FrameCount {
    guard let buffer = drumdub_pa_stream_get_buffer_attr(raw) else { return period }
    return FrameCount(Int(buffer.pointee.tlength) / PulseStream.frameBytes)
  }

  /// The frames that the buffer of the sink holds.
  private var sinkBuffer: FrameCount {
    guard let timing = drumdub_pa_stream_get_timing_info(raw) else { return FrameCount(0) }
    let seconds = Double(timing.pointee.configured_sink_usec) / 1e6
    return FrameCount(Int((seconds * Double(sampleRate.hertz)).rounded()))
  }

  var sink: String { drumdub_pa_stream_get_device_name(raw).map { String(cString: $0) } ?? "" }

  /// Whether the stream has moved since the last call of `newEvents`.
  var hasMoved: Bool {
    get { events.hasMoved }
    set { events.hasMoved = newValue }
  }

  /// Returns what was reported since the last call.
  func newEvents() -> Events {
    defer { events = Events() }
    return events
  }

  // MARK: Playing

  func play() {
    isCorked = false
    forget(drumdub_pa_stream_cork(raw, 0, nil, nil))
    restartClock()
  }

  /// Halts the stream and discards what it has queued; returns when the server has done so.
  func halt() throws(DeviceError) {
    isCorked = true
    forget(drumdub_pa_stream_cork(raw, 1, nil, nil))
    try connection.finish(drumdub_pa_stream_flush(raw, nil, nil), "pa_stream_flush")
    restartClock()
  }

  /// Whether the server has room for a block.
  var hasRoom: Bool { roomForBlocks > 0 }

  /// The frames of the whole blocks that the server has room for.
  var requested: FrameCount { FrameCount(roomForBlocks / PulseStream.frameBytes) }

  /// The bytes of the whole blocks that the server has room for.
  private var roomForBlocks: Int {
    let room = room
    return room - room % blockBytes
  }

  private var blockBytes: Int { period.value * PulseStream.frameBytes }

  /// The bytes that the server has room for.
  private var room: Int {
    let room = drumdub_pa_stream_writable_size(raw)
    return room == Int.max ? 0 : room
  }

  /// Fills the room that is left after whole blocks with silence, after which the clock restarts.
  ///
  /// The server counts that room as requested, and would ask for the next block by so much later.
  func fillUp(_ silence: UnsafeMutableBufferPointer<Frame>) {
    let rest = clockIsNew ? room % blockBytes : 0
    if rest == 0 { return }
    silence.update(repeating: .zero)
    _ = drumdub_pa_stream_write(raw, silence.baseAddress, rest, nil, 0, PA_SEEK_RELATIVE)
  }

  /// Returns the time at which a block that is written now is heard.
  func blockTime() -> BlockTime {
    updateTiming()
    let asked = HostTime.now
    var (latency, isNegative): (pa_usec_t, Int32) = (0, 0)
    guard drumdub_pa_stream_get_latency(raw, &latency, &isNegative) >= 0 else {
      return BlockTime(asked: asked, delay: 0, isRestart: true)
    }
    let frames = Double(latency) / 1e6 * Double(sampleRate.hertz)
    defer { (clockIsNew, delayIsNew) = (false, false) }
    return BlockTime(
      asked: asked, delay: isNegative == 0 ? Int(frames.rounded()) : 0, isRestart: clockIsNew || delayIsNew)
  }

  /// Lets the next block restart the timeline.
  func restartClock() {
    clockIsNew = true
    requestTimingSoon()
  }

  private func requestTimingSoon() { (blocksUntilTiming, frequentTimings) = (0, PulseStream.frequentTimings) }

  /// Asks the server for its clock, ten times in the second after a restart and once a second later. The clocks of server
  /// and program drift by some frames in a second.
  private func updateTiming() {
    blocksUntilTiming -= roomForBlocks / blockBytes
    if blocksUntilTiming > 0 { return }
    frequentTimings = max(frequentTimings - 1, 0)
    let rate = frequentTimings > 0 ? PulseStream.frequentTimings : 1
    blocksUntilTiming = sampleRate.hertz / period.value / rate
    forget(timing)
    timing = drumdub_pa_stream_update_timing_info(raw, nil, nil)
  }

  /// Whether the server has not told its clock yet. The library takes the time at which it reads the answer for that of
  /// the clock, so that the answer must be read when it arrives.
  var awaitsTiming: Bool {
    timing.map { drumdub_pa_operation_get_state($0) == PA_OPERATION_RUNNING } ?? false
  }

  /// Writes the blocks that the server has room for, into the memory that is shared with the server if it gives some.
  /// They are one write, since each costs messages to and from the server.
  ///
  /// - Parameters:
  ///   - length: blocks are rendered one by one for a short buffer, so that each has the hits of its period, and as one for
  ///     a long buffer, which costs less.
  ///   - spare: memory for a block.
  ///   - render: makes the frames from an offset on.
  func write(
    _ length: BufferLength, _ spare: UnsafeMutableBufferPointer<Frame>,
    _ render: (_ offset: FrameCount, _ frames: UnsafeMutableBufferPointer<Frame>) -> Void
  ) {
    let room = roomForBlocks
    var (memory, size): (UnsafeMutableRawPointer?, Int) = (nil, room)
    if drumdub_pa_stream_begin_write(raw, &memory, &size) >= 0, let memory, size >= blockBytes {
      let count = min(size, room) / blockBytes * spare.count
      let frames = memory.bindMemory(to: Frame.self, capacity: count)
      let part = length == .short ? spare.count : count
      for offset in stride(from: 0, to: count, by: part) {
        render(FrameCount(offset), UnsafeMutableBufferPointer(start: frames + offset, count: part))
      }
      _ = drumdub_pa_stream_write(raw, memory, count * PulseStream.frameBytes, nil, 0, PA_SEEK_RELATIVE)
    } else {
      render(FrameCount(0), spare)
      _ = drumdub_pa_stream_write(raw, spare.baseAddress, blockBytes, nil, 0, PA_SEEK_RELATIVE)
    }
  }

  private func forget(_ operation: OpaquePointer?) {
    if let operation { drumdub_pa_operation_unref(operation) }
  }
}
