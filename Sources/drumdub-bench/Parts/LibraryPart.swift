/// The library: files into the index.
struct LibraryPart {
  func measure() throws(Failure) -> PartResult { try LibraryFilesPart().measure() }
}
