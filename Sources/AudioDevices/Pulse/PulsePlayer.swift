import AudioBase
import SystemBase

/// A stream with its connection, and when the next block is due. The device's thread.
final class PulsePlayer {
  let stream: PulseStream
  /// The sink that the stream plays on, as its users know it.
  private(set) var sinkDescription: String
  /// Whether a policy of the server has silenced the stream.
  private(set) var isSilenced = false
  private let connection: PulseConnection
  private var sinkName: String
  /// When the server will need a block; nil if it is to be waited for.
  private var nextBlock: HostTime?
  /// Six tenths of a period: sleeping for almost all of it leaves no time for a late wake-up, and blocks come too late.
  private let sleepSeconds: Double

  /// Creates a halted stream.
  ///
  /// - Parameter rate: nil selects the rate of the sink.
  init(
    _ connection: PulseConnection, _ options: PulseStream.Options, rate: SampleRate?
  ) throws(DeviceError) {
    let found = try PulseSink(options.sink, connection)
    let rate = rate ?? found.rate
    stream = try PulseStream(connection, options, rate: rate)
    (self.connection, sinkName, sinkDescription) = (connection, stream.sink, found.description)
    sleepSeconds = options.period.seconds(at: rate) * 0.6
  }

  var isAlive: Bool { connection.isAlive && stream.isAlive }

  /// Waits until the server has sent something, at most as long as an interruption is not noted.
  ///
  /// Sleeps first until shortly before the server needs the next block: the server also reports each block that it has
  /// used up, and would wake the thread twice in a period.
  func serve() {
    if let nextBlock { SystemClock().sleep(until: nextBlock) }
    nextBlock = nil
    connection.serve(seconds: isSilenced ? nil : stream.isCorked ? 0 : Interruption.patience)
  }

  /// Writes the blocks that the server has room for.
  ///
  /// - Returns: whether there was room.
  func play(_ source: RenderSource, into block: UnsafeMutableBufferPointer<Frame>) -> Bool {
    if isSilenced { return false }
    var hasWritten = false
    stream.fillUp(block)
    while stream.hasRoom {
      nextBlock = HostTime.now.advanced(bySeconds: sleepSeconds)
      let time = stream.blockTime()
      stream.write(block) { source.render(into: $0, at: time) }
      source.blockWasDelivered()
      hasWritten = true
    }
    if hasWritten && stream.isCorked { stream.play() }
    return hasWritten
  }

  /// Halts the stream while nothing sounds, so that the server need not mix it.
  func rest(_ source: RenderSource) {
    // Where the server does not answer, the rest begins all the same.
    try? stream.halt()
    source.rest(until: connection.endDescriptor)
    nextBlock = nil
  }

  /// Halts the stream until it may be heard again.
  func silence(_ isSilenced: Bool) {
    self.isSilenced = isSilenced
    nextBlock = nil
    if isSilenced { try? stream.halt() }
  }

  /// Finds out where the stream plays after it was moved.
  ///
  /// - Returns: nil if it has not moved, or the server does not tell.
  func change() -> RouteChange? {
    let former = (name: sinkName, description: sinkDescription)
    guard stream.sink != former.name, let next = try? PulseSink(stream.sink, connection) else { return nil }
    (sinkName, sinkDescription) = (stream.sink, next.description)
    let isThere = (try? PulseSink(former.name, connection)) != nil
    return isThere ? .moved(to: next.description) : .removed(former.description, next: next.description)
  }
}
