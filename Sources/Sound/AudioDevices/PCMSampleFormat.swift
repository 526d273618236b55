import AudioBase
import CALSA

/// The sample formats of devices and pipes, best first; the raw value is the name in settings.
package enum PCMSampleFormat: String, CaseIterable, Hashable, Sendable {
  case float
  case int32 = "s32"
  case int16 = "s16"

  var alsa: snd_pcm_format_t {
    switch self {
    case .float: SND_PCM_FORMAT_FLOAT_LE
    case .int32: SND_PCM_FORMAT_S32_LE
    case .int16: SND_PCM_FORMAT_S16_LE
    }
  }

  var bytes: Int { self == .int16 ? 2 : 4 }

  /// Converts samples into bytes that have room for them, limited to full scale in integer formats.
  func convert(_ block: UnsafeBufferPointer<Frame>, into bytes: inout [UInt8]) {
    let samples = UnsafeRawBufferPointer(block)
    bytes.withUnsafeMutableBytes { out in
      switch self {
      case .float: out.copyMemory(from: samples)
      case .int32:
        for (index, sample) in samples.bindMemory(to: Float.self).enumerated() {
          out.storeBytes(
            of: Int32(max(-1, min(1, Double(sample))) * 2_147_483_647), toByteOffset: index * 4,
            as: Int32.self)
        }
      case .int16:
        for (index, sample) in samples.bindMemory(to: Float.self).enumerated() {
          out.storeBytes(
            of: Int16((max(-1, min(1, sample)) * 32_767).rounded()), toByteOffset: index * 2, as: Int16.self)
        }
      }
    }
  }

  /// Converts captured samples to stereo frames: one channel to both sides; the first two of several.
  ///
  /// - Parameter bytes: the samples of at least `frames.count` frames.
  func convert(_ bytes: [UInt8], channels: Int, into frames: UnsafeMutableBufferPointer<Frame>) {
    bytes.withUnsafeBytes { input in
      for index in frames.indices {
        let left = sample(input, index * channels)
        frames[index] = Frame(left, channels > 1 ? sample(input, index * channels + 1) : left)
      }
    }
  }

  private func sample(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Float {
    switch self {
    case .float: bytes.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
    case .int32: Float(Double(bytes.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)) / 2_147_483_648)
    case .int16: Float(bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)) / 32_768
    }
  }
}
