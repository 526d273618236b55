import AudioBase

/// Arithmetic on blocks of frames. Audio thread.
enum FrameBlock {
  /// The most frames of one block; what a device requests beyond it is rendered in parts.
  static var capacity: Int { 2048 }

  /// Adds `source` to `out`. The two do not overlap.
  static func add(_ source: UnsafePointer<Frame>, to out: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<count { out[index] += source[index] }
  }
}
