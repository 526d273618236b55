import AudioBase
import CChromaprint
import SystemBase

/// Computes a Chromaprint fingerprint and owns its context. Used by one thread.
final class Fingerprint {
  private static let library = "libchromaprint.so.1"

  private let raw: OpaquePointer

  init(rate: SampleRate) throws(FileError) {
    if let reason = drumdub_chromaprint_load() {
      let detail = "\(String(cString: reason)); install the package libchromaprint1"
      throw FileError(.unsupported, Fingerprint.library, detail: detail)
    }
    guard let raw = drumdub_chromaprint_new(Int32(DRUMDUB_CHROMAPRINT_ALGORITHM)) else {
      throw Fingerprint.failure("chromaprint_new")
    }
    self.raw = raw
    try checked(drumdub_chromaprint_start(raw, Int32(rate.hertz), 1), "chromaprint_start")
  }

  deinit { drumdub_chromaprint_free(raw) }

  func add(_ samples: [Int16]) throws(FileError) {
    try checked(drumdub_chromaprint_feed(raw, samples, Int32(samples.count)), "chromaprint_feed")
  }

  /// Ends the sound. Returns the fingerprint, which is empty for less than about three seconds of sound.
  func finish() throws(FileError) -> [UInt32] {
    try checked(drumdub_chromaprint_finish(raw), "chromaprint_finish")
    var (items, count): (UnsafeMutablePointer<UInt32>?, Int32) = (nil, 0)
    try checked(
      drumdub_chromaprint_get_raw_fingerprint(raw, &items, &count), "chromaprint_get_raw_fingerprint")
    defer { drumdub_chromaprint_dealloc(items) }
    return Array(UnsafeBufferPointer(start: items, count: Int(count)))
  }

  private func checked(_ result: Int32, _ call: String) throws(FileError) {
    if result == 0 { throw Fingerprint.failure(call) }
  }

  private static func failure(_ call: String) -> FileError {
    FileError(.unsupported, library, detail: "\(call) failed")
  }
}
