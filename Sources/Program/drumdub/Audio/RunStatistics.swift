import SystemBase

/// The counters of a run, written at the end of the program for `--stats`.
struct RunStatistics: Hashable {
  /// The number of times that music was not decoded in time.
  var underruns: Int
  /// The number of times that a sample of a kit was not read from disk in time.
  var sampleUnderruns: Int
  /// The number of pads that started to sound.
  var hits: Int
  /// Hits whose block had been rendered before they came.
  var lateHits: Int
  /// Engine events that were lost because their queue was full.
  var lostEvents: Int
  /// Hits that were refused, or came while the device accepted no sound.
  var lostHits: Int
  /// Hits of takes and beats for which there was no room.
  var lostPlanned: Int
  /// Engine commands that were refused because their queue was full.
  var lostCommands: Int
  /// Keys and movements of the mouse that were refused because the queue of the main thread was full.
  var lostInput: Int
  /// Beats of the metronome that were too late for its own output.
  var lostBeats: Int
  /// Dropouts of the output.
  var xruns: Int
  /// The number of wake-ups of an output that the clock paces which were more than a period late.
  var lateWakeUps: Int
  var renderedFrames: Int
  /// The longest time in milliseconds for which the main loop handled events without looking for new ones.
  var longestTurn: Double

  /// Writes a JSON object with these members.
  func write(to path: FilePath) throws(FileError) {
    let bytes = JSONWriter.bytes(of: .object(object), layout: .line)
    try AtomicFile.replace(path, with: bytes + [UInt8(ascii: "\n")])
  }

  private var object: JSONObject {
    var object = JSONObject()
    object.append("underruns", underruns)
    object.append("sampleUnderruns", sampleUnderruns)
    object.append("hits", hits)
    object.append("lateHits", lateHits)
    object.append("lostEvents", lostEvents)
    object.append("lostHits", lostHits)
    object.append("lostPlanned", lostPlanned)
    object.append("lostCommands", lostCommands)
    object.append("lostInput", lostInput)
    object.append("lostBeats", lostBeats)
    object.append("xruns", xruns)
    object.append("lateWakeUps", lateWakeUps)
    object.append("renderedFrames", renderedFrames)
    object.append("longestTurn", longestTurn)
    return object
  }
}
