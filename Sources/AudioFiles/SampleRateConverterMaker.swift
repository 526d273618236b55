import AudioBase
import SystemBase

package struct SampleRateConverterMaker: RateConverterMaking {
  package init() {}

  package func makeConverter(
    from: SampleRate, to: SampleRate
  ) throws(FileError) -> sending any RateConverting {
    if from == to { return RatePassThrough() }
    return try SampleRateConverter(from: from, to: to)
  }
}
