/// Measures the library: scans and the index.
struct LibraryPart {
  func measure() throws(Failure) -> PartResult {
    var result = try LibraryFilesPart().measure()
    let index = try LibraryIndexPart().measure()
    result.figures += index.figures
    result.notes += index.notes
    return result
  }
}
