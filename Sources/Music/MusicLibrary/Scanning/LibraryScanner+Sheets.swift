import MusicFiles
import SystemBase

/// CUE sheets: the tracks that they describe replace their files.
extension LibraryScanner {
  /// Compares the sheets of a walk with those of the index.
  ///
  /// - Parameters:
  ///   - folders: the folders that were walked.
  ///   - unseen: folders that could not be read; what the index has of them is kept.
  func sheetChanges(
    _ seen: [ScannedFile], below folders: [FilePath], unseen: [FilePath]
  ) throws(LibraryError) -> SheetChanges {
    let known = Dictionary(try store.sheets().map { ($0.path, $0.stamp) }) { first, _ in first }
    if known.isEmpty, seen.isEmpty { return SheetChanges(lookup: CueSheetLookup([])) }
    let here = Set(seen.map(\.path))
    let lost = known.keys.filter { path in
      !here.contains(path) && folders.contains { path.isBelow($0) }
    }
    // Sheets in other folders may describe a file that has changed here.
    var result = SheetChanges(lookup: CueSheetLookup(here.union(known.keys).subtracting(lost)))
    result.gone = lost.filter { path in !unseen.contains { path == $0 || path.isBelow($0) } }
    for sheet in seen where known[sheet.path].map({ !sheet.stamp.isUnchanged(from: $0) }) ?? true {
      result.changed.append(sheet.path)
      result.changes.append(.sheet(sheet.path, sheet.stamp))
    }
    result.changes += result.gone.map { .sheet($0, nil) }
    return result
  }

  /// Adds unchanged files to the plan whose sheets have changed.
  func rereadBySheets(
    _ plan: inout ScanPlan, _ seen: [ScannedFile], _ sheets: inout SheetChanges
  ) throws(LibraryError) {
    var wanted: Set<FilePath> = []
    for sheet in sheets.changed { wanted.formUnion(sheets.lookup.files(of: sheet)) }
    for folder in Set((sheets.changed + sheets.gone).map(\.directory)) {
      wanted.formUnion(try store.filesWithParts(under: folder))
    }
    for (from, file) in plan.moved {
      let hadParts = try !store.filesWithParts(under: from.directory).filter { $0 == from }.isEmpty
      if hadParts || sheets.lookup.hasSheets(near: file.path) { wanted.insert(file.path) }
    }
    if !wanted.isEmpty { plan.reread(wanted, of: seen) }
  }
}

/// The changes of the sheets since the last scan.
struct SheetChanges {
  var lookup: CueSheetLookup
  /// The changes to write to the index after the files that the sheets describe have been read.
  var changes: [LibraryChange] = []
  /// The sheets that are new or have changed.
  var changed: [FilePath] = []
  var gone: [FilePath] = []
}
