import Instruments
import Percussion

/// The keys of the program, as commands change them. Main thread.
@MainActor
package protocol KeyServing: AnyObject {
  func names(of command: Command) -> [String]
  /// Binds a key to a command, even if it had another one.
  func bind(_ key: String, to command: Command, for application: Application)
  func remove(_ key: String, of command: Command, for application: Application)
  func restore(for application: Application)
  /// Gives the keys their commands in a layout of the screen.
  func use(_ mode: ScreenMode)
  /// Changes the bank of pads that the keys strike. The result arrives through `Application.receive(_:isRequested:)`.
  func change(_ bank: BankChange)
  func choose(_ chord: GuitarChord)
}

package enum MIDIInputState: Hashable, Sendable {
  case none
  /// It is being opened: `MIDIReport.inputOpened` follows.
  case opening
  case open
}

/// The assignments of MIDI messages, as commands change them. Main thread.
@MainActor
package protocol MIDITeaching: AnyObject {
  /// Reports the next notes and controllers of the MIDI input, or no longer. Returns the state of the input.
  func setLearning(_ isLearning: Bool) -> MIDIInputState
  /// Stores what a note or a controller does.
  func teach(_ source: MIDISource, _ target: MIDITarget)
  /// Changes the assignments by a line such as `curve hard pad 3` or `forget note 38`. Returns whether it is valid.
  func change(_ line: String) -> Bool
  var lines: [String] { get }
  /// Learns a velocity curve from the next strikes for `pad 3`, for `device NAME`, or, without a scope, for the device of the
  /// strikes. Returns the message for the user.
  func learnCurve(for scope: String?) -> MIDINotice
}
