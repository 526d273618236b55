import AudioBase
import AudioFiles
import Glibc
import Testing

@Suite struct SampleRateConverterTests {
  private static let rates = [
    8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
  ]

  /// 1 kHz on the left, 700 Hz on the right.
  private func sine(rate: Int, frames: Int) -> [Frame] {
    (0..<frames).map { index in
      let time = Double(index) / Double(rate)
      return Frame(Float(0.5 * sin(2 * .pi * 1_000 * time)), Float(0.5 * sin(2 * .pi * 700 * time)))
    }
  }

  private func convert(_ input: [Frame], with converter: any RateConverting, block: Int = 4_096) -> [Frame] {
    var output: [Frame] = []
    var room = [Frame](repeating: .zero, count: 3_777)
    var next = 0
    while true {
      let part = input[next..<min(next + block, input.count)]
      let (taken, made) = part.withUnsafeBufferPointer { part in
        room.withUnsafeMutableBufferPointer { converter.convert(part, into: $0) }
      }
      next += taken
      output += room[..<made]
      if part.isEmpty && made == 0 { return output }
    }
  }

  @Test(arguments: rates, [48_000])
  func convertedSineHasTheExactLengthAndShape(from: Int, to: Int) throws {
    let input = sine(rate: from, frames: from / 4 + 7)
    let converter = try SampleRateConverterMaker().makeConverter(from: SampleRate(from), to: SampleRate(to))
    let output = convert(input, with: converter)
    #expect(output.count == Int((Double(input.count) * Double(to) / Double(from)).rounded()))
    // The sine begins and ends at once, which no filter passes.
    let middle = to / 12..<to / 6
    let (got, wanted) = (output[middle], sine(rate: to, frames: output.count)[middle])
    #expect(signalToNoise(wanted.map(\.x), got.map(\.x)) > 120)
    #expect(signalToNoise(wanted.map(\.y), got.map(\.y)) > 120)
  }

  @Test func conversionBetweenEqualRatesChangesNoSample() throws {
    let input = sine(rate: 48_000, frames: 5_000)
    let converter = try SampleRateConverterMaker().makeConverter(from: .standard, to: .standard)
    #expect(firstDifference(convert(input, with: converter), input) == nil)
  }

  @Test func resetConverterGivesTheOutputOfANewOne() throws {
    let maker = SampleRateConverterMaker()
    let input = sine(rate: 44_100, frames: 20_000)
    let fresh = try maker.makeConverter(from: SampleRate(44_100), to: .standard)
    let used = try maker.makeConverter(from: SampleRate(44_100), to: .standard)
    _ = convert(Array(input.reversed()), with: used)
    used.reset()
    #expect(firstDifference(convert(input, with: used), convert(input, with: fresh)) == nil)
  }

  @Test func convertedSamplesDoNotDependOnTheBlockSize() throws {
    let maker = SampleRateConverterMaker()
    let input = sine(rate: 44_100, frames: 10_000)
    let large = try maker.makeConverter(from: SampleRate(44_100), to: .standard)
    let small = try maker.makeConverter(from: SampleRate(44_100), to: .standard)
    let inSmall = convert(input, with: small, block: 13)
    #expect(firstDifference(convert(input, with: large, block: 10_000), inSmall) == nil)
  }

  @Test func theOutermostPlayableRatesConvert() throws {
    let rates = [SampleRate.playable.lowerBound, SampleRate.playable.upperBound]
    for rate in rates {
      let converter = try SampleRateConverterMaker().makeConverter(from: SampleRate(rate), to: .standard)
      #expect(convert([Frame](repeating: .zero, count: rate / 10), with: converter).count == 4_800)
    }
  }
}
