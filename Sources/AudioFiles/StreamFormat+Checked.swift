import AudioBase
import SystemBase

extension StreamFormat {
  /// More channels than any layout has are a damaged header.
  private static let mostChannels = 64

  /// - Throws: `damaged` for numbers that no sound has.
  init(checkedRate hertz: Int, channels: Int, length: Int?, _ subject: String) throws(FileError) {
    guard SampleRate.playable.contains(hertz) else {
      throw FileError(.damaged, subject, detail: "a sample rate of \(hertz) Hz")
    }
    guard (1...StreamFormat.mostChannels).contains(channels) else {
      throw FileError(.damaged, subject, detail: "\(channels) channels")
    }
    self.init(
      sampleRate: SampleRate(hertz), channels: channels, length: length.map { FrameCount($0) })
  }
}
