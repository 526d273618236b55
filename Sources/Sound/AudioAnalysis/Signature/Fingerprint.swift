import AudioBase
import CChromaprint
import SystemBase

/// Computes a Chromaprint fingerprint and owns its context. Used by one thread.
struct Fingerprint: ~Copyable {
  private static let library = "libchromaprint.so.1"

  private let raw: OpaquePointer

  init(rate: SampleRate) throws(FileError) {
    if let reason = drumdub_chromaprint_load() {
      let detail = "\(String(cString: reason)); install the package libchromaprint1"
      throw FileError(.unsupported, Fingerprint.library, detail: detail)
    }
    guard let raw = drumdub_chromaprint_new(Int32(rate.hertz)) else {
      throw Fingerprint.failure("chromaprint_start")
    }
    self.raw = raw
  }

  deinit { drumdub_chromaprint_delete(raw) }

  func add(_ samples: [Int16]) throws(FileError) {
    guard drumdub_chromaprint_add(raw, samples, Int32(samples.count)) != 0 else {
      throw Fingerprint.failure("chromaprint_feed")
    }
  }

  /// Ends the sound. Returns the fingerprint, which is empty for less than about three seconds of sound.
  func finish() throws(FileError) -> [UInt32] {
    var count: Int32 = 0
    guard let items = drumdub_chromaprint_finish(raw, &count) else {
      throw Fingerprint.failure("chromaprint_finish")
    }
    return Array(UnsafeBufferPointer(start: items, count: Int(count)))
  }

  private static func failure(_ call: String) -> FileError {
    FileError(.unsupported, library, detail: "\(call) failed")
  }
}
