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

  package func advanced(bySeconds seconds: Double) -> HostTime {
    HostTime(nanoseconds: nanoseconds + Int64(seconds * 1e9))
  }

  package func seconds(since earlier: HostTime) -> Double { Double(nanoseconds - earlier.nanoseconds) / 1e9 }
}
