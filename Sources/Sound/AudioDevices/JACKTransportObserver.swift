import AudioBase
import CJACK
import SystemBase

/// The transport as the server shows it in a cycle.
struct JACKTransportState: BitwiseCopyable {
  /// One of `DRUMDUB_JACK_STOPPED`, `DRUMDUB_JACK_STARTING` and `DRUMDUB_JACK_ROLLING`.
  var phase: Int32
  var frame: Int
  /// The server's time in frames at the begin of the cycle, which differs from that of the server's cycle before.
  var cycle: UInt32
}

/// A change of the transport.
struct JACKTransportReading: BitwiseCopyable {
  var isRolling = false
  var frame = 0
  /// Whether the frame does not follow from the cycle before.
  var isRelocated = false
  /// The number of requests that the server has performed.
  var requests = 0
  var time = HostTime(nanoseconds: 0)
}

/// Notices the changes of the transport. The server's real-time thread.
struct JACKTransportObserver: ~Copyable {
  /// The cycles of the server after which it has performed a request, unless it waits for slow programs.
  static let cyclesOfARequest = 4

  let changes = RingBuffer<JACKTransportReading>(capacity: 64)
  private var last = JACKTransportReading()
  private var next = 0
  /// The server's cycle of the last reading; nil before the first.
  private var cycle: UInt32?
  /// The number of requests in the cycle before.
  private var requests = 0
  /// The cycles until the server has performed them.
  private var cyclesLeft = 0
  /// Whether the ring was full when the last reading was to be sent.
  private var isUnsent = false

  /// Compares a cycle with the one before. `requests` is the number of requests that were made. Returns whether there is a
  /// change to read.
  ///
  /// Before it rolls, the server waits in a state of its own until slow programs are ready. A late client runs all the cycles
  /// that it has missed within one cycle of the server, in which nothing changes.
  mutating func observe(_ state: JACKTransportState, count: Int, requests: Int, at time: HostTime) -> Bool {
    if state.cycle == cycle { return false }
    cycle = state.cycle
    let rolls = state.phase == Int32(DRUMDUB_JACK_ROLLING)
    let isStarting = state.phase == Int32(DRUMDUB_JACK_STARTING)
    let isPerformed = countCycle(requests: requests, isStarting: isStarting)
    let isRolling = rolls || (isStarting && last.isRolling)
    let reading = JACKTransportReading(
      isRolling: isRolling, frame: state.frame,
      isRelocated: state.frame != next || (isUnsent && last.isRelocated),
      requests: isPerformed ? requests : last.requests, time: time)
    next = rolls ? state.frame + count : state.frame
    let isChanged = isPerformed || isUnsent || reading.isRelocated || isRolling != last.isRolling
    last = reading
    isUnsent = isChanged && !changes.writer.push(reading)
    return isChanged && !isUnsent
  }

  /// Returns whether the last request was performed in this cycle at the latest, once for each.
  private mutating func countCycle(requests: Int, isStarting: Bool) -> Bool {
    if requests != self.requests {
      self.requests = requests
      cyclesLeft = JACKTransportObserver.cyclesOfARequest
    }
    if cyclesLeft == 0 || isStarting { return false }
    cyclesLeft -= 1
    return cyclesLeft == 0
  }
}
