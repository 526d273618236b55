import Effects
import Glibc
import Testing

/// The series against the C library.
@Suite struct RealtimeMathTests {
  @Test func powersAndLogarithmsAreThoseOfTheLibrary() {
    for x in stride(from: -60, to: 60, by: 0.013) {
      let power = Double(RealtimeMath.exp2(Float(x)))
      #expect(abs(power / pow(2, Double(Float(x))) - 1) < 1e-6)
      #expect(abs(Double(RealtimeMath.log2(Float(power))) - x) < 1e-5)
    }
    #expect(RealtimeMath.exp2(-1000) == 0x1p-126)
    #expect(RealtimeMath.exp2(.nan) == 0x1p-126)
    #expect(RealtimeMath.exp2(1000) == 0x1p127)
    #expect([0, -1, .nan].map { RealtimeMath.log2($0) } == [-126, -126, -126])
  }

  @Test func tangentsAreThoseOfTheLibrary() {
    for x in stride(from: 0.000_1, to: 1.54, by: 0.000_7) {
      #expect(abs(Double(RealtimeMath.tangent(Float(x))) / tan(Double(Float(x))) - 1) < 5e-6)
    }
    #expect(RealtimeMath.tangent(0) == 0)
  }
}
