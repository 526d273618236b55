import FoundationEssentials
import SystemBase

/// What was counted from the start to the end of the program, for whoever watches over it.
struct RunStatistics: Codable, Hashable {
  /// How often music should have played and had not been decoded in time.
  var underruns: Int
  /// Pads that began to sound.
  var hits: Int
  /// Hits whose block had been rendered before they came.
  var lateHits: Int
  /// What the engine told and nobody took in time.
  var lostEvents: Int
  /// Hits that were refused, or struck while the device took no sound.
  var lostHits: Int
  /// Hits of takes and beats for which there was no room.
  var lostPlanned: Int
  /// What the engine was asked for and could not take.
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
