import Player
import SystemBase

/// What `KitController` reports to the user.
package enum KitMessage: Sendable {
  case notice(KitNotice)
  /// The kit of this name is the new value of the setting `kit`.
  case chosen(name: String)
  /// The setting `kit` stays as it is, since the chosen kit cannot be read.
  case kept(FileError)
  /// A MIDI program chose a kit that is damaged, or that the list of `kits` entries does not have.
  case noKit(program: Int, kits: Int)
}

/// A message about kits and pads.
package enum KitNotice: Hashable, Sendable {
  /// The kit cannot be read. Another one is used; nil if that cannot be read either.
  case replaced(FileError, by: String?)
  /// The kit of this name was chosen, and the next start plays it.
  case kept(String)
  /// An edited kit was saved in this folder.
  case saved(FilePath)
  case notSaved(FileError)
  /// Files that were chosen for a pad cannot be decoded. So many others were added with them; without any, the pad keeps its
  /// samples.
  case samplesRefused([FileError], added: Int = 0)
  /// The typed text is not a value of the field.
  case invalidValue(PadEditor.Field)
  /// A text that was pasted or typed for a pad names no files.
  case noPath
  /// An added layer plays at all velocities, as other layers do.
  case velocitiesShared(layer: Int)
  /// A layer is not heard alone, since samples of its pad cannot be read.
  case layerNotHeard(pad: Int)
  case notHeardWhileTakePlays
  /// Samples cannot be read; the error is that of the first one.
  case samplesMissing(MissingSamples, FileError)
  /// Damaged parts of the kit's file, such as pads, are left out; the error is that of the first one.
  case partsLeftOut(kit: String, count: Int, FileError)

  /// A command has not struck a pad.
  case notStruck(PadRefusal)
  /// A hit was not heard, since the kit of the start is still being loaded.
  case notHeardYet
  case sampling(SamplingNotice)
  case places(PadPlacesNotice)
  case room(KitRoomNotice)

  package var severity: Severity {
    switch self {
    case .sampling(let notice): notice.severity
    case .places(let notice): notice.severity
    case .room(let notice): notice.severity
    case .kept, .saved: .info
    case .samplesRefused(_, let added) where added > 0: .warning
    case .notSaved, .samplesRefused: .error
    case .replaced, .samplesMissing, .invalidValue, .partsLeftOut, .notStruck, .notHeardYet, .noPath,
      .velocitiesShared, .layerNotHeard, .notHeardWhileTakePlays:
      .warning
    }
  }

  /// Whether `undo` undoes what it reports, if nothing is changed afterwards.
  package var isUndoable: Bool {
    switch self {
    case .sampling(let notice): notice.isUndoable
    case .places(let notice): notice.isUndoable
    case .room(let notice): notice.isUndoable
    case .replaced, .kept, .saved, .notSaved, .samplesRefused, .invalidValue, .noPath, .velocitiesShared,
      .layerNotHeard, .notHeardWhileTakePlays, .samplesMissing, .partsLeftOut, .notStruck, .notHeardYet:
      false
    }
  }

  package struct MissingSamples: Hashable, Sendable {
    package var kit: String
    package var count: Int
    /// The numbers of the pads that sound like those of another kit, because no sample of their own can be read.
    package var replaced: [Int] = []
    /// The name of that kit.
    package var substitute = ""
    package var silent: [Int] = []
    /// The names of the other files that cannot be read, each once.
    package var others: [String] = []
  }
}

/// The reason why a command has not struck a pad.
package enum PadRefusal: Hashable, Sendable {
  case kitIsLoading
  case tooManyHits
}
