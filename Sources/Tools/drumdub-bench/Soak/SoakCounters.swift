import FoundationEssentials
import SystemBase

/// The counters that the program writes at its end (`--stats`).
struct SoakCounters: Decodable {
  var underruns: Int
  var hits: Int
  var lateHits: Int
  var lostEvents: Int
  var xruns: Int
  var lateWakeUps: Int
  var renderedFrames: Int
  /// Milliseconds.
  var longestTurn: Double

  init(path: String) throws(Failure) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read(FilePath(path), limit: 1 << 16)
    } catch {
      throw Failure(error)
    }
    guard let counters = try? JSONDecoder().decode(SoakCounters.self, from: Data(bytes)) else {
      throw Failure("\(path) holds no counters")
    }
    self = counters
  }
}
