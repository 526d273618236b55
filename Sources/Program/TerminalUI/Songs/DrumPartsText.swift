import AudioBase
import SystemBase

/// The sentences of drums that cannot be separated.
package enum DrumPartsText {
  /// Returns the reason why the drums of a file were not separated.
  package static func sentence(_ refusal: DrumPartsResult.Refusal, of path: FilePath) -> String {
    "cannot separate the drums of \(path.shown): \(reason(refusal))"
  }

  static func reason(_ refusal: DrumPartsResult.Refusal) -> String {
    switch refusal {
    case .noDrums(.silent): "the file is silent"
    case .noDrums(.short): "the file is shorter than 5 seconds"
    case .noDrums(.noHits): "its sound has no hits of drums"
    case .stream: "a stream has no end; name a file on this computer"
    case .long(let most): "it is longer than \(most) minutes; name a part of it"
    case .channels(let count): "it has \(count) channels; drumdub decode mixes them down to two"
    case .rate(let rate): "its rate of \(rate.hertz) Hz is too high; drumdub decode --rate 48000 changes it"
    }
  }
}
