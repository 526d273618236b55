import Percussion
import Player
import SystemBase

/// A message about samples of songs and of the mix.
package enum SamplingNotice: Hashable, Sendable {
  /// A sound was added to a pad of a kit, which is a copy if the former one was not the user's own.
  case sampled(name: String, pad: Int, kit: String, isCopy: Bool)
  /// A pad was cut into pieces on these pads.
  case chopped(pad: Int, ClosedRange<Int>, kit: String, isCopy: Bool)
  case stretched(pad: Int, bpm: Double, kit: String, isCopy: Bool)
  /// The pads of these numbers are as before a change, or after it again.
  case turned(UndoDirection, pads: [Int], kit: String)

  // Nothing was done.
  /// Another sample is being made.
  case isBusy
  /// The form for a pad is open, whose kit would be another one than that of the file.
  case padFormIsOpen
  /// No file plays that could be sampled: nothing, or a stream.
  case noTrack
  case isStream
  /// The beats of the song are not known, or no bar of it was heard to its end.
  case beatsUnknown
  case noBarYet
  case noLoop
  case noSelection
  /// The parts of the song, of which one is wanted, are not known, or not complete yet.
  case partsAreMissing
  case partsAreBeingPrepared
  case unknownPart(String, known: [String])
  /// No pad was sampled since the start, so the command must name one.
  case noPad
  /// The pad has no start and end that could be moved, since it has no sample or several.
  case cannotMove(pad: Int)
  case failed(SamplingError)

  var severity: Severity {
    switch self {
    case .sampled, .chopped, .stretched, .turned: .info
    case .isBusy, .padFormIsOpen, .noTrack, .isStream, .beatsUnknown, .noBarYet, .noLoop, .noSelection,
      .partsAreMissing, .partsAreBeingPrepared, .unknownPart, .noPad, .cannotMove:
      .warning
    case .failed: .error
    }
  }

  var isUndoable: Bool {
    switch self {
    case .sampled, .chopped, .stretched: true
    case .turned, .isBusy, .padFormIsOpen, .noTrack, .isStream, .beatsUnknown, .noBarYet, .noLoop,
      .noSelection, .partsAreMissing, .partsAreBeingPrepared, .unknownPart, .noPad, .cannotMove, .failed:
      false
    }
  }
}
