import AudioBase
import Percussion
import Player
import SystemBase
import TrackTags

/// State that all front ends share and that belongs to no controller: questions, notices.
package struct ApplicationState: Sendable {
  /// A change of the keys that waits for a key.
  package enum KeyEdit: Hashable, Sendable {
    case bind(Command)
    /// Removes one of the keys of a command.
    case remove(Command)
    /// Teaches a note or a controller the command of the key; nil until one has come.
    case midi(MIDISource?)
  }

  /// The use of the next key; nil if no key is awaited.
  package internal(set) var keyEdit: KeyEdit?
  /// Whether MIDI is to be taught as soon as its input is open.
  var teachesOpenInput = false
  package internal(set) var notices = NoticeLog()
  package var lyrics = TrackFinding<Lyrics?>()
  package internal(set) var chapters = TrackFinding<[Chapter]>()
  /// The seek that waits for the chapters.
  var chapterMove: ChapterMove?
  /// The sources that were warned of a running recording or unsaved takes, so that their next `quit` ends the program.
  var warnedOfQuitting: Set<CommandSource> = []
  /// The time at which `clear` was given, while it can be confirmed.
  var clearTime: HostTime?
  package internal(set) var question: Question?
  /// Questions that are asked after the open one.
  var laterQuestions: [Question] = []
  /// The bank of pads that the keys strike.
  package internal(set) var bank = PadBank()
  /// The track that the latest notice about playing names.
  var announced: QueueItem?
  package internal(set) var options = ClientOptions()
  /// Plays tracks of a query without end; nil if it is off.
  var radio: Radio?
  /// The query of the radio; nil if it is off.
  package var radioQuery: String? { radio?.query }
  /// The number of requests of the radio.
  var radioRequests = 0
  /// The tracks of the radio before one of them may play again.
  var radioGap = 100
}
