import Controls
import KitEditing
import Percussion
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// The sentences about samples.
@Suite struct SamplingTextTests {
  static let sentences: [(SamplingNotice, String)] = [
    (
      .sampled(name: "Song bar 17", pad: 9, kit: "Mine", isCopy: false),
      "sampled Song bar 17 to pad 9 of Mine; u undoes it"
    ),
    (
      .sampled(name: "pad 3 bar 17", pad: 9, kit: "DrumDub samples", isCopy: true),
      "sampled pad 3 bar 17 to pad 9 of DrumDub samples, a copy of your own; u undoes it"
    ),
    (
      .chopped(pad: 9, 17...24, kit: "Mine", isCopy: false),
      "cut pad 9 over the pads 17 to 24 of Mine; u undoes it"
    ),
    (
      .stretched(pad: 9, bpm: 96.5, kit: "Mine", isCopy: false),
      "stretched pad 9 to 96.5 BPM in Mine; u undoes it"
    ),
    (.turned(.undo, pads: [17, 18], kit: "Mine"), "undone: a change of the pads 17, 18 of Mine"),
    (.isBusy, "a sample is still being made: try again when it is there"),
    (.padFormIsOpen, "the pad form is open: save or leave it first, since this changes its kit"),
    (.noTrack, "there is no song to sample: play one"),
    (.isStream, "a stream cannot be sampled: record the output and play the file"),
    (.beatsUnknown, "the bars are not known: tap the tempo, :tempo find, or sample a loop"),
    (.noBarYet, "no bar was heard to its end yet"),
    (.noSelection, "nothing is selected on the timeline: select its hits or a range to sample"),
    (.noPad, "no pad was sampled yet: name one, as in :chop beats 8 pad 9"),
    (.cannotMove(pad: 3), "pad 3 has no start and end to move: they need a pad with one sample"),
    (
      .failed(.kitIsFull(kit: "Mine", needed: 16)),
      "the kit Mine has no 16 free pads in a row: remove pads, or choose another kit"
    ),
    (
      .failed(.kitIsFull(kit: "Mine", needed: 1)),
      "the kit Mine has no free pad: name one, as in :sample bar to 9"
    ),
    (.failed(.notOneSample(pad: 1)), "pad 1 cannot be cut or stretched: it needs to have one sample"),
    (
      .failed(.beatsUnknown(pad: 1)), "the beats of pad 1 are not known: :chop onsets cuts it without them"
    ),
    (.failed(.nothingToCut(pad: 1, .onsets)), "pad 1 is not cut: no onset is within its sample"),
    (.failed(.nothingToCut(pad: 1, .beats)), "pad 1 is not cut: no beat begins within its sample"),
    (
      .failed(.tooFar(pad: 1, speed: 2.5)),
      "pad 1 is not stretched: it would play 2.5 times as fast, not 0.5 to 2"
    ),
  ]

  @Test func messagesAboutSamplesSayWhatToDo() {
    for (notice, sentence) in Self.sentences {
      #expect(NoticeText.sentence(.kit(.sampling(notice)), KeyMap()) == sentence)
    }
    let full = SamplingNotice.failed(.file(FileError(.noSpace, "/kits/Mine/a.wav")))
    #expect(
      NoticeText.sentence(.kit(.sampling(full)), KeyMap()).hasPrefix(
        "nothing was sampled: cannot write /kits/Mine/a.wav: "))
  }
}
