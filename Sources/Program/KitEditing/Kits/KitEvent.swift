import Dubbing
import Percussion
import SystemBase

/// The number of decoded samples of a kit that is being loaded.
package struct KitProgress: Hashable, Sendable {
  package var name: String
  package var done: Int
  package var total: Int
}

/// Samples of a pad of an edited kit that cannot be decoded.
package struct SampleRefusal: Hashable, Sendable {
  /// Each file once; one at least.
  package var samples: [KitLoader.Warning]
  /// The latest change that gave the pad its samples; nil if none can be undone.
  package var edit: PadEditNumber?
}

extension SampleRefusal {
  /// Creates the refusal of the samples of the first pad; nil without any.
  ///
  /// - Parameter edits: the changes that gave pads their samples, by the numbers of the pads.
  init?(_ refused: [KitLoader.Warning], _ edits: [Int: PadEditNumber]) {
    guard let pad = refused.first?.pad else { return nil }
    var known: Set<FilePath> = []
    samples = refused.filter { $0.pad == pad && known.insert($0.path).inserted }
    edit = edits[pad]
  }
}

extension [KitLoader.Warning] {
  /// The names of the files but for the first one, each once.
  var namesOfOthers: [String] {
    var named = Set(prefix(1).map(\.path))
    return map(\.path).filter { named.insert($0).inserted }.map(\.lastComponent.shown)
  }
}

/// A kit whose samples have been decoded.
package struct KitReport: Sendable {
  package var kit: Kit?
  /// The reference to the kit that takes store.
  package var reference: KitReference?
  /// The kit that sounds, with the pads of another kit that replace its own; nil if there is none.
  package var sounding: Kit?
  package var notices: [KitNotice]
}

/// A report of another thread about kits.
package enum KitEvent: Sendable {
  case loaded(KitReport)
  /// The hash of a loaded kit was computed.
  case identified(KitReference)
  /// The kit of the setting `kit` is another one.
  case chosen(name: String)
  /// The setting `kit` stays as it is, since the chosen kit cannot be read.
  case kept(FileError)
  case listed([KitCatalog.Entry])
  /// The progress of a kit that takes longer to load; nil if none is being loaded.
  case progress(KitProgress?)
  /// The pads of an edited kit were loaded, or are as before since a sample cannot be decoded.
  case applied(SampleRefusal?)
  /// An edited kit was saved in the folder that it names.
  case saved(Result<Kit, FileError>)

  /// What becomes of it while others wait for the main thread.
  package var kind: MainThread.Call.Kind { if case .progress = self { .value("kit") } else { .result } }
}
