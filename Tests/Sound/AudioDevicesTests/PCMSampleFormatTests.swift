import AudioBase
import Testing

@testable import AudioDevices

/// Samples as cards take them.
@Suite struct PCMSampleFormatTests {
  private let block = [Frame(0, 1), Frame(-1, 0.5), Frame(2, -2), Frame(.infinity, .nan)]

  private func convert<Sample>(_ format: PCMSampleFormat, as type: Sample.Type) -> [Sample] {
    var bytes = [UInt8](repeating: 0, count: block.count * 2 * format.bytes)
    block.withUnsafeBufferPointer { format.convert($0, into: &bytes) }
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: type)) }
  }

  @Test func conversionToFloatChangesNoSample() {
    #expect(convert(.float, as: Float.self).prefix(6) == [0, 1, -1, 0.5, 2, -2])
  }

  @Test func conversionToIntegersLimitsToFullScale() {
    let high = Int32.max
    #expect(convert(.int32, as: Int32.self).prefix(7) == [0, high, -high, high / 2, high, -high, high])
    #expect(
      convert(.int16, as: Int16.self).prefix(7) == [0, 32_767, -32_767, 16_384, 32_767, -32_767, 32_767])
  }

  @Test func sampleFormatsAreOrderedFromTheBest() {
    #expect(PCMSampleFormat.allCases.map(\.bytes) == [4, 4, 2])
    #expect(PCMSampleFormat.allCases.first == .float)
  }
}
