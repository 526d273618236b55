import AudioBase
import MixEngine
import Percussion
import SystemBase

/// Lists, loads and saves kits for `KitController` on other threads. Results arrive as `KitEvent`s.
@MainActor
package protocol KitServing {
  func list()
  /// Decodes the rest of the samples of pads, in the kit that sounds and in those that follow.
  func complete(_ pads: PadSet)
  /// Loads a kit; a newer choice replaces one that is still being loaded.
  func load(_ path: FilePath)
  /// Plays the pads of an edited kit.
  ///
  /// - Parameter sampleEdits: the changes that gave pads their samples, by the numbers of the pads.
  func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber])
  /// Saves an edited kit with the level of its room that is heard: under a new name, or in its own folder.
  func save(_ kit: Kit, as name: String?)
  /// Sets the level of the room of a kit that the user has set, heard at once if the kit sounds; nil: that of its file.
  func setRoom(_ level: Decibels?, ofKitAt path: FilePath)
  /// Returns whether a kit belongs to the user and is native, so that it may be changed.
  func isOwn(_ kit: Kit) -> Bool
  /// Returns how a strike plays one sample of a pad alone, by the indices of its layer and of the sample in that.
  func loneSample(_ sample: Int, ofLayer layer: Int, of pad: Pad) -> LoneSample
}

/// A strike that plays one sample of a pad alone.
package enum LoneSample: Hashable, Sendable {
  /// The index of the samples of the strike.
  case index(Int)
  /// The engine does not play the pad as it is now.
  case notApplied
  /// Samples of the pad cannot be read.
  case missing
}
