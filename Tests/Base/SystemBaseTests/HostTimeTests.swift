import SystemBase
import Testing

/// Times that files state may be of any size.
@Suite struct HostTimeTests {
  @Test func timeBeyondTheRangeOfTheClockIsItsLastOrFirstMoment() {
    let now = HostTime.now
    for seconds in [Double(1 << 52) / 44_100, 1e300, .infinity] {
      #expect(now.advanced(bySeconds: seconds) > now.advanced(bySeconds: 1e9))
      #expect(now.advanced(bySeconds: -seconds) < now.advanced(bySeconds: -1e9))
    }
    #expect(HostTime(nanoseconds: .max).advanced(bySeconds: 1).nanoseconds == .max)
    #expect(HostTime(nanoseconds: .min).advanced(bySeconds: -1).nanoseconds == .min)
    #expect(now.advanced(bySeconds: .nan) == now)
    #expect(HostTime(nanoseconds: .max).seconds(since: HostTime(nanoseconds: .min)) > 1.8e10)
    #expect(HostTime(nanoseconds: 3_000_000_000).seconds(since: HostTime(nanoseconds: 1)) == 2.999_999_999)
  }

  @Test func numbersAreLimitedToHalfOfTheRange() {
    #expect(Int(saturating: 2.9) == 2 && Int(saturating: -2.9) == -2 && Int(saturating: .nan) == 0)
    #expect(Int(saturating: 1e300) == 1 << 62 && Int(saturating: -.infinity) == -1 << 62)
    #expect(Int32(saturating: 1e12) == 1 << 30)
  }
}
