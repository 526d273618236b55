import Percussion
import SystemBase

/// A report about kits of another thread.
package enum KitEvent: Sendable {
  case listed([KitCatalog.Entry])
  /// A kit that takes longer to load; nil: no kit is being loaded.
  case progress(KitProgress?)
  /// The pads of an edited kit were loaded; the error is that of a sample that cannot be decoded.
  case applied(FileError?)
  /// An edited kit was saved in this folder.
  case saved(Result<FilePath, FileError>)
}
