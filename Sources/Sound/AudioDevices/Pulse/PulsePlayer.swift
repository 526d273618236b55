import AudioBase
import SystemBase

/// A stream with its connection, and when the next block is due. The device's thread.
final class PulsePlayer {
  let stream: PulseStream
  private(set) var sink: PulseSink
  /// Whether the stream plays elsewhere because the chosen sink is missing.
  private(set) var isSubstitute: Bool
  /// Whether a policy of the server has silenced the stream.
  private(set) var isSilenced = false
  private let connection: PulseConnection
  private let chosenSink: String?
  private var bufferLength = BufferLength.short
  /// The most frames that the server has requested at once while its buffer was short.
  private var largestRequest = FrameCount(0)
  private let sampleRate: SampleRate
  private let period: FrameCount
  private var schedule: RequestSchedule
  /// Whether the thread has waited for the request that is to be fulfilled.
  private var hasWaited = false

  /// Creates a halted stream. Without a rate, it has that of the sink.
  init(
    _ connection: PulseConnection, _ options: PulseStream.Options, rate: SampleRate?
  ) throws(DeviceError) {
    let (found, isChosen) = try PulsePlayer.findSink(options, connection)
    let rate = rate ?? found.rate
    var used = options
    if !isChosen { used.sink = nil }
    stream = try PulseStream(connection, used, rate: rate)
    // The server may remember another sink for streams of this program.
    sink = stream.sink == found.name ? found : (try? PulseSink(stream.sink, connection)) ?? found
    sink.name = stream.sink
    self.connection = connection
    (chosenSink, isSubstitute) = (options.sink, !isChosen)
    (sampleRate, period) = (rate, options.period)
    schedule = RequestSchedule(period: options.period.seconds(at: rate))
  }

  /// Finds the chosen sink. If it is missing, finds the default one, unless the stream waits for its sink.
  ///
  /// - Throws: if there is neither. The sink that a server makes while it has no other one does not count.
  private static func findSink(
    _ options: PulseStream.Options, _ connection: PulseConnection
  ) throws(DeviceError) -> (PulseSink, isChosen: Bool) {
    do throws(DeviceError) {
      return (try PulseSink(options.sink, connection), true)
    } catch {
      guard options.sink != nil, !options.staysOnSink, error.code == .unavailable,
        let other = try? PulseSink(nil, connection), other.name != PulseSink.placeholder
      else { throw error }
      return (other, false)
    }
  }

  var isAlive: Bool { connection.isAlive && stream.isAlive }

  /// Returns whether the chosen sink, which was missing, has come. Asks the server only after it has reported a change.
  ///
  /// - Throws: `notResponding` if the server is too busy to answer.
  func chosenSinkHasCome() throws(DeviceError) -> Bool {
    guard isSubstitute, connection.hasChanged, let chosenSink else { return false }
    connection.hasChanged = false
    return try PulseSink.exists(chosenSink, connection)
  }

  /// Lets the server buffer more or less from now on; more only when the source has the frames for it.
  func use(_ length: BufferLength, _ source: RenderSource) {
    if length == bufferLength { return }
    // When its buffer grows, the server requests all of it at once.
    let whole = FrameCount(2 * stream.requestedPeriods(length) * period.value)
    let isReady = source.setRequestSize(length == .short ? largestRequest : whole)
    guard isReady || length == .short else { return }
    bufferLength = length
    stream.use(length)
    setSchedule(requestedPeriods: 1)
  }

  /// Handles the server's answer to a change of its buffer.
  func bufferDidChange() { setSchedule(requestedPeriods: stream.requestedPeriods(bufferLength)) }

  private func setSchedule(requestedPeriods: Int) {
    schedule = RequestSchedule(period: Double(requestedPeriods) * period.seconds(at: sampleRate))
    hasWaited = false
  }

  /// Waits until the server has sent something, at most as long as an interruption is not noted. Returns whether a hit has
  /// made a long buffer short.
  func serve(_ source: RenderSource) -> Bool {
    connection.send()
    // The request may have come while something else was waited for.
    if stream.hasRoom, !isSilenced {
      hasWaited = false
      return false
    }
    if let wakeTime = schedule.wakeTime, !hasWaited {
      _ = connection.wait(seconds: wakeTime.seconds(since: .now)) { !stream.awaitsTiming }
      if bufferLength == .short {
        SystemClock().sleep(until: wakeTime)
      } else if source.awaitHit(until: wakeTime) {
        use(.short, source)
        return true
      }
      connection.serveArrived { stream.hasRoom }
      if stream.hasRoom || !isAlive { return false }
    }
    hasWaited = !isSilenced && !stream.isCorked
    connection.serve(seconds: isSilenced ? nil : stream.isCorked ? 0 : StallDetector.timeout)
    return false
  }

  /// Writes the blocks that the server has room for. Returns whether there was room.
  func play(_ source: RenderSource, into block: UnsafeMutableBufferPointer<Frame>) -> Bool {
    if isSilenced || !stream.hasRoom { return false }
    schedule.requestWasFulfilled(at: .now, wasAwaited: hasWaited)
    hasWaited = false
    stream.fillUp(block)
    noteRequest(source)
    while stream.hasRoom {
      let first = stream.blockTime()
      stream.write(bufferLength, block) { offset, frames in
        source.render(into: frames, at: first.advanced(by: offset))
      }
      source.blockWasDelivered()
    }
    if stream.isCorked { stream.play() }
    return true
  }

  /// Tells the source how much the server requests at once if it is more than before. A sink with a large buffer requests
  /// several periods, also where the buffer of the stream is short.
  private func noteRequest(_ source: RenderSource) {
    guard bufferLength == .short, stream.requested > largestRequest else { return }
    largestRequest = stream.requested
    _ = source.setRequestSize(largestRequest)
  }

  /// Halts the stream while nothing sounds, so that the server need not mix it.
  func rest(_ source: RenderSource) {
    // Where the server does not answer, the rest begins all the same.
    try? stream.halt()
    connection.withEndDescriptor { source.rest(until: $0) }
    restartSchedule()
  }

  /// Halts the stream until it may be heard again.
  func silence(_ isSilenced: Bool) {
    self.isSilenced = isSilenced
    restartSchedule()
    if isSilenced { try? stream.halt() }
  }

  private func restartSchedule() {
    schedule.restart()
    hasWaited = false
  }

  /// Finds out where the stream plays after it was moved; nil if it has not moved.
  ///
  /// - Throws: `notResponding` if the server is too busy to answer; nothing has changed then.
  func change() throws(DeviceError) -> RouteChange? {
    let former = sink
    guard stream.sink != former.name else { return nil }
    let next = try PulseSink(stream.sink, connection)
    let isThere = try PulseSink.exists(former.name, connection)
    sink = next
    if sink.name == chosenSink { isSubstitute = false }
    if former.name == chosenSink { isSubstitute = !isThere }
    return former.change(to: sink, isThere: isThere)
  }
}

extension BlockTime {
  /// Returns the time of a block that is requested with this one and follows its beginning after some frames.
  fileprivate func advanced(by offset: FrameCount) -> BlockTime {
    BlockTime(asked: asked, delay: delay + offset.value, isRestart: isRestart && offset.value == 0)
  }
}
