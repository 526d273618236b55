import FoundationEssentials
import SystemBase

/// The counters of a run, written at the end of the program for `--stats`.
struct RunStatistics: Codable, Hashable {
  /// The number of times that music was not decoded in time.
  var underruns: Int
  /// The number of pads that started to sound.
  var hits: Int
  /// Hits whose block had been rendered before they came.
  var lateHits: Int
  /// Engine events that were lost because their queue was full.
  var lostEvents: Int
  /// Hits that were refused, or struck while the device took no sound.
  var lostHits: Int
  /// Hits of takes and beats for which there was no room.
  var lostPlanned: Int
  /// Engine commands that were refused because their queue was full.
  var lostCommands: Int
  /// Dropouts of the output.
  var xruns: Int
  /// How often an output that the clock paces was woken more than a period late.
  var lateWakeUps: Int
  var renderedFrames: Int

  /// - Parameter path: where a JSON object with these members is written.
  func write(to path: FilePath) throws(FileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(self) else { preconditionFailure("numbers are JSON") }
    try FileBytes.replace(path, with: Array(data) + [UInt8(ascii: "\n")])
  }
}
