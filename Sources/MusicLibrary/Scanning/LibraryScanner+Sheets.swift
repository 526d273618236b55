import SystemBase

/// CUE sheets beside the music: their tracks take the place of the file's.
extension LibraryScanner {
  /// What has become of the sheets since the last scan.
  struct SheetChanges {
    var book: CueSheetLookup
    /// For the index, once the files that they speak of have been read.
    var changes: [LibraryChange] = []
    /// New, or written anew.
    fileprivate var changed: [FilePath] = []
    fileprivate var gone: [FilePath] = []
  }

  /// - Parameters:
  ///   - folders: those that were walked.
  ///   - unseen: what could not be looked into: what is known of it stays.
  func sheetChanges(
    _ seen: [ScannedFile], below folders: [FilePath], unseen: [FilePath]
  ) throws(LibraryError) -> SheetChanges {
    let known = Dictionary(try store.sheets().map { ($0.path, $0.stamp) }) { first, _ in first }
    if known.isEmpty, seen.isEmpty { return SheetChanges(book: CueSheetLookup([])) }
    let here = Set(seen.map(\.path))
    let lost = known.keys.filter { path in
      !here.contains(path) && folders.contains { path.isBelow($0) }
    }
    // Those elsewhere may speak of a file that has changed here.
    var result = SheetChanges(book: CueSheetLookup(here.union(known.keys).subtracting(lost)))
    result.gone = lost.filter { path in !unseen.contains { path == $0 || path.isBelow($0) } }
    for sheet in seen where known[sheet.path].map({ !sheet.stamp.isUnchanged(from: $0) }) ?? true {
      result.changed.append(sheet.path)
      result.changes.append(.sheet(sheet.path, sheet.stamp))
    }
    result.changes += result.gone.map { .sheet($0, nil) }
    return result
  }

  /// Has those files read, unchanged as they are, of which sheets say something else than before.
  func rereadBySheets(
    _ plan: inout ScanPlan, _ seen: [ScannedFile], _ sheets: inout SheetChanges
  ) throws(LibraryError) {
    var wanted: Set<FilePath> = []
    for sheet in sheets.changed { wanted.formUnion(sheets.book.files(of: sheet)) }
    for folder in Set((sheets.changed + sheets.gone).map(\.directory)) {
      wanted.formUnion(try store.filesWithParts(under: folder))
    }
    for (from, file) in plan.moved {
      let hadParts = try !store.filesWithParts(under: from.directory).filter { $0 == from }.isEmpty
      if hadParts || sheets.book.hasSheets(near: file.path) { wanted.insert(file.path) }
    }
    if !wanted.isEmpty { plan.reread(wanted, of: seen) }
  }
}
