import Application
import Controls
import KitEditing
import Percussion
import SystemBase

/// Messages about samples, in one line each.
enum SamplingText {
  static func sentence(_ notice: SamplingNotice, _ keys: KeyMap) -> String {
    switch notice {
    case .sampled(let name, let pad, let kit, let isCopy):
      "sampled \(shown(name)) to pad \(pad) of \(place(kit, isCopy))"
    case .chopped(let pad, let pads, let kit, let isCopy):
      "cut pad \(pad) over the pads \(pads.lowerBound) to \(pads.upperBound) of \(place(kit, isCopy))"
    case .stretched(let pad, let bpm, let kit, let isCopy):
      "stretched pad \(pad) to \(ShownText.decimal(bpm)) BPM in \(place(kit, isCopy))"
    case .turned(let direction, let pads, let kit):
      "\(direction.done): a change of \(pads.count == 1 ? "pad" : "the pads") "
        + "\(pads.map { "\($0)" }.joined(separator: ", ")) of \(shown(kit))"
    case .isBusy: "a sample is still being made: try again when it is there"
    case .padFormIsOpen: "the pad form is open: save or leave it first, since this changes its kit"
    case .noTrack: "there is no song to sample: play one"
    case .isStream: "a stream cannot be sampled: record the output and play the file"
    case .beatsUnknown: "the bars are not known: tap the tempo, :tempo find, or sample a loop"
    case .noBarYet: "no bar was heard to its end yet"
    case .noLoop: "nothing is repeated: \(keys.key(.request(.loop(.start)))) begins a loop to sample"
    case .noSelection: "nothing is selected on the timeline: select its hits or a range to sample"
    case .partsAreMissing:
      "the parts of the song are not known: :drums -12 separates its drums, :stems finds those of other programs"
    case .partsAreBeingPrepared: "the parts of the song are still being prepared: sample when they are heard"
    case .unknownPart(let name, let known):
      "the song has no part \(shown(name)), but \(known.map(shown).joined(separator: ", "))"
    case .noPad: "no pad was sampled yet: name one, as in :chop beats 8 pad 9"
    case .cannotMove(let pad): "pad \(pad) has no start and end to move: they need a pad with one sample"
    case .failed(let error): sentence(error)
    }
  }

  private static func sentence(_ error: SamplingError) -> String {
    switch error {
    case .file(let error): "nothing was sampled: \(ErrorText.sentence(error, while: .reading))"
    case .kitIsFull(let kit, 1): "the kit \(shown(kit)) has no free pad: name one, as in :sample bar to 9"
    case .kitIsFull(let kit, let count):
      "the kit \(shown(kit)) has no \(count) free pads in a row: remove pads, or choose another kit"
    case .notOneSample(let pad): "pad \(pad) cannot be cut or stretched: it needs to have one sample"
    case .beatsUnknown(let pad): "the beats of pad \(pad) are not known: :chop onsets cuts it without them"
    case .nothingToCut(let pad, .onsets): "pad \(pad) is not cut: no onset is within its sample"
    case .nothingToCut(let pad, let cut): "pad \(pad) is not cut: no \(word(cut)) begins within its sample"
    case .tooFar(let pad, let speed):
      "pad \(pad) is not stretched: it would play \(ShownText.decimal(speed)) times as fast, not 0.5 to 2"
    }
  }

  private static func word(_ cut: SampleCut) -> String {
    switch cut {
    case .beats: "beat"
    case .steps: "step"
    case .onsets: "onset"
    }
  }

  private static func place(_ kit: String, _ isCopy: Bool) -> String {
    isCopy ? "\(shown(kit)), a copy of your own" : shown(kit)
  }

  private static func shown(_ name: String) -> String { FilePath(name).shown }
}
