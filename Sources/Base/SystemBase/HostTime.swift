import Glibc

/// A moment on `CLOCK_MONOTONIC`, in nanoseconds.
public struct HostTime: Hashable, Comparable, Sendable, BitwiseCopyable {
  public let nanoseconds: Int64

  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static var now: HostTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  @inlinable public static func < (left: HostTime, right: HostTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns a later moment, or an earlier one for negative seconds. Beyond the range of the clock it is the last or the
  /// first moment.
  package func advanced(bySeconds seconds: Double) -> HostTime {
    let (sum, isBeyond) = nanoseconds.addingReportingOverflow(Int64(saturating: seconds * 1e9))
    return HostTime(nanoseconds: !isBeyond ? sum : seconds < 0 ? .min : .max)
  }

  package func seconds(since earlier: HostTime) -> Double {
    let (difference, isBeyond) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return (isBeyond ? Double(nanoseconds) - Double(earlier.nanoseconds) : Double(difference)) / 1e9
  }
}

extension FixedWidthInteger {
  /// Creates the whole number below a number, limited to half of the range, so that the sum of two such numbers is in the
  /// range; 0 for NaN. For times from files, which may state anything.
  @inlinable package init(saturating number: Double) {
    let limit = Double(Self.max / 2 + 1)
    self = number.isNaN ? 0 : Self(Swift.min(Swift.max(number, -limit), limit))
  }
}

extension Int {
  /// Creates the same number as the initializer of all integers, whose general conversion is slow.
  @inlinable package init(saturating number: Double) {
    let limit = Double(Int.max / 2 + 1)
    self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -limit), limit))
  }
}
