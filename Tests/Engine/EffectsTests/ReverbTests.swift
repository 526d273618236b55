import AudioBase
import Glibc
import Testing

@testable import Effects

/// Decay, density, energy and width of the reverb, from its impulse response.
@Suite struct ReverbTests {
  private func response(
    _ values: [String: Double], seconds: Double, rate: SampleRate = .standard
  ) -> [Frame] {
    let values = ["damping": 0, "pre-delay": 0, "mix": 100].merging(values) { $1 }
    let frames = Int(seconds * Double(rate.hertz))
    return EffectBench(.reverb, values, rate: rate).impulseResponse(frames, impulse: Frame(repeating: 1))
  }

  @Test(arguments: [
    (48_000, 10.0, 0.2), (48_000, 50, 2), (48_000, 100, 1), (44_100, 50, 2), (8000, 30, 10),
    (96_000, 25, 0.5),
  ])
  func responseDecaysBy60DecibelsInTheTimeThatIsSet(hertz: Int, size: Double, decay: Double) {
    let rate = SampleRate(hertz)
    let response = response(["size": size, "decay": decay], seconds: 0.3 + 0.9 * decay, rate: rate)
    #expect(abs(decayTime(response.map { Double($0.x) }, rate) / decay - 1) < 0.1)
    #expect(abs(decayTime(response.map { Double($0.y) }, rate) / decay - 1) < 0.1)
  }

  @Test(arguments: [(30.0, 1.0, 50.0), (50, 2, 70), (10, 3, 80)])
  func dampingShortensTheDecayAt8KilohertzOnly(size: Double, decay: Double, damping: Double) {
    let response = response(["size": size, "decay": decay, "damping": damping], seconds: 1.5 * decay)
    let low = decayTime(filtered(response, at: 100), .standard)
    let high = decayTime(filtered(response, at: 8000), .standard)
    #expect(abs(low / decay - 1) < 0.1)
    #expect(abs(high / (decay * (1 - damping / 100)) - 1) < 0.1)
  }

  @Test func echoesBecomeDenseWithTime() {
    let response = response(["size": 60, "decay": 3], seconds: 1)
    let densities = [0.03, 0.06, 0.3].map { density(response, at: $0) }
    #expect(densities[0] < densities[1] && densities[1] < densities[2])
    #expect(densities[0] < 0.9 && densities[2] > 0.95)
  }

  @Test(arguments: [0.2, 2, 10])
  func energyOfTheResponseIsAboutThatOfTheInput(decay: Double) {
    let energy = response(["size": 20, "decay": decay], seconds: decay + 0.3).reduce(Frame.zero) {
      $0 + $1 * $1
    }
    #expect(energy.x > 0.4 && energy.x < 2 && energy.y > 0.4 && energy.y < 2)
  }

  @Test func steadyNoiseDoesNotGrowWithTheLongestDecay() {
    var state: UInt32 = 1
    let noise = (0..<96_000).map { _ -> Frame in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Frame(repeating: Float(state >> 8) / 0x1p23 - 1) * 0.25
    }
    let bench = EffectBench(.reverb, ["decay": 10, "damping": 0, "mix": 100, "size": 10])
    #expect(bench.render(noise).peak < 1.5)
  }

  @Test(arguments: [10.0, 50, 100])
  func sidesAreUncorrelatedThoughTheInputIsMono(size: Double) {
    let response = response(["size": size, "decay": 2, "damping": 30], seconds: 2)
    let sums = response.reduce(SIMD3<Float>.zero) { $0 + SIMD3($1.x * $1.y, $1.x * $1.x, $1.y * $1.y) }
    #expect(abs(sums.x / (sums.y * sums.z).squareRoot()) < 0.2)
  }

  @Test func soundOfOneSideComesFromBoth() {
    let bench = EffectBench(.reverb, ["mix": 100])
    let energy = bench.impulseResponse(24_000, impulse: Frame(1, 0)).reduce(Frame.zero) { $0 + $1 * $1 }
    #expect(energy.x > 0.05 && energy.y > 0.05 && energy.x / energy.y < 2 && energy.y / energy.x < 2)
  }

  @Test func preDelayDelaysTheResponseByItsFrames() {
    let early = response(["decay": 1], seconds: 0.5)
    let late = response(["decay": 1, "pre-delay": 100], seconds: 0.6)
    #expect(late[..<4800].allSatisfy { $0 == .zero })
    #expect(Array(late[4800...]) == Array(early[..<24_000]))
  }

  @Test func mixOfZeroIsTheInput() {
    let bench = EffectBench(.reverb, ["mix": 0])
    bench.settle()
    let input = sine(440, frames: 9600)
    #expect(bench.render(input) == input)
  }

  @Test(arguments: [10.0, 50, 100])
  func firstEchoComesFromTheShortestLineWhichSizeScales(size: Double) {
    let response = response(["size": size], seconds: 0.1)
    let first = response.firstIndex { $0.x.magnitude > 0.000_1 } ?? 0
    // The largest size has lines from 30 ms on; the length is the next smaller prime.
    #expect(abs(Double(first) - 14.4 * size) <= 12)
  }

  @Test(arguments: [8000, 44_100, 192_000])
  func lengthsOfTheLinesAreDifferentPrimes(hertz: Int) {
    let rate = SampleRate(hertz)
    let primes = PrimeTable(limit: FeedbackNetwork.longestLine(rate))
    var network = FeedbackNetwork(rate: rate, primes: primes)
    defer {
      network.deallocate()
      primes.deallocate()
    }
    for size in stride(from: 0.1, through: 1, by: 0.05) {
      network.clear(size: Float(size))
      let lengths = (0..<16).map { network.lengths[$0] }
      #expect(Set(lengths).count == 16)
      #expect(lengths.allSatisfy { length in (2..<length).allSatisfy { length % $0 != 0 } })
    }
  }

  @Test func diffuserFadesWithoutDenormalSamples() {
    let primes = PrimeTable(limit: 1000)
    var diffuser = Diffuser(rate: .standard, primes: primes)
    defer {
      diffuser.deallocate()
      primes.deallocate()
    }
    _ = diffuser.next(FrameTile(left: .one, right: .one), count: 1)
    let tail = (0..<12_000).flatMap { _ in
      let tile = diffuser.next(FrameTile(), count: 4)
      return (0..<4).map { tile[$0] }
    }
    #expect(!tail.contains { $0.x.isSubnormal || $0.y.isSubnormal })
    #expect(tail[47_999].x.magnitude < 1e-20)
  }

  @Test func anotherSizeHoldsAfterTheCrossfade() {
    let expected = response(["size": 25, "decay": 1], seconds: 0.5)
    let bench = EffectBench(.reverb, ["size": 80, "decay": 1, "damping": 0, "pre-delay": 0, "mix": 100])
    bench.settle()
    _ = bench.render(sine(440, frames: 4800))
    bench.set("size", to: 25)
    _ = bench.render(.init(repeating: .zero, count: 240_000))
    let response = bench.render([Frame(repeating: 1)] + .init(repeating: .zero, count: 23_999))
    #expect(zip(response, expected).allSatisfy { ($0.x - $1.x).magnitude < 0.001 })
  }
}

/// The time in which a response decays by 60 dB, by backward integration: M. R. Schroeder, "New Method of Measuring
/// Reverberation Time", J. Acoust. Soc. Am. 37 (1965). The slope is that from −5 to −35 dB.
private func decayTime(_ response: [Double], _ rate: SampleRate) -> Double {
  var energy = 0.0
  var curve = response
  for index in response.indices.reversed() {
    energy += response[index] * response[index]
    curve[index] = energy
  }
  func time(_ level: Double) -> Double {
    let index = curve.firstIndex { 10 * log10($0 / energy) < level } ?? curve.count
    return Double(index) / Double(rate.hertz)
  }
  return 2 * (time(-35) - time(-5))
}

/// The left side within a third of an octave: a band-pass of second order, twice.
private func filtered(_ response: [Frame], at frequency: Double) -> [Double] {
  let angle = 2 * Double.pi * frequency / Double(SampleRate.standard.hertz)
  let alpha = sin(angle) / (2 * 4.3)
  func pass(_ input: [Double]) -> [Double] {
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    return input.map { x in
      let y = (alpha * (x - x2) + 2 * cos(angle) * y1 - (1 - alpha) * y2) / (1 + alpha)
      (x2, x1, y2, y1) = (x1, x, y1, y)
      return y
    }
  }
  return pass(pass(response.map { Double($0.x) }))
}

/// The echo density of 20 ms: 1 for Gaussian noise. J. S. Abel, P. Huang, "A Simple, Robust Measure of Reverberation
/// Echo Density", 121st AES Convention (2006).
private func density(_ response: [Frame], at seconds: Double) -> Double {
  let start = Int(seconds * 48_000)
  let window = response[start..<(start + 960)].map { Double($0.x) }
  let deviation = (window.reduce(0) { $0 + $1 * $1 } / 960).squareRoot()
  return Double(window.filter { abs($0) > deviation }.count) / 960 / 0.3173
}
