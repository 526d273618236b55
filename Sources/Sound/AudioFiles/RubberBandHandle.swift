import AudioBase
import CRubberBand
import SystemBase

/// Owns a stretcher of Rubber Band. The raw pointers are not exposed.
final class RubberBandHandle {
  enum Method {
    /// The faster engine (R2) with its usual windows.
    case usual
    /// The faster engine with windows of half the length: onsets are sharper, low notes less clear.
    case short
    /// The finer engine (R3), whose pitch is exact.
    case finer

    fileprivate var options: UInt32 {
      switch self {
      case .usual: 0
      case .short: RubberBandOptionWindowShort.rawValue
      case .finer: RubberBandOptionEngineFiner.rawValue | RubberBandOptionPitchHighConsistency.rawValue
      }
    }

    fileprivate var lag: StretchLag {
      switch self {
      case .usual: .usual
      case .short: .short
      case .finer: .finer
      }
    }
  }

  let lag: StretchLag
  private let raw: RubberBandState
  private let left: UnsafeMutableBufferPointer<Float>
  private let right: UnsafeMutableBufferPointer<Float>

  /// Creates a stretcher.
  ///
  /// - Parameters:
  ///   - largest: the limit of frames for one call.
  ///   - method: the engine of the library and its windows.
  init(rate: SampleRate, largest: Int, method: Method) throws(FileError) {
    if let reason = drumdub_rubberband_load() {
      throw FileError(.unsupported, "librubberband.so.2", detail: String(cString: reason))
    }
    let options =
      RubberBandOptionProcessRealTime.rawValue | RubberBandOptionChannelsTogether.rawValue | method.options
    guard let raw = drumdub_rubberband_new(UInt32(rate.hertz), 2, Int32(bitPattern: options), 1, 1) else {
      throw FileError(.unsupported, "librubberband.so.2", detail: "rubberband_new")
    }
    self.raw = raw
    lag = method.lag
    left = .allocate(capacity: largest)
    right = .allocate(capacity: largest)
    left.initialize(repeating: 0)
    right.initialize(repeating: 0)
    drumdub_rubberband_set_max_process_size(raw, UInt32(largest))
  }

  deinit {
    drumdub_rubberband_delete(raw)
    left.deallocate()
    right.deallocate()
  }

  var startPad: Int { Int(drumdub_rubberband_get_preferred_start_pad(raw)) }
  var startDelay: Int { Int(drumdub_rubberband_get_start_delay(raw)) }
  var available: Int { max(0, Int(drumdub_rubberband_available(raw))) }

  /// Discards all state. `pitch` is the factor of all frequencies.
  func reset(ratio: Double, pitch: Double) {
    drumdub_rubberband_reset(raw)
    drumdub_rubberband_set_time_ratio(raw, ratio)
    drumdub_rubberband_set_pitch_scale(raw, pitch)
  }

  func feed(_ input: UnsafeBufferPointer<Frame>) {
    for index in 0..<input.count {
      left[index] = input[index].x
      right[index] = input[index].y
    }
    process(input.count)
  }

  func feedSilence(_ count: Int) {
    var rest = count
    while rest > 0 {
      let part = min(rest, left.count)
      left.update(repeating: 0)
      right.update(repeating: 0)
      process(part)
      rest -= part
    }
  }

  private func process(_ count: Int) {
    var channels = [UnsafePointer(left.baseAddress), UnsafePointer(right.baseAddress)]
    drumdub_rubberband_process(raw, &channels, UInt32(count), 0)
  }

  func read(into output: UnsafeMutableBufferPointer<Frame>) -> Int {
    let wanted = min(output.count, left.count, available)
    guard wanted > 0 else { return 0 }
    var channels = [left.baseAddress, right.baseAddress]
    let count = Int(drumdub_rubberband_retrieve(raw, &channels, UInt32(wanted)))
    for index in 0..<count { output[index] = Frame(left[index], right[index]) }
    return count
  }
}
