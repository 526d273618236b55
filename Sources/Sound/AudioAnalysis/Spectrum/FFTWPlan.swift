import CFFTW
import Synchronization

/// Owns a transform by the library FFTW, and the memory that it reads and writes. Used by one thread at a time.
final class FFTWPlan: @unchecked Sendable {
  /// The library makes and destroys plans by one thread at a time.
  private static let planning = Mutex(())

  private let raw: OpaquePointer
  /// The samples, real and imaginary parts.
  let samples: UnsafeMutablePointer<SIMD2<Float>>
  /// The transform of the last samples.
  let lines: UnsafePointer<SIMD2<Float>>
  private let memory: UnsafeMutableRawPointer

  /// Creates a forward transform; nil if the library is missing.
  ///
  /// - Parameter count: the number of samples.
  init?(count: Int) {
    let bytes = 2 * count * MemoryLayout<SIMD2<Float>>.stride
    guard drumdub_fftw_load() == nil, let memory = drumdub_fftwf_malloc(bytes) else { return nil }
    let values = memory.bindMemory(to: SIMD2<Float>.self, capacity: 2 * count)
    values.initialize(repeating: .zero, count: 2 * count)
    (self.memory, samples, lines) = (memory, values, UnsafePointer(values + count))
    let parts = memory.assumingMemoryBound(to: Float.self)
    let plan = FFTWPlan.planning.withLock { _ in
      UInt(
        bitPattern: drumdub_fftwf_plan_dft_1d(
          Int32(count), parts, parts + 2 * count, Int32(DRUMDUB_FFTW_FORWARD),
          UInt32(DRUMDUB_FFTW_ESTIMATE)))
    }
    guard let plan = OpaquePointer(bitPattern: plan) else {
      drumdub_fftwf_free(memory)
      return nil
    }
    raw = plan
  }

  deinit {
    FFTWPlan.planning.withLock { _ in drumdub_fftwf_destroy_plan(raw) }
    drumdub_fftwf_free(memory)
  }

  func run() { drumdub_fftwf_execute(raw) }
}
