import AudioBase

/// Up to four successive frames, with the sides apart: one instruction processes a side of all of them.
struct FrameTile: BitwiseCopyable {
  static var capacity: Int { 4 }

  var left = SIMD4<Float>.zero
  var right = SIMD4<Float>.zero

  subscript(index: Int) -> Frame {
    get { Frame(left[index], right[index]) }
    set {
      left[index] = newValue.x
      right[index] = newValue.y
    }
  }
}

/// A ring of samples, read and written by up to four at a time. Audio thread.
struct SampleRing: BitwiseCopyable {
  private let samples: UnsafeMutablePointer<Float>
  private let mask: Int

  /// Creates a ring in memory.
  ///
  /// - Parameters:
  ///   - samples: the memory, which the caller owns.
  ///   - mask: the number of samples less one; the number is a power of two, and at least 4.
  init(_ samples: UnsafeMutablePointer<Float>, mask: Int) {
    (self.samples, self.mask) = (samples, mask)
  }

  /// Returns four samples from a position on.
  func read(at position: Int) -> SIMD4<Float> {
    let place = position & mask
    if place &+ 3 <= mask { return UnsafeRawPointer(samples + place).loadUnaligned(as: SIMD4<Float>.self) }
    var row = SIMD4<Float>.zero
    for index in 0..<4 { row[index] = samples[(place &+ index) & mask] }
    return row
  }

  /// Writes the first `count` samples of a row to a position.
  func write(_ row: SIMD4<Float>, count: Int, at position: Int) {
    let place = position & mask
    if count == 4 && place &+ 3 <= mask {
      UnsafeMutableRawPointer(samples + place).storeBytes(of: row, as: SIMD4<Float>.self)
    } else {
      for index in 0..<count { samples[(place &+ index) & mask] = row[index] }
    }
  }
}
