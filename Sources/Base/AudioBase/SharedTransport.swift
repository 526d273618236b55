import SystemBase

/// What another program has done with the transport that programs share.
package struct SharedTransportChange: Hashable, Sendable {
  package let isRolling: Bool
  /// The position in seconds at a time.
  package let seconds: Double
  package let time: HostTime
  /// Whether the transport was started or stopped.
  package let isStateChanged: Bool
  /// Whether the position was changed.
  package let isRelocated: Bool
  /// The number of starts and stops that had been requested before this was reported.
  package let precedingRequests: Int

  package init(
    isRolling: Bool, seconds: Double, at time: HostTime, isStateChanged: Bool, isRelocated: Bool,
    precedingRequests: Int = 0
  ) {
    (self.isRolling, self.seconds, self.time) = (isRolling, seconds, time)
    (self.isStateChanged, self.isRelocated) = (isStateChanged, isRelocated)
    self.precedingRequests = precedingRequests
  }

  package func seconds(at other: HostTime) -> Double {
    isRolling ? seconds + max(other.seconds(since: time), 0) : seconds
  }
}

/// A request to the transport that programs share.
package enum SharedTransportRequest: Hashable, Sendable {
  case start, stop
  /// Sets the position in seconds.
  case locate(Double)

  /// Whether it starts or stops the transport.
  package var changesState: Bool { self == .start || self == .stop }
}
