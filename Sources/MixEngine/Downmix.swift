import AudioBase
struct Downmix {
  init(channels: Int) {}
  func mix(_ samples: UnsafeBufferPointer<Float>, into: UnsafeMutableBufferPointer<Frame>) {
    for i in 0..<into.count { into[i] = Frame(samples[2 * i], samples[2 * i + 1]) }
  }
}
