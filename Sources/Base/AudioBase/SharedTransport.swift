import SystemBase

/// What another program has done with the transport that programs share.
package struct SharedTransportChange: Hashable, Sendable {
  package let isRolling: Bool
  /// The position in seconds at a time.
  package let seconds: Double
  package let time: HostTime
  /// Whether the position was changed.
  package let isRelocated: Bool

  package init(isRolling: Bool, seconds: Double, at time: HostTime, isRelocated: Bool) {
    (self.isRolling, self.seconds, self.time, self.isRelocated) = (isRolling, seconds, time, isRelocated)
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
}
